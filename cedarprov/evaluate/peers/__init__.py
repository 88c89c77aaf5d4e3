"""Other retrievers, given the same passages and the same vectors; with the extra `peers`.

A peer that is not installed is left out, and a run says so.
"""

from cedarprov.evaluate.peers.peer import Passage, Peer, PeerName, missing_peers, open_peers

__all__ = ["Passage", "Peer", "PeerName", "missing_peers", "open_peers"]
