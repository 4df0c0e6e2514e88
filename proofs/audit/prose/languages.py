"""Which language a text is in, by its function words; and the verbs with which an editor's note begins, in each."""

from __future__ import annotations

import re
from collections.abc import Mapping

ENGLISH = "English"


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    ENGLISH: _words(
        "the of and to is are in for with that this which be by from as on it its at or not an each if when "
        "where see shall must has have was were will these those their then than only"
    ),
    "French": _words(
        "le la les l un une des du de d et est sont pour avec dans sur que qui ce cette ces au aux par pas ou "
        "plus faites faire été ont ait si il ne se cela ci voir"
    ),
    "German": _words(
        "der die das den dem des ein eine einer eines und ist sind für mit nicht auf zu im von bei wenn wird "
        "werden noch auch oder hier als aus dass"
    ),
    "Spanish": _words(
        "el la los las un una unos unas de del y es son para con en que por no se lo al este esta estos sobre "
        "como más si ya aquí falta"
    ),
    "Italian": _words(
        "il lo la gli le un una di del della dei delle e è sono per con nel nella che non si al alla questo "
        "questa come più da se anche qui"
    ),
}

EDITORS_VERBS: Mapping[str, frozenset[str]] = {
    ENGLISH: _words(
        "add check move fix clarify rewrite rephrase reword verify review remove delete update correct "
        "replace complete confirm ask insert expand shorten merge split rename explain justify revise "
        "reformulate improve double-check mention change"
    ),
    "French": _words(
        "ajouter rajouter changer vérifier verifier reporter supprimer mettre appliquer voir corriger "
        "compléter completer modifier revoir préciser preciser déplacer deplacer remplacer reformuler enlever "
        "clarifier expliquer indiquer donner faire assurer demander reprendre harmoniser"
    ),
    "German": _words(
        "prüfen überprüfen ergänzen hinzufügen ändern löschen korrigieren verschieben ersetzen klären "
        "umformulieren anpassen streichen nachtragen bitte noch"
    ),
    "Spanish": _words(
        "añadir agregar revisar corregir cambiar eliminar verificar comprobar mover completar poner aclarar "
        "quitar reemplazar borrar falta"
    ),
    "Italian": _words(
        "aggiungere verificare correggere spostare controllare modificare eliminare completare chiarire "
        "sostituire rivedere togliere cambiare inserire"
    ),
}
_PHRASES = re.compile(
    r"^(?:make sure|be sure|to do|to be (?:added|checked|done|completed|confirmed|fixed|moved)|should we|do we|"
    r"we (?:should|need to)|need(?:s)? to|not sure|why\b.*\?|is (?:this|it)\b.*\?|are (?:we|these)\b.*\?|"
    r"il faut|à (?:vérifier|tester|faire|compléter|revoir)|s['’]assurer|zu (?:prüfen"
    r"|klären|ergänzen)|da (?:fare|verificare)|hay que)",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|\$[^$]*\$")


def words(text: str) -> list[str]:
    """The words of a text in lower case, what is quoted left out."""
    return [w.lower() for w in _WORD.findall(_QUOTED.sub(" ", text).replace("’", " ").replace("'", " "))]


def scores(text: str) -> dict[str, int]:
    """How many words of a text are function words of each language."""
    found = words(text)
    return {language: sum(word in known for word in found) for language, known in FUNCTION_WORDS.items()}


def main_language(text: str) -> str:
    """The language that most of a text is in; English where nothing tells."""
    counted = scores(text)
    best = max(counted, key=lambda language: counted[language])
    return best if counted[best] > counted[ENGLISH] else ENGLISH


def is_foreign(text: str, main: str) -> bool:
    """Whether a text is clearly in another language than the main one."""
    counted = scores(text)
    other = max((n for language, n in counted.items() if language != main), default=0)
    return other >= 2 and other > counted[main]


def begins_as_note(text: str) -> bool:
    """Whether a text begins as an editor speaks to himself: an imperative or infinitive, in any of the languages."""
    bare = text.lstrip(" \t\n(*_>-–—[").strip()
    found = words(bare)
    if _PHRASES.match(bare):
        return True
    return bool(found) and any(found[0] in verbs or found[:2] == ["s", "assurer"] for verbs in EDITORS_VERBS.values())
