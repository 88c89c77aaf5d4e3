"""How far evidence answers a question: from sentences to readings, findings, cells and a status.

The modules in the order in which they are best read:

language and values   language, sentence, number, moment, unit, recurrence, literal, value, quantity
the question          expectation, focus, synonym, opposition
sentences             fitness, statement, subject, entry
readings              admission, segment, noun, contrast, polarity, reading
findings              condition, transition, history, finding, kinship
between texts         cue, qualification, reference, pointer, supersession, exemption
without a value       existence, account
the question itself   dispute, change
the outcome           cells, assessment
"""

from cedarprov.retrieve.status.assessment import assess
from cedarprov.retrieve.status.quantity import same_value

__all__ = ["assess", "same_value"]
