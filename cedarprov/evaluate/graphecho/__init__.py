"""GraphEcho: whether an agent that walks a graph counts paths or origins.

`claim` makes fictional claims with their atoms of evidence, `condition` the graphs that are shown
of them, `scifact` the same of scientific claims. `graph` lays an instance out as a graph,
`environment` lets a policy walk it, `policy` holds policies that follow a rule, `mitigation` what
they are shown of origins, and `measure` what is counted on their walks. `chat` asks a language
model, `training` trains policies on the reward of their walks. The design is that of
Structural Redundancy and Evidence Provenance in LLM Graph Agents (arXiv 2609.17695).
"""
