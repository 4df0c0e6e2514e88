// Runs an operator's clauses (`spec/explorer/script.py`) on a call: what `spec/operator/operator.py` does in Python.
"use strict";

class Violation extends Error {}

Object.assign(explorer, (() => {
  const inside = (e, more) => Object.assign(Object.create(e), more);

  // The values that break a formula: of its variables, and of the first instance of a `for all` that fails.
  const found = (part, e) => {
    if (part.any) return Object.assign({}, ...part.any.map((each) => found(each, e)));
    if (part.instance) {
      for (let i = part.low(e); i < part.high(e); i++) {
        const inner = inside(e, { [part.instance]: i });
        if (!part.holdsOf(inner)) return { [part.instance]: i, ...found(part.body, inner) };
      }
    }
    return Object.fromEntries((part.names || []).map((name) => [name, $.at(e, name)]));
  };

  const shown = (value) => String(value);

  const violation = (clause, part, e) => {
    const values = found(part, e);
    const said = Object.keys(values).filter((name) => name in explorer.phrases);
    const phrases = said.map((name) => explorer.phrases[name].replace("{}", shown(values[name])));
    const got = Object.entries(values).map(([name, value]) => `${name} = ${shown(value)}`).join(", ");
    const text = phrases.join("; ") || `expects ${part.expects}, but got ${got}`;
    const broken = new Violation(`${clause.label}: ${text}. ${clause.statement}`);
    return Object.assign(broken, { label: clause.label, clause, values });
  };

  // The call's variables, completed by what the definitions give; throws a Violation at the first broken clause.
  const check = (call) => {
    const e = Object.assign(Object.create(null), call);
    for (const clause of explorer.clauses) {
      for (const part of clause.required || []) if (!part.holds(e)) throw violation(clause, part, e);
      for (const { name, needs, value } of clause.defines || []) {
        if (!(name in e) && needs.every((needed) => needed in e)) e[name] = value(e);
      }
    }
    return e;
  };

  // All that the definitions give, whatever is broken; what divides by nothing positive has no value.
  const sizes = (call) => {
    const e = Object.assign(Object.create(null), call);
    for (const { name, needs, value } of explorer.clauses.flatMap((clause) => clause.defines || [])) {
      if (name in e || !needs.every((needed) => needed in e)) continue;
      try {
        e[name] = value(e);
      } catch (error) {
        if (!(error instanceof DivisorNotPositive)) throw error;
      }
    }
    return e;
  };

  // Not a Set, to which both zeros are one.
  const distinct = (all) => all.filter((one, i) => all.findIndex((other) => Object.is(one, other)) === i);

  // What is to be solved for must have one solution.
  const only = (name, all) => {
    const different = distinct(all);
    if (different.length !== 1) throw new Undefined(`the clauses give ${different.length} values for ${name}`);
    return different[0];
  };

  // The functions of elements, which are Numbers: IEEE 754's, as they are compared there. What has no place in that
  // order has the rank, and what stands in an output is the element, that the clauses give.
  const meanings = (constants) => {
    const e = Object.assign(Object.create(null), constants);
    e.is_nan = (v) => Number.isNaN(v);
    e.is_zero = (v) => v === 0;
    for (const [name, { parameters, candidates }] of Object.entries(explorer.elements)) {
      e[name] = (...args) => {
        if (name === "key" && !e.is_nan(args[0])) return args[0];
        const inner = inside(e, Object.fromEntries(parameters.map((p, i) => [p, args[i]])));
        return only(name, candidates(inner));
      };
    }
    return e;
  };

  const onCells = explorer.clauses.filter((clause) => clause.holds);

  // The outputs at a cell, by their names, as the clauses determine them, and the labels of the clauses that then fail.
  const cell = (e, place) => {
    const inner = inside(e, place);
    const outputs = {};
    for (const [name, { label, candidates }] of Object.entries(explorer.outputs)) {
      const clause = onCells.find((one) => one.label === label);
      const solves = (value) => clause.holds(inside(inner, { [name]: () => value }));
      // Where others determine the clause's other names first, it is whole; else it speaks of the unknown alone.
      const value = only(name, candidates(inner).filter(solves));
      outputs[name] = value;
      inner[name] = () => value;
    }
    const about = onCells.filter((clause) => !clause.variables.some((v) => !(v in inner)));
    return { ...outputs, failing: about.filter((clause) => !clause.holds(inner)).map((clause) => clause.label) };
  };

  // The labels of the clauses on elements alone that some of these break.
  const onElements = (e, all) => {
    const some = distinct(all);
    const about = onCells.filter((clause) => clause.subject === "X");
    const fails = (clause) => some.some((v) => some.some((v2) => !clause.holds(inside(e, { v, v2 }))));
    return about.filter(fails).map((clause) => clause.label);
  };

  return { check, sizes, meanings, cell, onElements };
})());
