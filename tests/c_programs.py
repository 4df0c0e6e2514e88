"""Functions of C in the styles of several authors; wrong ones made from them are in `proofs.soundness.c_programs`."""

from __future__ import annotations

from proofs.soundness.c_programs import RIGHT as RIGHT
from proofs.soundness.c_programs import WRONG as WRONG
from proofs.soundness.c_programs import text_of as text_of
from proofs.soundness.c_programs import wrong as wrong
