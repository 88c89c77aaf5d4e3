"""Other retrievers behind one port: each finds what is nearest, and what is missing is named."""

from __future__ import annotations

import importlib.util
from math import cos, sin

import pytest

from cedarprov.evaluate.peers import Passage, PeerName, missing_peers, open_peers

PASSAGES = [
    Passage(
        iri=f"urn:text/{at}",
        words=f"Pump {at} holds {at} bar.",
        headings=("Pumps",),
        document=f"urn:document/{at // 3}",
        vector=[cos(at / 10), sin(at / 10)],
    )
    for at in range(12)
]
INSTALLED = [name for name in PeerName if name not in missing_peers()]


# The libraries of others warn of their own dependencies, and let go of files late.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", INSTALLED)
def test_a_peer_finds_the_passage_whose_vector_and_words_are_asked(name):
    with open_peers(PASSAGES, [name]) as peers:
        found = peers[name].search('pump 7 "bar', PASSAGES[7].vector, 5)

    assert found[0] == "urn:text/7"
    assert len(found) == len(set(found)) == 5
    assert set(found) <= {passage.iri for passage in PASSAGES}


def test_a_peer_that_is_not_installed_is_named_and_left_out(monkeypatch):
    monkeypatch.setattr(
        "cedarprov.evaluate.peers.peer.find_spec",
        lambda library: None if library == "lancedb" else importlib.util.find_spec(library),
    )

    assert PeerName.LANCEDB_HYBRID in missing_peers()
    with open_peers(PASSAGES, [PeerName.LANCEDB_HYBRID]) as peers:
        assert peers == {}
