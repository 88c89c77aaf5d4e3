"""PAPT, provenance-aware post-training: policies that learn from the reward of their walks.

`objective` says what is learned: the reward of equation 3, its ablations, the advantage within a
group. `examples` draws the instances and `selection` chooses among checkpoints. They serve both
learners: `language` trains a language model (GRPO with LoRA by trl and peft), and `learning` a
small network over what a walk shows (`features`, `network`), which a CPU trains in minutes.
Such networks are kept in a folder (`kept_network`), and measured by `walking`: `papt` on test
claims, `papt_scifact` on scientific ones. Sections 4.3 and appendix E of arXiv 2609.17695.
"""
