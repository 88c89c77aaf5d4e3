"""The terms that stored data uses: our own namespace, and the standard ones it builds on."""

from __future__ import annotations

from typing import Final

from pyoxigraph import NamedNode

NAMESPACE: Final = "https://w3id.org/cedarprov/ns#"

PREFIXES: Final = {
    "cedar": NAMESPACE,
    "prov": "http://www.w3.org/ns/prov#",
    "oa": "http://www.w3.org/ns/oa#",
    "dct": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "sh": "http://www.w3.org/ns/shacl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def _cedar(name: str) -> NamedNode:
    return NamedNode(NAMESPACE + name)


def _prov(name: str) -> NamedNode:
    return NamedNode(PREFIXES["prov"] + name)


TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
LABEL: Final = NamedNode(PREFIXES["rdfs"] + "label")
TITLE: Final = NamedNode(PREFIXES["dct"] + "title")
FORMAT: Final = NamedNode(PREFIXES["dct"] + "format")
DCAT_VERSION: Final = NamedNode(PREFIXES["dcat"] + "version")
BYTE_SIZE: Final = NamedNode(PREFIXES["dcat"] + "byteSize")

# -- PROV-O ---------------------------------------------------------------------------------------
ENTITY: Final = _prov("Entity")
ACTIVITY: Final = _prov("Activity")
AGENT: Final = _prov("Agent")
PERSON: Final = _prov("Person")
ORGANIZATION: Final = _prov("Organization")
SOFTWARE_AGENT: Final = _prov("SoftwareAgent")
BUNDLE: Final = _prov("Bundle")
PLAN: Final = _prov("Plan")
ASSOCIATION: Final = _prov("Association")
SPECIALIZATION_OF: Final = _prov("specializationOf")
WAS_QUOTED_FROM: Final = _prov("wasQuotedFrom")
WAS_DERIVED_FROM: Final = _prov("wasDerivedFrom")
WAS_GENERATED_BY: Final = _prov("wasGeneratedBy")
GENERATED_AT_TIME: Final = _prov("generatedAtTime")
STARTED_AT_TIME: Final = _prov("startedAtTime")
ENDED_AT_TIME: Final = _prov("endedAtTime")
USED: Final = _prov("used")
WAS_ASSOCIATED_WITH: Final = _prov("wasAssociatedWith")
QUALIFIED_ASSOCIATION: Final = _prov("qualifiedAssociation")
HAD_PLAN: Final = _prov("hadPlan")
PROV_AGENT: Final = _prov("agent")
WAS_ATTRIBUTED_TO: Final = _prov("wasAttributedTo")
WAS_INFORMED_BY: Final = _prov("wasInformedBy")

# -- classes of our own ---------------------------------------------------------------------------
SOURCE: Final = _cedar("Source")
EDITION: Final = _cedar("Edition")
SOURCE_VERSION: Final = _cedar("SourceVersion")
CAPTURE: Final = _cedar("Capture")
CURATION: Final = _cedar("Curation")
INFERENCE: Final = _cedar("Inference")
REVIEWING: Final = _cedar("Reviewing")
RETRIEVAL: Final = _cedar("Retrieval")
IMPORT: Final = _cedar("Import")
PASSAGE: Final = _cedar("Passage")
SPAN: Final = _cedar("Span")
CLAIM: Final = _cedar("Claim")
STRUCTURED_READING: Final = _cedar("StructuredReading")
EDGE: Final = _cedar("Edge")
ASSERTED_EDGE: Final = _cedar("AssertedEdge")
INFERRED_EDGE: Final = _cedar("InferredEdge")
DECLARATION: Final = _cedar("Declaration")
REVIEW: Final = _cedar("Review")
WITHDRAWAL: Final = _cedar("Withdrawal")
PURGE: Final = _cedar("Purge")
REDACTION: Final = _cedar("Redaction")
SCOPE: Final = _cedar("Scope")
CONDITION: Final = _cedar("Condition")
KNOWN_TIME: Final = _cedar("KnownTime")
UNKNOWN_TIME: Final = _cedar("UnknownTime")
RECEIPT: Final = _cedar("Receipt")
ANSWER_MAP: Final = _cedar("AnswerMap")
QUOTED_DOCUMENT: Final = _cedar("QuotedDocument")
ARM_CHOICE: Final = _cedar("ArmChoice")

# -- properties of our own ------------------------------------------------------------------------
CAPTURED_EDITION: Final = _cedar("capturedEdition")
CAPTURED_VERSION: Final = _cedar("capturedVersion")
PLACE: Final = _cedar("place")
SCHEME: Final = _cedar("scheme")
PUBLICATION_TIME: Final = _cedar("publicationTime")
EFFECTIVE_FROM: Final = _cedar("effectiveFrom")
EFFECTIVE_UNTIL: Final = _cedar("effectiveUntil")
CONTENT_DIGEST: Final = _cedar("contentDigest")
TEXT_DIGEST: Final = _cedar("textDigest")
TEXT_PROFILE: Final = _cedar("textProfile")
TEXT_LENGTH: Final = _cedar("textLength")
POSITION_UNIT: Final = _cedar("positionUnit")
CODE_POINT: Final = _cedar("CodePoint")
BYTE_ORDER_MARK: Final = _cedar("byteOrderMark")
START: Final = _cedar("start")
END: Final = _cedar("end")
HAS_TEXT: Final = _cedar("hasText")
TEXT: Final = _cedar("text")
HEADING_PATH: Final = _cedar("headingPath")
OVERLAP: Final = _cedar("overlap")
CUT: Final = _cedar("cut")
STATEMENT: Final = _cedar("statement")
RESOLVES_TO: Final = _cedar("resolvesTo")
READING: Final = _cedar("reading")
ABOUT: Final = _cedar("about")
ATTRIBUTE: Final = _cedar("attribute")
VALUE: Final = _cedar("value")
UNIT: Final = _cedar("unit")
SUBJECT: Final = _cedar("subject")
RELATION: Final = _cedar("relation")
OBJECT: Final = _cedar("object")
EVIDENCE: Final = _cedar("evidence")
APPLIES_UNDER: Final = _cedar("appliesUnder")
CONFIDENCE: Final = _cedar("confidence")
FOLLOWED_PLAN: Final = _cedar("followedPlan")
REVIEWS: Final = _cedar("reviews")
WITHDRAWS: Final = _cedar("withdraws")
PURGES: Final = _cedar("purges")
PURGED_DIGEST: Final = _cedar("purgedDigest")
REDACTS: Final = _cedar("redacts")
REMAINING_DIGEST: Final = _cedar("remainingDigest")
REMOVED_STATEMENTS: Final = _cedar("removedStatements")
LIVENESS: Final = _cedar("liveness")
LIVENESS_WITHOUT: Final = _cedar("livenessWithout")
VERDICT: Final = _cedar("verdict")
ACCEPTED: Final = _cedar("Accepted")
REJECTED: Final = _cedar("Rejected")
REASON: Final = _cedar("reason")
BEGAN_AT: Final = _cedar("beganAt")
CONDITION_OF: Final = _cedar("condition")
DECLARES_DIMENSION: Final = _cedar("declaresDimension")
DIMENSION: Final = _cedar("dimension")
EXPRESSION: Final = _cedar("expression")
LEXICAL: Final = _cedar("lexical")
PRECISION: Final = _cedar("precision")
EARLIEST: Final = _cedar("earliest")
LATEST: Final = _cedar("latest")
BASIS: Final = _cedar("basis")
ZONE_KNOWN: Final = _cedar("zoneKnown")
DOUBT: Final = _cedar("doubt")
SEQUENCE: Final = _cedar("sequence")
DIGEST: Final = _cedar("digest")
CHAIN_DIGEST: Final = _cedar("chainDigest")
REFLECTS: Final = _cedar("reflects")
LAST_SEEN: Final = _cedar("lastSeen")
NOT_SEEN_SINCE: Final = _cedar("notSeenSince")
SOFTWARE_VERSION: Final = _cedar("softwareVersion")
RECEIPT_JSON: Final = _cedar("receiptJson")
MAP_JSON: Final = _cedar("mapJson")
ASKS: Final = _cedar("asks")
QUOTED_TEXT: Final = _cedar("quotedText")
MEANING_DIGEST: Final = _cedar("meaningDigest")
STATEMENT_COUNT: Final = _cedar("statementCount")
BUNDLE_COUNT: Final = _cedar("bundleCount")

TEXT_LINKS: Final = (HAS_TEXT, QUOTED_TEXT)
"""What leads to a text: the property of passages and spans, and that of quoted documents."""
CHOSEN_ARM: Final = _cedar("chosenArm")

# -- relations of edges ---------------------------------------------------------------------------
DERIVED_FROM: Final = _cedar("derivedFrom")
SUPPORTS: Final = _cedar("supports")
CONTRADICTS: Final = _cedar("contradicts")
SUPERSEDES: Final = _cedar("supersedes")
APPLIES_TO: Final = _cedar("appliesTo")
QUALIFIES: Final = _cedar("qualifies")
DUPLICATES: Final = _cedar("duplicates")
