"""The passage index: which texts hold these words, and which mean about the same.

It is a cache over the store, which alone is the truth: it names the sequence number it reflects
and can be rebuilt. It knows distinct texts by digest; which versions hold a text is not its
business.

Importing the package loads only the port. The modules `embedded`, `memory`, `hash_encoder` and
`encoder_cache` load the libraries that they stand on; import them where an index is opened.
"""

from cedarprov.index.encoder import Encoder, EncoderMark
from cedarprov.index.port import Hit, IndexInfo, IndexText, Notice, NoticeKind, PassageIndex

__all__ = [
    "Encoder",
    "EncoderMark",
    "Hit",
    "IndexInfo",
    "IndexText",
    "Notice",
    "NoticeKind",
    "PassageIndex",
]
