"""How far evidence answers a question: from sentences to readings, findings, cells and a status.

The modules in the order in which they are best read:

the question          expectation, focus
sentences             fitness, statement, subject, entry
readings              admission, reading
findings              condition, transition, history, finding, kinship
between texts         reference, pointer, supersession, exemption
what edges say        verdict
without a value       existence, account
the question itself   dispute, change
the outcome           cells, hearing, assessment

What they take from running text itself (sentences, values, turns of phrase) is `cedarprov.prose`.
"""

from cedarprov.retrieve.status.assessment import assess, conditions
from cedarprov.retrieve.status.hearing import Hearing

__all__ = ["Hearing", "assess", "conditions"]
