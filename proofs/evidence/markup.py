"""Pages in one file: escaped text, one style, one script that its policy names by digest, and no request."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from proofs.audit.text import visible
from proofs.evidence.matrix import COLUMNS, Gap, Link

STYLE = """
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fcfcfa;--dim:#4f5a66;--line:#c3cad1;--bad:#a11c14;--good:#0b6a41;
--link:#1f5fa8;--box:#f1f3f5}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaee;--paper:#14191f;--dim:#aab4be;--line:#46505a;--bad:#ff9a92;
--good:#7ddcae;--link:#8fc1ff;--box:#1f262e}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:72rem;font:1rem/1.5 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;
color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
a{color:var(--link)}a:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible,
.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.9em}
pre{white-space:pre-wrap;background:var(--box);padding:.5rem;margin:.25rem 0}
.skip{position:absolute;left:-100rem}.skip:focus{left:1rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top;min-width:6rem}
th{background:var(--box)}
details{border-bottom:1px solid var(--line);padding:.25rem 0}summary{cursor:pointer;min-height:2rem;padding:.25rem 0}
.bad{color:var(--bad);font-weight:600}.good{color:var(--good);font-weight:600}.dim{color:var(--dim)}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.25rem 1rem;margin:.5rem 0}dd{margin:0}
dt{color:var(--dim)}svg{max-width:100%;height:auto;background:#fcfcfa}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:1rem 0}form[hidden]{display:none}
label{display:flex;flex-direction:column;font-size:.9rem;min-width:0;max-width:100%}figure{margin:.5rem 0}
input,select{font:inherit;min-height:2.25rem;color:inherit;background:var(--box);border:1px solid var(--dim);
padding:.1rem .4rem;max-width:100%}
@media (max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}}
@media print{body{max-width:none;padding:0;font-size:9pt}form,.skip{display:none}
:root{--ink:#000;--paper:#fff;--dim:#333;--line:#999;--bad:#a11c14;--good:#0b6a41;--link:#000;--box:#f4f4f4}
summary,h2,h3,tr{break-inside:avoid}h2,h3{break-after:avoid}.scroll{overflow:visible}svg{max-height:12cm}}
"""

SCRIPT = """
'use strict';
const form=document.getElementById('filter');
if(form){
  const items=[...document.querySelectorAll('[data-label]')],count=document.getElementById('count');
  const show=()=>{
    const text=form.label.value.trim().toLowerCase();let shown=0;
    for(const item of items){
      const fits=['verdict','kind','document'].every(k=>!form[k].value||item.dataset[k]===form[k].value)
        &&(!text||item.dataset.label.toLowerCase().includes(text));
      item.hidden=!fits;if(fits)shown++;
    }
    count.textContent=shown+' of '+items.length+' claims';
  };
  form.hidden=false;form.addEventListener('input',show);
  form.addEventListener('submit',e=>e.preventDefault());
  form.addEventListener('reset',()=>setTimeout(show));show();
}
const opened=new Set();
addEventListener('beforeprint',()=>{for(const d of document.querySelectorAll('details:not([open])'))
  {opened.add(d);d.open=true}});
addEventListener('afterprint',()=>{for(const d of opened)d.open=false;opened.clear()});
const reveal=()=>{const at=document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if(at&&at.tagName==='DETAILS')at.open=true};
addEventListener('hashchange',reveal);reveal();
"""


def text(value: object) -> str:
    """Any text, as text: nothing in it is markup, and what shows nothing is written as an escape."""
    return escape(visible(str(value)), quote=True)


def page(title: str, body: str) -> bytes:
    """A whole page. Its policy allows this style and this script, and no request."""
    script = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    style = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#main">To the content</a>\n<main id="main">\n<h1>{text(title)}</h1>\n{body}\n</main>\n'
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    ).encode("utf-8", "backslashreplace")


def table(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table that a narrow screen scrolls sideways; the keyboard reaches it."""
    head = "".join(f'<th scope="col">{text(c)}</th>' for c in columns)
    lines = "\n".join("<tr>" + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{text(name)}"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody></table></div>"
    )


def folded(summary: str, content: str) -> str:
    """Something that opens; the summary is text."""
    return f"<details><summary>{text(summary)}</summary>{content}</details>"


def gap_list(gaps: Sequence[Gap]) -> str:
    """The gaps, each kind under its number."""
    counts = Counter(g.kind for g in gaps)
    return "\n".join(
        folded(f"{kind}: {n}", table(kind, ("of", "what"), ((g.of, g.what) for g in gaps if g.kind == kind)))
        for kind, n in counts.items()
    )


def matrix_page(links: Sequence[Link], backwards: Sequence[Link], gaps: Sequence[Gap]) -> bytes:
    """The matrix in both directions, the gaps first."""
    columns = [c.replace("_", " ") for c in COLUMNS]
    body = [
        '<h2 id="gaps">Gaps</h2>',
        gap_list(gaps),
        '<h2 id="forwards">From what is above to what is below</h2>',
        table("forwards", columns, (link.row() for link in links)),
        '<h2 id="backwards">And back</h2>',
        table("backwards", columns, (link.row() for link in backwards)),
    ]
    return page("Traceability matrix of MaxPool", "\n".join(body))
