# python reproduce.py: prints X, what is right, and what onnxruntime gives here.
# It ends with 0: as expected; 1: it diverges; 2: it could not be run, which says nothing.
# Runtime: onnxruntime 1.23.2; package: onnxruntime; class: Indices.tie
import os, sys
os.chdir(os.path.dirname(os.path.abspath(__file__)))
def could_not_be_run(error):
    print("could not be run:", repr(error))
    sys.exit(2)
try:
    import numpy
    import onnxruntime
except BaseException as error:
    could_not_be_run(error)
def run(model, X):
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"X": X})
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = load("0000000000000000000000000000000000000000000000000000000000000000000000000000f0ff000000000000f0ff000000000000f0ff000000000000f0ff", "float64", (1, 2, 2, 2))
right = [load("0000000000000000000000000000000000000000000000000000000000000000000000000000f0ff000000000000f0ff000000000000f0ff000000000000f0ff", "float64", (1, 2, 2, 2)), load("00000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000", "int64", (1, 2, 2, 2))]
print("X", X.tolist(), "right", [y.tolist() for y in right] or "refused: ", flush=True)
try:
    got = [numpy.asarray(y) for y in run("model.onnx", X.copy())]
except BaseException as error:
    could_not_be_run(error)
print("got", [y.tolist() for y in got])
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(int(not right or [*map(key, got)] != [*map(key, right)]))
