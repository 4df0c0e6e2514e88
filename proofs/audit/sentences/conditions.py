"""What a sentence is about that goes on about the one before, says of a condition that it is enough, or names a place.

`This test is not necessary` is of a condition, `This is the one with the smallest index` of several equal maxima.
"""

from __future__ import annotations

import re

SMALL_PADS = "Each pad is smaller than the dilated kernel"
SMALL_DILATIONS = "and no dilation is larger than the size of X"
"""The condition on the paddings that is sufficient, with that on the dilations, for every window to have an element."""
_SMALL_DILATIONS = re.compile(
    r"\bno dilation\b[^.;:]{0,20}\b(?:larger|greater|exceeds?|above)\b"
    r"|\bdilations?\b[^.;:]{0,30}\b(?:at most|(?:does|do) not exceed|(?:is|are) (?:not|no) (?:larger|greater))\b",
    re.IGNORECASE,
)
_SMALL_PADS = re.compile(
    r"\b(?:each|every|the|all) pad(?:s|ding)?\b[^.;:]{0,60}\b(?:smaller|less|shorter) than\b[^.;:]{0,40}"
    r"\b(?:kernel|window|filter|extent)\b",
    re.IGNORECASE,
)
_PADS = re.compile(r"\bpad(?:s|dings?)?\b", re.I)
_GOES_ON = re.compile(
    r"^(?:this|the|that|such an?)(?: \w+)?(?: pair of| set of)?"
    r" (?:conditions?|test|check|requirement|criterion|rule)\s+(?=is\b)",
    re.I,
)
_NO_WEAKER = re.compile(r"^no weaker (?:condition|one|requirement) (?:suffices|is (?:enough|sufficient))\W*$", re.I)
_COUNTED_AS = re.compile(
    r"^(?:(?:counting|reading|treating|regarding|taking) (?:it|them) as|filling (?:it|them) with)"
    r" (?P<as>[^;:.,]{1,60}?) (?:leads to|gives|yields|has|describes|produces|results in) the same"
    r" (?:results?|outputs?|effect|values?|maxim(?:a|um)|[`$]?Y)\b",
    re.I,
)
_OF_PADDING = re.compile(r"(?:(?:no|yes)[:,.;] )?(?:the )?(?:padding|border)\s", re.I)
_ALONE = re.compile(r"^(?:only|nothing but) (?P<what>[^.:;]{1,40}) in (?:a|the) window(?:: |\.$)", re.I)
"""A case that is told like a title: `Only -inf or NaN in the window.`"""
_OF_RESULTS = re.compile(r"\b(?:Y|Indices|index|results?|outputs?)\b")
"""What a sentence behind such a case is on."""
_THIS_IS = re.compile(r"^this(?=\s+is\s+(?:\w+\s+){0,3}(?:weakest|necessary|sufficient)\b)", re.IGNORECASE)


_OF_MAXIMA = re.compile(
    r"\b(?:equal|several|ties?|tied)\b.*\bmaxim|\bmaxim.*\b(?:equal|several|twice|once|ties?|tied|share)\b|\bshare\b.*\bmaxim",
    re.I | re.S,
)
_THE_ONE = re.compile(
    r"^(?:this|that|it) is (?P<one>the (?:one|element|tap|position) (?:with|of|at) [^.;]*)[.;]?$", re.I
)


