"""The status of questions on reference documentation: entries, notes of releases, many passages."""

from __future__ import annotations

from court import asked, exhibit

from cedarprov.model.answer import Status
from cedarprov.retrieve.status import assess
from cedarprov.retrieve.status.dispute import is_dispute

OLD, NEW = "1.4.2", "2.3.1"
INTERVAL = "What is the default of poll_interval in Quarrel?"


def judged(words, *texts, release=None):
    scope = {"release": release} if release else {}
    question = asked(words, **scope)
    return assess(question, [exhibit(question, *text[:2], **text[2]) for text in texts])


def passage(release, page, headings, text):
    """Make a passage of the documentation of a release; its page is the source in all releases."""
    more = {"source": f"quarrel/{page}", "headings": headings, "release": release}
    return f"{page} {headings[-1]}", text, {**more, "label": release}


def setting(release, name, default, said="Seconds between two polls of the broker."):
    return passage(
        release, "conf.md", ("Settings", name), f"`{name}`\n\nDefault: `{default}`\n\n{said}"
    )


def notes(release, version, text):
    return passage(release, "changes.md", ("Changelog", f"{version} (2024-05-02)"), text)


def chapters(release):
    """Make the chapters that stand beside what is asked, so that many texts are heard."""
    subjects = ("Priorities", "Dashboard", "Broker", "Pickle", "Signals", "Logging", "Hosts", "FAQ")
    return [
        passage(release, "guide.md", ("Guide", name), f"{name} are explained with 7 pictures here.")
        for name in subjects
    ]


def test_the_entry_of_a_thing_goes_before_what_another_page_says_of_it():
    example = passage(
        OLD,
        "guide.md",
        ("Guide", "Polling"),
        "In our demo the default poll_interval in Quarrel is 9 seconds.",
    )

    found = judged(INTERVAL, example, setting(OLD, "poll_interval", 5), release=OLD)

    assert (found.status, found.values) == (Status.ANSWERED, ("5",))


def test_what_is_exempt_from_a_setting_takes_nothing_from_its_default():
    exempt = passage(
        OLD, "polls.md", ("Polls",), "Single queues may be excluded from the `poll_interval` rule."
    )
    unset = passage(
        OLD, "checks.md", ("Checks",), "W4: You have not set a value for `poll_interval` here."
    )
    kept = passage(
        OLD, "notes.md", ("Notes",), "Queues of Quarrel 1.3 keep their `poll_interval` as it was."
    )
    entry = setting(OLD, "poll_interval", 5)

    assert judged(INTERVAL, entry, exempt, unset, release=OLD).values == ("5",)
    assert judged(INTERVAL, entry, kept, release=OLD).values == ()


def test_an_empty_text_is_a_default_like_any_other():
    found = judged(
        "What is the default of poll_prefix in Quarrel?",
        setting(OLD, "poll_prefix", "''", said="What the names of polled queues begin with."),
        setting(OLD, "poll_suffix", "'-q'", said="What the names of polled queues end with."),
        release=OLD,
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("''",))


def test_a_field_may_hold_a_word_of_the_question_but_no_name_that_is_asked_about():
    words = "What is the default of poll_alias in Quarrel?"
    listed = passage(OLD, "list.md", ("Settings",), "Setting: `poll_alias`")

    found = judged(words, setting(OLD, "poll_alias", "'default'"), listed, release=OLD)

    assert (found.status, found.values) == (Status.ANSWERED, ("default",))
    assert judged(words, listed, release=OLD).values == ()


def test_entries_that_differ_between_releases_need_the_release():
    found = judged(
        INTERVAL, setting(OLD, "poll_interval", 5), setting(NEW, "poll_interval", 2), *chapters(OLD)
    )

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, ("release",))
    assert {cell.values for cell in found.cells} == {("5",), ("2",)}


def test_entries_that_agree_in_all_releases_answer_without_one():
    found = judged(
        "What does max_retries default to?",
        setting(OLD, "max_retries", 3, "How often a failed task runs again."),
        setting(NEW, "max_retries", 3, "How many times a failed task is run once more."),
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("3",))


def test_the_entry_that_is_best_in_every_way_gives_the_default_of_what_it_describes():
    said = "Whether messages are acknowledged after the task has run."

    found = judged(
        "Are messages acknowledged after the task by default?",
        setting(OLD, "ack_late", "false", said),
        setting(NEW, "ack_late", "true", said),
    )

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, ("release",))


def test_a_setting_that_its_release_has_removed_has_no_default():
    gone = notes(NEW, "2.0.0", "- The `SHADOW_COPY` setting is removed.")

    found = judged("What is the default of SHADOW_COPY?", gone, release=NEW)

    assert (found.status, found.values) == (Status.UNSUPPORTED, ())
    assert [quotation.exact for quotation in found.quotations] == [
        "- The `SHADOW_COPY` setting is removed."
    ]


def test_a_name_that_only_another_release_knows_is_unsupported():
    found = judged(
        "What is the default of result_ttl?",
        setting(OLD, "poll_interval", 5),
        setting(NEW, "result_ttl", 3600, "How many seconds results are kept."),
        release=OLD,
    )

    assert (found.status, found.values) == (Status.UNSUPPORTED, ())


def test_a_removal_that_a_later_note_takes_back_is_a_conflict_with_both_notes():
    removed = notes(NEW, "2.2.0", "- Removed `Queue.purge_all()`; use `Queue.clear()`.")
    restored = notes(NEW, "2.3.0", "- Restored `Queue.purge_all()`, which 2.2.0 had dropped.")

    found = judged("Is there a Queue.purge_all()?", removed, restored, release=NEW)

    assert found.status is Status.CONFLICT
    assert [quotation.exact[:10] for quotation in found.quotations] == ["- Removed ", "- Restored"]


