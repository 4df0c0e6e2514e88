// The explorer's page: what is typed, what `explorer` (made from the clauses) says of it, and how it is shown.
"use strict";

(() => {
  const FIRST = {
    type: "float", shape: "1 1 3 4", X: "1 2 0 -1\n0 5 5 3\n-0 NaN 4 2", kernel_shape: "2 2", strides: "2 1", dilations: "1 1",
    pads: "0 1 1 0", auto_pad: "NOTSET", ceil_mode: "0", storage_order: "0",
  };
  const LARGEST = 40n; // The rows and columns that a drawing has room for.

  const form = document.getElementById("call");
  const verdict = document.getElementById("verdict");
  const result = document.getElementById("result");
  let chosen = 0;

  const make = (tag, attributes, ...children) => {
    const node = Object.assign(document.createElement(tag), attributes);
    node.append(...children.filter((child) => child !== undefined));
    return node;
  };
  const sentence = (...parts) => make("p", {}, ...parts);
  const code = (text) => make("code", { textContent: text });

  // --- the state, which the address keeps ---

  const read = () => Object.fromEntries(Object.keys(FIRST).map((name) => [name, form.elements[name].value]));
  const write = (typed) => Object.keys(FIRST).forEach((name) => (form.elements[name].value = typed[name]));
  const fromAddress = () => ({ ...FIRST, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) });

  // --- what is shown ---

  const tell = (found) => {
    verdict.className = found.broken || found.problem || found.failing?.length ? "broken" : "";
    if (found.problem) return verdict.replaceChildren(sentence(found.problem));
    if (found.broken) {
      const { clause } = found.broken;
      return verdict.replaceChildren(
        sentence("Not legal. It breaks ", code(clause.label), ` (${clause.kind}, ${clause.title}).`),
        sentence(clause.statement.replaceAll("`", "")),
        sentence(code(found.broken.message.slice(clause.label.length + 2, -clause.statement.length - 2))),
        sentence(`${clause.rationale.replaceAll("`", "")} Source: ${clause.source}.`),
      );
    }
    const failing = found.failing.length ? ` These clauses do not hold: ${found.failing.join(", ")}.` : "";
    verdict.replaceChildren(sentence("Legal: every clause holds, on the call and on each cell.".repeat(!failing), failing));
  };

  // The value of a term that is shown, as text; what has none is said.
  const valued = (name, e) => {
    try {
      return explorer.terms[name].value(e);
    } catch (error) {
      if (error instanceof NoValue) return undefined;
      throw error;
    }
  };
  const asText = (value) => (value === undefined ? "no value" : String(value));
  const formula = (label, axis) => explorer.clauses.find((clause) => clause.label === label).formula[axis];

  const sizes = (e) => {
    const rows = [0, 1].flatMap((axis) => {
      const size = `dY_${axis + 2}`;
      const draft = valued(`draft_${axis + 2}`, e);
      const isWrong = size in e && draft !== e[size];
      return [
        ["the padded input", explorer.terms[`padded_${axis + 2}`].text, asText(valued(`padded_${axis + 2}`, e))],
        ["the extent of the kernel", formula("extent", axis), asText(e[`extent_${axis}`])],
        ["the slack", formula("slack", axis), asText(e[`slack_${axis}`])],
        [`${size}, clause Y.shape`, formula("Y.shape", axis), asText(e[size])],
        [`${size} as the draft prints it`, `${size} = ${explorer.terms[`draft_${axis + 2}`].text}`, asText(draft), isWrong],
      ];
    });
    const body = rows.map(([what, text, value, isWrong]) =>
      make("tr", {}, make("th", { textContent: what, scope: "row" }), make("td", {}, code(text)),
        make("td", { textContent: value, className: isWrong ? "wrong" : "" })));
    return make("div", { className: "scroll" },
      make("table", { className: "sizes" }, make("caption", { textContent: "Sizes" }), make("tbody", {}, ...body)));
  };

  const table = (caption, rows, columns, cell) =>
    make("div", { className: "scroll" }, make("table", { className: "grid" }, make("caption", { textContent: caption }),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...columns.map((column) => cell(row, column)))))));

  const span = (low, high) => $.each(low, high, (i) => [i]);

  // The padded plane of X: what lies on it is said by the terms of a tap, for a window of one position at each place.
  const plane = (found, e, [b, c, m, n], index) => {
    const typed = read();
    const first = Object.assign(Object.create(e), { m: 0n, n: 0n, h: 0n, w: 0n });
    const [top, left] = [valued("row", first), valued("column", first)];
    const taps = new Map();
    for (const h of span(0n, e["kernel_shape[0]"])) {
      for (const w of span(0n, e["kernel_shape[1]"])) {
        const here = Object.assign(Object.create(e), { m, n, h, w });
        taps.set(`${valued("row", here)},${valued("column", here)}`, valued("in_range", here));
      }
    }
    const [, C, H, W] = found.X.shape.map(BigInt);
    const caption = `Padded X, batch ${b}, channel ${c}, and the window of Y[${b}, ${c}, ${m}, ${n}]`;
    const rows = span(top, top + valued("padded_2", e));
    const columns = span(left, left + valued("padded_3", e));
    return table(caption, rows, columns, (row, column) => {
      const place = ((b * C + c) * H + row) * W + column;
      const isOn = 0n <= row && row < H && 0n <= column && column < W;
      const tap = taps.get(`${row},${column}`);
      const classes = [!isOn && "padding", tap !== undefined && "tap", isOn && place === index && "chosen"];
      const text = isOn ? explorer.text(found.X.cells[Number(place)], typed.type) : "";
      return make("td", { textContent: text, className: classes.filter(Boolean).join(" ") });
    });
  };

  // A tensor of results, a table for each batch and channel; its cells choose the window.
  const tensor = (name, found, text) => {
    const groups = new Map();
    found.places.forEach((place, i) => {
      const key = `${name}[${place[0]}, ${place[1]}]`;
      groups.set(key, [...(groups.get(key) || []), [place, i]]);
    });
    return [...groups].map(([key, cells]) => {
      const rows = [...new Set(cells.map(([place]) => place[2]))];
      const columns = [...new Set(cells.map(([place]) => place[3]))];
      const at = new Map(cells.map(([place, i]) => [`${place[2]},${place[3]}`, i]));
      return table(key, rows, columns, (row, column) => {
        const i = at.get(`${row},${column}`);
        const button = make("button", { type: "button", textContent: text(found.outputs[i]) });
        button.setAttribute("aria-pressed", String(i === chosen));
        button.addEventListener("click", () => {
          chosen = i;
          show(`${name}-${i}`);
        });
        button.dataset.cell = `${name}-${i}`;
        return make("td", {}, button);
      });
    });
  };

  // Where a call is refused: the window that is named, or the first.
  const windowOf = (found) => {
    const { m } = found.broken?.values ?? {};
    const isSecond = Object.keys(found.broken?.values ?? {}).includes("dX_3");
    return [0n, 0n, m !== undefined && !isSecond ? m : 0n, m !== undefined && isSecond ? m : 0n];
  };

  const drawing = (found) => {
    const e = found.e ?? found.sizes;
    const needed = ["pads[3]", "kernel_shape[1]", "strides[1]", "dilations[1]", "dX_3"];
    if (found.X.shape.length !== 4 || found.X.cells.length === 0 || !needed.every((name) => name in e)) return undefined;
    const extents = [valued("padded_2", e), valued("padded_3", e), e["kernel_shape[0]"], e["kernel_shape[1]"]];
    if (extents.some((size) => size > LARGEST) || [0, 1, 2, 3].some((i) => e[`pads[${i}]`] < 0n)) return undefined;
    return found.outputs ? plane(found, e, found.places[chosen], found.outputs[chosen].Indices) : plane(found, e, windowOf(found));
  };

  const show = (focused) => {
    const typed = read();
    history.replaceState(null, "", `#${new URLSearchParams(typed)}`);
    const found = explorer.run(typed);
    tell(found);
    if (!found.X) return result.replaceChildren();
    const isShown = found.outputs && found.outputs.length > 0;
    if (!isShown || chosen >= found.outputs.length) chosen = 0;
    const tensors = isShown ? [
      ...tensor("Y", found, ({ Y }) => explorer.text(Y, typed.type)),
      ...tensor("Indices", found, ({ Indices }) => String(Indices)),
    ] : [];
    $.allow(Infinity);
    const drawn = found.outputs && !isShown ? undefined : drawing(found);
    result.replaceChildren(...[drawn, make("div", { className: "tensors" }, ...tensors), sizes(found.sizes)].filter(Boolean));
    if (focused) result.querySelector(`[data-cell="${focused}"]`)?.focus();
  };

  form.elements.type.append(...explorer.types.map((name) => make("option", { textContent: name })));
  write(fromAddress());
  form.addEventListener("input", () => show());
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    write(fromAddress());
    show();
  });
  document.getElementById("copy").addEventListener("click", async ({ target }) => {
    // A browser may refuse: then the reader copies it from where it stands.
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    target.textContent = copied ? "Copied" : "Copy the address of this page";
  });
  document.getElementById("reset").addEventListener("click", () => {
    write(FIRST);
    show();
  });
  show();
})();
