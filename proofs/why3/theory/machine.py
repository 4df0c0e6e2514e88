"""The sizes and the loops in Why3's machine integers: nothing overflows for what fits, and C is extracted of both.

Integers are those of `mach.int`, whose operations demand that their result fits: `int64` for a size, `int32` for the
loops, since the pointers of `mach.c` are moved by so many places. What a call must meet is required in the clauses' own
words; that sizes fit is added. Of a size it is ensured what the definitions say. Of the loops it is shown that nothing
overflows, that no pointer leaves its tensor, that each window has an element, and that they end: what they compute,
`maxpool prove --source` shows of the C.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proofs.why3.theory.clauses import NotStated, clause_name, defined_by, definitions
from spec.language.fold import subterms
from spec.language.terms import Op, Operation, Term, Variable, free_variables
from spec.operator.clauses import Clause
from spec.operator.operator import Operator
from spec.readings.whyml import identifier, to_whyml
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x

PASSED = (x, pad_begin, pad_end, dilation, kernel, stride)
"""What is passed of an axis."""
FITS = x + pad_begin + pad_end
"""The largest quantity on the way: an extent that is no larger than the padded input fits too."""
MODULES = ("Machine", "Loops")
FUNCTION = "size"


def size(operator: Operator) -> str:
    """The module: Y's size on an axis, from its attributes. What the clauses define is passed as ghosts."""
    defining, defined = _defining(operator), dict(_values(operator))
    ghosts = {v: f"_{v.name}" for v in defined}
    *_, last = defined
    passed, given = " ".join(v.name for v in PASSED), " ".join(ghosts.values())
    lines = [f"  (* {_WORDS} *)", f"  let {FUNCTION} ({passed} : int64) (ghost {given} : int) : int64"]
    for clause in operator.on_axis().clauses:
        if clause in defining or free_variables(clause.formula) <= {*PASSED, last}:
            lines.append(f"    requires {{ [@expl:{clause.label}] {_applied(clause, ghosts)} }}")
    lines.append(f"    requires {{ [@expl:capacity] {to_whyml(FITS)} <= max_int64 }}")
    lines.append(f"    ensures {{ [@expl:{defining[-1].label}] to_int result = {ghosts[last]} }}")
    return "\n".join([*lines, "  =", *_body(defined, ghosts)])


_WORDS = "Y's size on a spatial axis, in 64 bits."


def _defining(operator: Operator) -> tuple[Clause, ...]:
    """The definitions on an axis, each after those that it needs."""
    return tuple(c for c in operator.on_axis().clauses if c in set(definitions(operator)))


def _values(operator: Operator) -> Iterator[tuple[Variable, Term]]:
    for clause in _defining(operator):
        yield from defined_by(clause.formula)


def _applied(clause: Clause, names: Mapping[Variable, str]) -> str:
    free = sorted(free_variables(clause.formula), key=lambda v: v.name)
    return " ".join([clause_name(clause.label), *(names.get(v, identifier(v.name)) for v in free)])


def _body(defined: Mapping[Variable, Term], ghosts: Mapping[Variable, str]) -> Iterator[str]:
    """The definitions computed one after another; of the division, ghosts say that it is the one of the clauses."""
    *names, last = defined
    divisions = [t.args for t in subterms(defined[last]) if isinstance(t, Operation) and t.op is Op.FLOOR_DIV]
    if len(divisions) != 1:
        raise NotStated(f"the definition of {last.name} does not have one division that rounds down")
    ((p, q),) = divisions
    whole, part = to_whyml(p, {v.name: text for v, text in ghosts.items()}), to_whyml(q)
    yield f"    assert {{ 0 <= {whole} by {whole} = {part} * div {whole} {part} + mod {whole} {part} }};"
    for name in names:
        yield f"    let {name.name} = {to_whyml(defined[name])} in"
    yield f"    let ghost quotient = pure {{ Computer.div {to_whyml(p)} {part} }} in"
    yield f"    let ghost rest = pure {{ Computer.mod {to_whyml(p)} {part} }} in"
    yield f"    quotient_and_remainder {whole} quotient rest (to_int {part});"
    yield f"    {to_whyml(defined[last]).replace(to_whyml(p // q), f'{to_whyml(p)} / {part}')}"


# --- the loops -------------------------------------------------------------------------------------

