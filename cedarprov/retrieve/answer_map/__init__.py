"""Answer maps: what holds in each part of the space that a question leaves open.

The modules in the order in which they are best read:

the space     version_line, partition
what cuts it  lookout
the cells     ranked_once, told, survey
the rows      box, reading, drawing
"""

from cedarprov.retrieve.answer_map.drawing import draw
from cedarprov.retrieve.answer_map.lookout import Request
from cedarprov.retrieve.answer_map.survey import Survey

__all__ = ["Request", "Survey", "draw"]