def test_an_announced_removal_that_has_not_come_by_the_release_asked_is_a_conflict():
    text = (
        "`Worker.fork()` starts a child process. It is old; `Worker.fork()` will be removed in 2.0."
    )
    api = passage(NEW, "api.md", ("API", "Worker.fork()"), text)

    found = judged("Is Worker.fork() removed?", api, release=NEW)

    assert found.status is Status.CONFLICT


def test_an_announced_removal_is_no_conflict_before_its_release():
    text = (
        "`Worker.fork()` starts a child process. It is old; `Worker.fork()` will be removed in 2.0."
    )
    api = passage(OLD, "api.md", ("API", "Worker.fork()"), text)

    found = judged("Is Worker.fork() removed?", api, release=OLD)

    assert found.status is not Status.CONFLICT


def test_a_question_that_reports_two_sides_gets_both_where_the_texts_hold_them():
    found = judged(
        "One page says that the dashboard is on port 5555, another says 5580. Which is right?",
        passage(OLD, "guide.md", ("Guide", "Dashboard"), "The dashboard is on port 5555."),
        passage(NEW, "guide.md", ("Guide", "Dashboard"), "The dashboard is on port 5580."),
    )

    assert found.status is Status.CONFLICT
    assert len(found.values) == len(found.quotations) == 2


def test_a_reported_disagreement_that_the_texts_do_not_bear_out_is_none():
    found = judged(
        "One page says that the dashboard is on port 5555, another says 5580. Which is right?",
        passage(NEW, "guide.md", ("Guide", "Dashboard"), "The dashboard is on port 5580."),
    )

    assert found.status is not Status.CONFLICT


def test_a_question_without_report_or_doubt_is_no_dispute():
    assert not is_dispute("On which port does the manual say the dashboard listens?")


def test_why_is_answered_by_a_quotation_and_asserts_no_value():
    text = "A message is delivered twice if a worker dies before it acknowledges; 2 workers run it."
    why = passage(NEW, "guide.md", ("Guide", "Delivery"), text)

    found = judged("Why can a message be delivered twice?", why, *chapters(NEW), release=NEW)

    assert (found.status, found.values) == (Status.ANSWERED, ())
    assert found.quotations[0].exact == text


def test_why_is_unsupported_where_no_passage_is_on_it():
    found = judged("Why do licence keys expire on leap days?", *chapters(NEW), release=NEW)

    assert found.status is Status.UNSUPPORTED


def test_a_heading_that_puts_the_question_is_answered_by_yes_or_no():
    faq = passage(
        OLD, "faq.md", ("FAQ", "Can I use Quarrel with RabbitMQ?"), "No. Only Redis is supported."
    )

    found = judged("Can I use Quarrel with RabbitMQ?", faq, release=OLD)

    assert (found.status, found.values) == (Status.ANSWERED, ("no",))


def test_a_note_of_a_change_makes_an_open_release_matter():
    note = notes(NEW, "2.3.0", "- Certificates of the broker are now verified.")

    found = judged("Are certificates of the broker verified?", note)

    assert (found.status, found.missing) == (Status.NEEDS_SCOPE, ("release",))
    assert {str(cell.scope) for cell in found.cells} == {"release=>=2.3.0", "release=<2.3.0"}


def test_among_many_texts_only_a_statement_made_like_the_best_is_its_rival():
    best = passage(
        NEW, "guide.md", ("Guide", "Shutdown"), "A worker waits 30 seconds before it kills a task."
    )
    stray = passage(
        NEW,
        "ops.md",
        ("Hosts", "Rolling"),
        "Where operators kill a worker by hand, the broker waits 90 seconds and then "
        "queues its task anew on another host.",
    )

    found = judged(
        "How many seconds does a worker wait before it kills a task?", best, stray, *chapters(NEW)
    )

    assert (found.status, found.values) == (Status.ANSWERED, ("30 s",))


def test_when_something_changed_is_answered_by_the_release_whose_notes_say_so():
    note = notes(NEW, "2.3.0", "- `ack_late` is now on by default.")

    found = judged("When was ack_late turned on by default?", note)

    assert (found.status, found.values) == (Status.ANSWERED, ("2.3.0",))


def test_a_release_is_read_where_a_sentence_dates_something_to_it():
    said = passage(
        NEW, "amqp.md", ("Brokers", "RabbitMQ"), "RabbitMQ can be used since 2.1, with an extra."
    )

    found = judged("Since which release can RabbitMQ be used?", said)

    assert (found.status, found.values) == (Status.ANSWERED, ("2.1",))


def test_what_is_so_already_is_not_a_plan_because_its_end_is_planned():
    text = "Deprecated since 1.4; it will be removed in 2.0. Use threads."
    api = passage(OLD, "api.md", ("API", "Worker.fork()"), text)

    found = judged("Is Worker.fork() deprecated?", api, release=OLD)

    assert (found.status, found.values) == (Status.ANSWERED, ("yes",))


def test_a_sentence_that_takes_back_another_thing_leaves_the_one_asked_about_alone():
    other = passage(
        OLD, "faq.md", ("FAQ", "Results"), "Queue results that nobody fetched are deleted."
    )
    api = passage(
        OLD, "api.md", ("API", "Queue.clear()"), "`Queue.clear()` returns the old messages."
    )

    found = judged("What does Queue.clear() return?", api, other, release=OLD)

    assert (found.status, len(found.quotations)) == (Status.ANSWERED, 1)
