// What is typed, as a call, and what comes of it as text. A call is described as `reference/call.py` does in Python.
"use strict";

Object.assign(explorer, (() => {
  const words = (text) => text.split(/[\s,;[\]()]+/).filter((word) => word !== "");
  const isInteger = (word) => /^[+-]?\d+$/.test(word);
  const integer = (word) => BigInt(word.replace("+", ""));

  // --- element types: what a number is rounded to, and which numbers there are ---

  // Rounds to the nearest multiple of 2^-10 of its power of two, ties to even: the numbers of 16 bits.
  const half = (v) => {
    if (!Number.isFinite(v) || v === 0) return v;
    const exponent = new DataView(new Float64Array([v]).buffer).getUint16(6, true) >> 4;
    const step = 2 ** (Math.max((exponent & 0x7ff) - 1023, -14) - 10);
    const steps = Math.abs(v) / step;
    const low = Math.floor(steps);
    const up = steps - low > 0.5 || (steps - low === 0.5 && low % 2 === 1);
    const rounded = (low + (up ? 1 : 0)) * step;
    return Math.sign(v) * (rounded > 65504 ? Infinity : rounded);
  };
  const whole = (low, high) => (v) => (Number.isInteger(v) && low <= v && v <= high ? v + 0 : undefined);
  const integers = (name) => {
    const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(name);
    return { rounded: unsigned ? whole(0, 2 ** bits - 1) : whole(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) };
  };
  const FLOATS = {
    float16: { rounded: half, lowest: -65504 },
    float: { rounded: Math.fround, lowest: -3.4028234663852886e38 },
    double: { rounded: (v) => v, lowest: -Number.MAX_VALUE },
  };
  const TYPES = Object.fromEntries(explorer.types.map((name) => [name, FLOATS[name] ?? integers(name)]));
  const NAMED = { nan: NaN, inf: Infinity, infinity: Infinity };

  // The element that a word is in a type; undefined where it is none.
  const element = (word, type) => {
    const [, sign, rest] = /^([+-]?)(.*)$/.exec(word.toLowerCase());
    const size = rest in NAMED ? NAMED[rest] : /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(rest) ? Number(rest) : undefined;
    return size === undefined ? undefined : TYPES[type].rounded(sign === "-" ? -size : size);
  };

  // The shortest text that is this element in a type.
  const text = (v, type) => {
    if (Object.is(v, -0)) return "-0";
    if (!Number.isFinite(v)) return Number.isNaN(v) ? "NaN" : v < 0 ? "-inf" : "inf";
    for (let digits = 1; digits < 17; digits++) {
      const shorter = Number(v.toPrecision(digits));
      if (Object.is(TYPES[type].rounded(shorter), v)) return String(shorter);
    }
    return String(v);
  };

  // --- the call ---

  const LISTS = ["dilations", "kernel_shape", "pads", "strides"];
  const SINGLE = ["auto_pad", "ceil_mode", "storage_order"];

  // The variables of one attribute, as it is typed; nothing typed is an attribute that is not set.
  const attribute = (name, typed) => {
    const found = words(typed);
    const given = found.length > 0;
    const odd = found.some((word) => !isInteger(word));
    const e = { [`given(${name})`]: given, [`type(${name})`]: "Absent" };
    if (!given) return e;
    if (LISTS.includes(name)) {
      e[`type(${name})`] = odd ? "list with string" : "list of integers";
      e[`length(${name})`] = BigInt(found.length);
      if (!odd) found.forEach((word, i) => (e[`${name}[${i}]`] = integer(word)));
    } else {
      e[`type(${name})`] = odd ? "string" : "integer";
      e[name] = odd ? found.join(" ") : integer(found[0]);
    }
    return e;
  };

  const describe = (typed, shape) => {
    const names = [...LISTS, ...SINGLE];
    const e = Object.assign({ unknown_attributes: "none" }, ...names.map((name) => attribute(name, typed[name])));
    e.defaults_used = BigInt(names.filter((name) => !e[`given(${name})`]).length);
    e["type(X)"] = "tensor";
    e["dtype(X)"] = typed.type;
    e["rank(X)"] = BigInt(shape.length);
    shape.forEach((size, i) => (e[`dX_${i}`] = BigInt(size)));
    return e;
  };

  // The elements of X and its shape, as they are typed; `problem` says what cannot be read.
  const tensor = (typed) => {
    const shape = words(typed.shape).map(Number);
    if (!(typed.type in TYPES)) return { problem: `${typed.type} is no element type of this page` };
    if (shape.some((size) => !Number.isInteger(size) || size < 0)) return { problem: "the shape of X is a list of sizes" };
    const found = words(typed.X);
    const needed = shape.reduce((a, b) => a * b, 1);
    if (found.length !== needed) return { problem: `X has ${needed} elements by its shape, but ${found.length} are typed` };
    const cells = found.map((word) => element(word, typed.type));
    const odd = cells.indexOf(undefined);
    return odd < 0 ? { shape, cells } : { problem: `${found[odd]} is not a number of type ${typed.type}` };
  };

  // What the clauses make of all that is typed: a `problem` of reading, what is `broken`, or the outputs cell by cell.
  const run = (typed) => {
    const X = tensor(typed);
    if (X.problem) return { problem: X.problem };
    const described = describe(typed, X.shape);
    const result = { X, sizes: explorer.sizes(described) };
    $.allow(WORK);
    try {
      const { lowest } = TYPES[typed.type];
      const constants = lowest === undefined ? {} : { minus_infinity: -Infinity, lowest, zero: 0 };
      const e = Object.assign(explorer.meanings(constants), explorer.check(described));
      const [, C, H, W] = X.shape;
      e.X = (b, c, row, column) => X.cells[((Number(b) * C + Number(c)) * H + Number(row)) * W + Number(column)];
      const places = cells([0, 1, 2, 3].map((i) => e[`dY_${i}`]));
      const outputs = places.map(([b, c, m, n]) => explorer.cell(e, { b, c, m, n }));
      const failing = [...outputs.flatMap((one) => one.failing), ...explorer.onElements(e, X.cells)];
      return { ...result, e, places, outputs, failing: [...new Set(failing)] };
    } catch (error) {
      if (error instanceof Violation) return { ...result, broken: error };
      if (error instanceof NoValue) return { ...result, problem: error.message };
      throw error;
    }
  };

  const cells = (sizes) => {
    let places = [[]];
    for (const size of sizes) places = places.flatMap((place) => $.each(0n, size, (i) => [[...place, i]]));
    return places;
  };

  // So many steps a page may take: enough for what a person types.
  const WORK = 2000000;

  return { run, text, words };
})());

if (typeof module !== "undefined") module.exports = explorer;
