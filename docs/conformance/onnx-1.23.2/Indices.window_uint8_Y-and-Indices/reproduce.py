# python reproduce.py: prints X, what is right, and what onnx gives here.
# It ends with 0: as expected; 1: it diverges; 2: it could not be run, which says nothing.
# Runtime: onnx 1.23.2; package: onnx; class: Indices.window
import os, sys
os.chdir(os.path.dirname(os.path.abspath(__file__)))
def could_not_be_run(error):
    print("could not be run:", repr(error))
    sys.exit(2)
try:
    import numpy
    from onnx.reference import ReferenceEvaluator
except BaseException as error:
    could_not_be_run(error)
def run(model, X):
    return ReferenceEvaluator(model).run(None, {"X": X})
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = load("0001", "uint8", (1, 1, 1, 2))
right = [load("0001", "uint8", (1, 1, 1, 2)), load("00000000000000000100000000000000", "int64", (1, 1, 1, 2))]
print("X", X.tolist(), "right", [y.tolist() for y in right] or "refused: ", flush=True)
try:
    got = [numpy.asarray(y) for y in run("model.onnx", X.copy())]
except BaseException as error:
    could_not_be_run(error)
print("got", [y.tolist() for y in got])
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(int(not right or [*map(key, got)] != [*map(key, right)]))
