"""Real runtimes held against the specification: a campaign of calls, and a suite of vectors for any other tool.

- `cases/`: the calls, made from classes of attributes and sizes (`geometry`), of elements (`values`) and a seed.
- `campaign/`: batches are put to a runtime (`work`), judged by the fast twin (`judge`, `compare`, `kinds`), counted
  (`tally`, `journal`) and made small (`shrink`); `campaign` spreads all that over processes.
- `document`, `report`, `folders`: what came of it, as JSON, as a page, and as a folder for each divergence, with a
  `script` that replays it. `bisection`, `releases`, `versions`: in which releases of the runtime the divergence is.
- `sending/`: of all that, a page for each class, in the form that the runtime's project asks for.
- `vectors`: small legal calls with what they give, in the layout of ONNX's backend tests; `vector_results` and
  `experiments` say what the plain reference gives for them.
- `commands`, `run`: `maxpool conform` and `maxpool vectors`.
"""