DRIVER = """\
module {file}.Element
  prelude "#include <math.h>\\n\\ntypedef float element;\\n\\n\\
static element counted(element e)\\n{{\\n  return isnan(e) ? -INFINITY : e;\\n}}"
  syntax type element "element"
end
module {file}.Loops
  syntax val greater "counted(%1) > counted(%2)" prec 6 6 5
  syntax val select "counted(%1)" prec 1 15
end
"""
"""What stands in C for elements, which are abstract in WhyML: floats, a NaN counting as -inf."""


def loops(operator: Operator) -> str:
    """The module's parts: what an axis must meet, and the loops."""
    clauses = operator.on_axis().clauses
    ghosts = {v: f"_{v.name}" for v, _ in _values(operator)}
    given = sorted({v.name for clause in clauses for v in free_variables(clause.formula)})
    named = " ".join(f"_{name}" if name in {v.name for v in ghosts} else name for name in given)
    lines = [f"  predicate axis ({named} : int) ="]
    lines += [f"    (* {clause.label} *) {_applied(clause, ghosts)} /\\" for clause in clauses]
    lines.append(f"    (* capacity *) {to_whyml(FITS)} <= max_int32")
    axes = {f"axis_{i}": " ".join(["axis", *(_ON_AXIS[name][i] for name in given)]) for i in range(2)}
    axes |= {f"tap_{i}": " ".join(_passed(name, i) for name in given) for i in range(2)}
    return "\n".join([*lines, _LEMMAS.format(given=named), _LOOPS.format(**axes)])


_GHOSTS = ("extent", "pad_end", "slack")
_ON_AXIS: Mapping[str, tuple[str, str]] = {
    **{name: (f"{name}_0", f"{name}_1") for name in _GHOSTS},
    **{"dilation": ("dilations_0", "dilations_1"), "kernel": ("kernel_shape_0", "kernel_shape_1")},
    **{"pad_begin": ("pads_0", "pads_1"), "stride": ("strides_0", "strides_1")},
    **{"x": ("height", "width"), "y": ("out_height", "out_width")},
}
"""What the quantities of each axis are called in the loops: those that no C is made of are ghosts."""


def _passed(name: str, axis: int) -> str:
    """A quantity as what is passed to a ghost: an integer."""
    text = _ON_AXIS[name][axis]
    return text if name in _GHOSTS else f"(to_int {text})"


_LEMMAS = """\
  let ghost grows (n k : int) : unit
    requires {{ 0 <= n /\\ 1 <= k }}
    ensures {{ n <= n * k }}
  = assert {{ 0 <= n * (k - 1) }}
  let ghost below (a b k : int) : unit
    requires {{ 0 <= a <= b /\\ 0 <= k }}
    ensures {{ 0 <= a * k <= b * k }}
  = assert {{ 0 <= (b - a) * k }}
  (* A step of a flat number: the place b among k, of the a-th of n. *)
  let ghost place (a b k : int32) (n : int) : unit
    requires {{ 0 <= a < n /\\ 0 <= b < k /\\ n * k <= max_int32 }}
    ensures {{ 0 <= a * k <= max_int32 /\\ 0 <= a * k + b < n * k }}
  = let a = to_int a in
    let k = to_int k in
    assert {{ (a + 1) * k <= n * k by 0 <= (n - a - 1) * k }};
    assert {{ 0 <= a * k <= (a + 1) * k }}
  (* The tap h of the window m is a position in the padded input. *)
  let ghost tap (m h : int) ({given} : int) : unit
    requires {{ 0 <= m < _y /\\ 0 <= h < kernel /\\ axis {given} }}
    ensures {{ 0 <= m * stride /\\ 0 <= h * dilation /\\ m * stride + h * dilation <= max_int32 }}
  = below m (_y - 1) stride;
    below h (kernel - 1) dilation;
    assert {{ (_y - 1) * stride <= _slack by _slack = stride * div _slack stride + mod _slack stride }}"""

