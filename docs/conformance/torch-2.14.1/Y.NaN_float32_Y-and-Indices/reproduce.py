# python reproduce.py: prints X, what is right, and what torch gives here.
# It ends with 0: as expected; 1: it diverges; 2: it could not be run, which says nothing.
# Runtime: torch 2.14.1; package: torch; class: Y.NaN
import os, sys
os.chdir(os.path.dirname(os.path.abspath(__file__)))
def could_not_be_run(error):
    print("could not be run:", repr(error))
    sys.exit(2)
try:
    import numpy
    import torch
except BaseException as error:
    could_not_be_run(error)
PARAMETERS = {'model.onnx': ((1, 1), (1, 1), (0, 0), (1, 1)), 'legal.onnx': ((1, 1), (1, 1), (0, 0), (1, 1))}
def run(model, X):
    got = torch.nn.functional.max_pool2d(torch.from_numpy(X), *PARAMETERS[model], return_indices=True)
    return [part.numpy() for part in (got if isinstance(got, tuple) else [got])]
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = load("0000c07f", "float32", (1, 1, 1, 1))
right = [load("000080ff", "float32", (1, 1, 1, 1)), load("0000000000000000", "int64", (1, 1, 1, 1))]
print("X", X.tolist(), "right", [y.tolist() for y in right] or "refused: ", flush=True)
try:
    got = [numpy.asarray(y) for y in run("model.onnx", X.copy())]
except BaseException as error:
    could_not_be_run(error)
print("got", [y.tolist() for y in got])
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(int(not right or [*map(key, got)] != [*map(key, right)]))
