from __future__ import annotations

from collections import Counter

from cedarprov.evaluate.synthetic import Corpus
from cedarprov.ingest.split import split
from cedarprov.model.source import Markup


def test_each_section_is_one_passage_and_no_two_are_the_same(tmp_path):
    Corpus(sections=250).write(tmp_path / "corpus")

    texts = [
        path.read_text(encoding="utf-8")[piece.start : piece.end]
        for path in sorted((tmp_path / "corpus").iterdir())
        for piece in split(path.read_text(encoding="utf-8"), Markup.MARKDOWN)
    ]

    assert len({*texts}) == len(texts) == 250


def test_the_same_seed_writes_the_same_corpus_and_another_seed_another(tmp_path):
    for name, seed in (("one", 1), ("same", 1), ("other", 2)):
        Corpus(sections=120, seed=seed).write(tmp_path / name)

    written = {
        name: [path.read_bytes() for path in sorted((tmp_path / name).iterdir())]
        for name in ("one", "same", "other")
    }

    assert written["one"] == written["same"] != written["other"]


def test_words_follow_zipf_and_questions_leave_out_the_most_frequent(tmp_path):
    corpus = Corpus(sections=500)
    corpus.write(tmp_path / "corpus")

    text = " ".join(path.read_text(encoding="utf-8") for path in (tmp_path / "corpus").iterdir())
    counted = Counter(text.split()).most_common()

    # The fiftieth word occurs about a tenth as often as the fifth.
    assert 5 < counted[4][1] / counted[49][1] < 20
    frequent = {word for word, _ in counted[:20]}
    assert not frequent & {word for question in corpus.questions(50) for word in question.split()}