_LOOPS = """\
  (* The loops, in 32 bits. *)
  let windows (x y : ptr element) (indices : ptr int32) (batch channels height width out_height out_width : int32)
    (dilations_0 dilations_1 kernel_shape_0 kernel_shape_1 pads_0 pads_1 strides_0 strides_1 : int32)
    (ghost extent_0 extent_1 pad_end_0 pad_end_1 slack_0 slack_1 : int) : unit
    requires {{ [@expl:X.batch-and-channels] 0 <= batch /\\ 0 <= channels }}
    requires {{ {axis_0} }}
    requires {{ {axis_1} }}
    requires {{ [@expl:capacity] batch * channels * height * width <= max_int32 }}
    requires {{ [@expl:capacity] batch * channels * out_height * out_width <= max_int32 }}
    requires {{ valid x (batch * channels * height * width) }}
    requires {{ valid y (batch * channels * out_height * out_width) /\\ writable y }}
    requires {{ valid indices (batch * channels * out_height * out_width) /\\ writable indices }}
  =
    let ghost planes = to_int batch * to_int channels in
    let ghost lines = planes * to_int height in
    let ghost out_lines = planes * to_int out_height in
    let ghost size = lines * to_int width in
    let ghost out_size = out_lines * to_int out_width in
    grows planes (to_int height);
    grows lines (to_int width);
    grows planes (to_int out_height);
    grows out_lines (to_int out_width);
    assert {{ valid x size /\\ valid y out_size /\\ valid indices out_size }};
    let b = ref 0 in
    while !b < batch do
      invariant {{ 0 <= !b <= batch }}
      variant {{ batch - !b }}
      let c = ref 0 in
      while !c < channels do
        invariant {{ 0 <= !c <= channels }}
        variant {{ channels - !c }}
        place !b !c channels (to_int batch);
        let plane = !b * channels + !c in
        let m = ref 0 in
        while !m < out_height do
          invariant {{ 0 <= !m <= out_height }}
          variant {{ out_height - !m }}
          place plane !m out_height planes;
          let out_line = plane * out_height + !m in
          let n = ref 0 in
          while !n < out_width do
            invariant {{ 0 <= !n <= out_width }}
            variant {{ out_width - !n }}
            let index = ref (-1 : int32) in
            let h = ref 0 in
            while !h < kernel_shape_0 do
              invariant {{ 0 <= !h <= kernel_shape_0 }}
              invariant {{ -1 <= !index < size }}
              invariant {{ forall h0 w0 : int. 0 <= h0 < !h -> 0 <= w0 < kernel_shape_1 ->
                on_axis dilations_0 pads_0 strides_0 height !m h0 ->
                on_axis dilations_1 pads_1 strides_1 width !n w0 -> 0 <= !index }}
              variant {{ kernel_shape_0 - !h }}
              tap (to_int !m) (to_int !h) {tap_0};
              let row = !m * strides_0 + !h * dilations_0 - pads_0 in
              assert {{ on_axis dilations_0 pads_0 strides_0 height !m !h <-> 0 <= row < height }};
              let w = ref 0 in
              while !w < kernel_shape_1 do
                invariant {{ 0 <= !w <= kernel_shape_1 }}
                invariant {{ -1 <= !index < size }}
                invariant {{ forall h0 w0 : int. 0 <= h0 < !h -> 0 <= w0 < kernel_shape_1 ->
                  on_axis dilations_0 pads_0 strides_0 height !m h0 ->
                  on_axis dilations_1 pads_1 strides_1 width !n w0 -> 0 <= !index }}
                invariant {{ forall w0 : int. 0 <= w0 < !w -> 0 <= row < height ->
                  on_axis dilations_1 pads_1 strides_1 width !n w0 -> 0 <= !index }}
                variant {{ kernel_shape_1 - !w }}
                tap (to_int !n) (to_int !w) {tap_1};
                let column = !n * strides_1 + !w * dilations_1 - pads_1 in
                assert {{ on_axis dilations_1 pads_1 strides_1 width !n !w <-> 0 <= column < width }};
                if 0 <= row && row < height && 0 <= column && column < width then begin
                  place plane row height planes;
                  let line = plane * height + row in
                  place line column width lines;
                  let here = line * width + column in
                  if !index < 0 || greater (get_ofs x here) (get_ofs x !index) then index := here
                end;
                w := !w + 1
              done;
              h := !h + 1
            done;
            assert {{ [@expl:windows.meet-input] has_tap dilations_0 kernel_shape_0 pads_0 strides_0 height !m }};
            assert {{ [@expl:windows.meet-input] has_tap dilations_1 kernel_shape_1 pads_1 strides_1 width !n }};
            let ghost some_h = any int
              ensures {{ 0 <= result < kernel_shape_0 /\\ on_axis dilations_0 pads_0 strides_0 height !m result }} in
            let ghost some_w = any int
              ensures {{ 0 <= result < kernel_shape_1 /\\ on_axis dilations_1 pads_1 strides_1 width !n result }} in
            assert {{ 0 <= !index by 0 <= some_h /\\ 0 <= some_w }};
            place out_line !n out_width out_lines;
            let cell = out_line * out_width + !n in
            set_ofs y cell (select (get_ofs x !index));
            set_ofs indices cell !index;
            n := !n + 1
          done;
          m := !m + 1
        done;
        c := !c + 1
      done;
      b := !b + 1
    done"""
