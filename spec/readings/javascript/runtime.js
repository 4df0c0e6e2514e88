// What terms as JavaScript are written with (`spec/readings/javascript/expressions.py`): exact arithmetic, ranges, environments.
// A rational is {n, d} with d > 0, or an integer (BigInt), or a Number where an environment has numbers of its own.
"use strict";

// Why a term has no value.
class NoValue extends Error {}
class Undefined extends NoValue {}
class DivisorNotPositive extends NoValue {}
class TooMuchWork extends NoValue {}

const $ = (() => {
  const isRatio = (a) => typeof a === "object";
  const ratio = (a) => (isRatio(a) ? a : { n: a, d: 1n });

  // Sums, differences and products of rationals; where none is {n, d}, JavaScript's own are exact or refuse to mix.
  const add = (a, b) => {
    if (!isRatio(a) && !isRatio(b)) return a + b;
    const [p, q] = [ratio(a), ratio(b)];
    return { n: p.n * q.d + q.n * p.d, d: p.d * q.d };
  };
  const multiply = (a, b) => {
    if (!isRatio(a) && !isRatio(b)) return a * b;
    const [p, q] = [ratio(a), ratio(b)];
    return { n: p.n * q.n, d: p.d * q.d };
  };
  const subtract = (a, b) => add(a, multiply(-1n, b));

  const below = (a, b) => {
    if (!isRatio(a) && !isRatio(b)) return a < b;
    const [p, q] = [ratio(a), ratio(b)];
    return p.n * q.d < q.n * p.d;
  };
  const notAbove = (a, b) => {
    if (!isRatio(a) && !isRatio(b)) return a <= b;
    const [p, q] = [ratio(a), ratio(b)];
    return p.n * q.d <= q.n * p.d;
  };
  const equal = (a, b) => notAbove(a, b) && notAbove(b, a);

  const positive = (dividend, divisor) => {
    if (!below(0n, divisor)) throw new DivisorNotPositive(`${dividend} is divided by ${divisor}`);
  };
  // BigInt's division rounds towards zero, and its remainder has the dividend's sign.
  const modulo = (a, b) => {
    positive(a, b);
    return ((a % b) + b) % b;
  };
  const floorDivide = (a, b) => (a - modulo(a, b)) / b;
  const ceilDivide = (a, b) => -floorDivide(-a, b);
  const divide = (a, b) => {
    positive(a, b);
    const [p, q] = [ratio(a), ratio(b)];
    return { n: p.n * q.d, d: p.d * q.n };
  };
  const floor = (a) => (isRatio(a) ? floorDivide(a.n, a.d) : a);
  const ceil = (a) => (isRatio(a) ? ceilDivide(a.n, a.d) : a);
  const minimum = (a, b) => (below(b, a) ? b : a);
  const maximum = (a, b) => (below(a, b) ? b : a);

  // Whoever asks for an answer within bounds allows so many steps.
  let left = Infinity;
  const allow = (steps) => (left = steps);
  const step = () => {
    if (--left < 0) throw new TooMuchWork("this call needs more steps than are allowed here");
  };

  // Ranges are half-open.
  const every = (low, high, holds) => {
    for (let i = low; i < high; i++, step()) if (!holds(i)) return false;
    return true;
  };
  const some = (low, high, holds) => !every(low, high, (i) => !holds(i));
  const sum = (low, high, summand) => {
    let total = 0n;
    for (let i = low; i < high; i++, step()) total = add(total, summand(i));
    return total;
  };
  const each = (low, high, found) => {
    const all = [];
    for (let i = low; i < high; i++, step()) all.push(...found(i));
    return all;
  };

  // An environment is an object without a prototype, or with another environment for one.
  const at = (e, name) => {
    const value = e[name];
    if (value === undefined) throw new Undefined(`${name} has no value here`);
    return value;
  };

  return {
    add, subtract, multiply, divide, floor, ceil, floorDivide, ceilDivide, modulo, minimum, maximum,
    below, notAbove, equal, every, some, sum, each, at, allow,
  };
})();