_FOR_THIS = r"(?: for (?:this|that|it|`?\[[A-Z]\w{0,6}\]`?))?"
_IT = r"^(?:note: |remark: )?(?:for (?:this|that|which),? )?it "
_BUT_NOT = r",? (?:but|though|although) (?:it )?(?:is |does )?not "
_ENOUGH = re.compile(
    rf"{_IT}(?:(?:is|is already) (?:enough|sufficient)|suffices){_FOR_THIS}"
    rf"(?:{_BUT_NOT}(?:necessary|the weakest(?: possible)?(?: condition| one)?){_FOR_THIS},?)?"
    r" that (?P<what>[^;:]*?)(?:; this (?:condition )?(?P<is>is (?:also )?(?:not )?[\w ]{1,40}))?\W*$",
    re.I,
)
_MET = re.compile(
    r"^(?:(?:rule|condition|constraint|requirement|clause) \S{1,12}|this|it) (?:is|are)"
    r" (?:certainly|certain to|always|surely|sure to|guaranteed to|guaranteed to be) ?(?:be )?"
    r"(?:met|hold|satisfied|fulfilled) (?:if|when|where|as soon as) (?P<what>[^;:]*?)\W*$",
    re.I,
)
"""A rule that is met if a condition holds: that is enough for it."""
_NECESSARY = re.compile(
    rf"{_IT}is (?:both )?necessary{_FOR_THIS}(?: and sufficient|{_BUT_NOT}(?:enough|sufficient|suffice))?{_FOR_THIS},?"
    r" that (?P<what>[^;:]*?)\W*$",
    re.I,
)
"""What is said of a condition before it is: that it is enough, or that it is needed."""
_FOLLOWING = re.compile(
    r"^(?:NOTE \d{1,3} |note: |remark: )?(?:the following|these|two|both) (?:pair of |two |set of )?conditions? "
    r"(?:together )?(?:(?:is|are) (?:both )?)?"
    r"(?P<how>necessary and sufficient|sufficient and necessary|necessary|sufficient|enough|suffices?)"
    r"(?: for [^,:;]{1,40})?"
    r"(?:,? but (?:it|they|this) (?:is|are) not [^:;]{1,40})?: (?P<what>[^;:]*?)\W*$",
    re.I,
)
"""What is said of conditions that stand behind it."""
_SEE = (
    r"see (?:the )?(?:table|section|figure|note|rule|clause|part|example|formula|annex)s?\b"
    r"(?![^()]{0,60}\b(?:where|which|that|is|are|must|shall)\b)[^()]{0,60}"
)
"""A reference in brackets that says nothing itself."""
_LABEL = r"(?:[A-Z]{1,10}-){1,4}\d{1,4}"
_REFERENCE = re.compile(
    rf" \((?:(?:see )?{_LABEL}|{_SEE})\)"
    r"|, see [`\[]+[A-Z]{1,10}\d{1,4}[`\]]+(?: of [`$]?\w{1,20}[`$]?)?(?=[.;,]|$)"
)
_LETTER = r"[a-z](?:'|\u2032|\^\{?(?:\*|\\ast|\\star|\\prime)\}?)"
_PLACE = re.compile(
    rf"(?:^(?:where )?|(?<=[;:]\s))(?:(?:the|both) coordinates?|(?:the place )?\(?{_LETTER},? (?:and )?{_LETTER}\)?)"
    r"\s+(?:(?=(?:is|are|(?:shall|must)\s+be)\s+(?:counted|measured)\s+in\b)"
    r"|is the (?:place|position) of the selected element,\s+(?=counted\s+in\b))",
    re.I,
)
"""A place by its letters, `h'` and `w'`, or as coordinates, where it is said in what that is counted."""


