"""Right statements on bit patterns: of each type, of what is computed from patterns, and of floats."""

from __future__ import annotations

ON_BITS = (
    ("irreflexive", "(not (greater a a))", ""),
    ("asymmetric", "(not (greater b a))", "(greater a b)"),
    ("by-keys", "(= (greater a b) (bvsgt (key a) (key b)))", ""),
    ("lowest", "(not (greater lowest a))", ""),
    ("first", "(or (= (first a b) a) (= (first a b) b))", ""),
    ("not-less", "(not (greater b (first a b)))", ""),
    ("both", "(and (= a b) (not (greater a b)))", "(= a b)"),
    ("unsigned", "(or (bvugt a b) (bvugt b a) (= a b))", ""),
    ("signed", "(=> (bvsgt a b) (not (bvsgt b a)))", ""),
    ("let-apart", "(= (bvand (bvxor a b) (bvxor a a)) (bvxor b b))", ""),
)
COMPUTED_ON_BITS = (
    ("added", "(= (bvsub (bvadd a b) b) a)", ""),
    ("multiplied", "(= (bvmul a b) (bvmul b a))", ""),
    ("parted", "(= (concat ((_ extract 7 3) a) ((_ extract 2 0) a)) ((_ extract 7 0) a))", ""),
    ("low-part", "(= ((_ extract 3 0) a) ((_ extract 3 0) (bvand a b)))", "(= (bvand a b) a)"),
    ("widened", "(= ((_ extract 7 0) ((_ sign_extend 4) ((_ extract 7 0) a))) ((_ extract 7 0) a))", ""),
    ("sign-kept", "(= (bvsgt ((_ sign_extend 4) a) ((_ sign_extend 4) b)) (bvsgt a b))", ""),
    ("zeros-before", "(= (bvugt ((_ zero_extend 4) a) ((_ zero_extend 4) b)) (bvugt a b))", ""),
    ("shifted", "(not (bvugt (bvlshr a b) a))", ""),
    ("either-bit", "(= (bvor a b) (bvadd (bvand a b) (bvxor a b)))", ""),
)
OF_FLOATS = (
    ("same-number", "(= (number a) (number b))", "(= a b)"),
    ("greatest-number", "(fp.geq (fp.max (number a) (number b)) (number a))", "(not (or (is_nan a) (is_nan b)))"),
    ("greatest-of-nan", "(= (fp.max (number a) (number b)) (number b))", "(is_nan a)"),
    ("nan", "(= (value a) lowest)", "(is_nan a)"),
    ("zeros", "(not (or (greater a b) (greater b a)))", "(and (is_zero a) (is_zero b))"),
    ("numbers", "(= (greater a b) (fp.gt (number a) (number b)))", "(and (not (is_nan a)) (not (is_nan b)))"),
    ("value", "(=> (not (is_nan a)) (= (value a) a))", ""),
)
"""A name, the goal, what is given."""
