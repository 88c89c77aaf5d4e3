"""What running text says: sentences, the values in them, and the turns of phrase around these.

The modules in the order in which they are best read:

language     language, sentence, noun, synonym, opposition
values       number, moment, unit, recurrence, literal, value, quantity
things       name, paragraph, condition
sentences    segment, contrast, polarity, cue, qualification
"""