_LET_PLACE = re.compile(
    rf"^let \({_LETTER}, ?{_LETTER}\) be (?P<what>the (?:place|position) of the selected element)"
    r" (?=in (?:the )?(?:padded )?X\b)",
    re.I,
)
_SELECTED_PLACE = re.compile(
    rf"^(?:if|with|where|let) \({_LETTER}, ?{_LETTER}\)(?: is| be| being)? (?:the )?(?:selected place"
    r"|(?:place|position) of the (?:winner|maximum|selected (?:element|one)))(?: in (?:the )?X)?,?"
    r" (?:being )?(?=counted (?:in|without|with|from)\b)",
    re.I,
)
_ENTRY_TOLD = re.compile(
    r"^(?P<entry>`?pads\[\d\]`?) is (?P<name>`?x\d_(?:begin|end)`?), (?P<what>the (?:rows|columns) [^(),;]{1,60}?)"
    r"(?: \((?P<side>top|left|bottom|right)\))?[.;,]?$",
    re.I,
)
"""An entry by its name, by what it counts and by its side."""
_PAIR = re.compile(rf"^(?P<pair>the pair) \({_LETTER}, ?{_LETTER}\)(?= counts?\b)", re.I)
_EVEN_IF_NAN = re.compile(r",? even (?:if|when|where) (?:that|this|the) element is (?:a )?NaN(?=\W*$)", re.I)
"""What only follows for the element that was spoken of: it is selected whatever it is."""
_COORDINATES = re.compile(r"^\([a-z]'?, ?[a-z]'?\) (?:are|is) (?:the )?(?:coordinates|position|place) (?=in\b)", re.I)
_OF_THE_SELECTED = re.compile(
    rf"^for the selected element(?: at (?:the )?(?:place|position) \({_LETTER}, {_LETTER}\))?"
    r"(?: of the (?:image|input))?, ",
    re.I,
)
_READ_AS = re.compile(
    r"\b(?P<of>padding)\b(?P<said>[^;:.]{0,60}); (?:reading|treating|regarding|taking) (?:it|them) as"
    r" (?P<as>[^;:.,]{1,30}?) (?:leads to|gives|yields|has) the same (?:results?|outputs?|effect)\b",
    re.I,
)
"""What padding may be taken for: to say that it makes no difference is to say that it counts as that."""


def without_references(text: str) -> str:
    """A sentence without the names of what it says in words as well, and without labels in brackets; what padding may
    be read as is said of padding."""
    text = _READ_AS.sub(
        r"\g<of>\g<said>; \g<of> counts as \g<as>", _OF_THE_SELECTED.sub("", _EVEN_IF_NAN.sub("", text))
    )
    if (told := _ENTRY_TOLD.match(text)) is not None:
        return (
            "; ".join(f"{told['entry']} is {each}" for each in (told["name"], told["what"], told["side"]) if each) + "."
        )
    text = _SELECTED_PLACE.sub("the position is ", text)
    text = _COORDINATES.sub("the position is counted ", _LET_PLACE.sub(r"\g<what> is counted ", text))
    return _PLACE.sub("the position ", _REFERENCE.sub("", _PAIR.sub(r"\g<pair>", text)))


def gone_on_about(text: str, before: str) -> str:
    """A sentence with what the one before is about, in the place of what only points to it."""
    if (one := _THE_ONE.match(text)) is not None and _OF_MAXIMA.search(before) is not None:
        return f"Of several equal maxima, {one['one']} is selected."
    if (enough := _ENOUGH.match(text)) is not None:
        more = f"; that {enough['what']} {enough['is']}" if enough["is"] else ""
        return f"{enough['what']} suffices by itself{more}."
    if (met := _MET.match(text)) is not None and _PADS.search(text) is not None:
        return f"{met['what']} suffices by itself."
    if (following := _FOLLOWING.match(text)) is not None:
        is_needed = "necessary" in following["how"].lower()
        return f"That {following['what']} is necessary." if is_needed else f"{following['what']} suffices by itself."
    if (needed := _NECESSARY.match(text)) is not None:
        return f"That {needed['what']} is necessary."
    if _OF_PADDING.match(before) is not None and (counted := _COUNTED_AS.match(text)) is not None:
        return f"Padding counts as {counted['as']}."
    if (case := _ALONE.match(before)) is not None and before.endswith(".") and _OF_RESULTS.search(text) is not None:
        return f"If a window holds only {case['what']}, {text}"
    if (case := _ALONE.match(text)) is not None and not text.endswith(case[0]):
        return f"If a window holds only {case['what']}, {text[case.end() :]}"
    if _SMALL_PADS.search(before) is None:
        return text
    small = f"{SMALL_PADS} {SMALL_DILATIONS}" if _SMALL_DILATIONS.search(before) is not None else SMALL_PADS
    if "dilation" in before and small == SMALL_PADS:
        return text
    if _NO_WEAKER.match(text) is not None:
        return f"{small} is the weakest condition."
    return _THIS_IS.sub(small, _GOES_ON.sub(f"{small} ", text))
