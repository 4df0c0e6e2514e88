# python reproduce.py: prints X, what is right, and what opencv gives here.
# It ends with 0: as expected; 1: it diverges; 2: it could not be run, which says nothing.
# Runtime: opencv 5.0.0.93; package: opencv-python-headless; class: crash
import os, sys
os.chdir(os.path.dirname(os.path.abspath(__file__)))
def could_not_be_run(error):
    print("could not be run:", repr(error))
    sys.exit(2)
try:
    import numpy
    import cv2
except BaseException as error:
    could_not_be_run(error)
def run(model, X):
    network = cv2.dnn.readNetFromONNX(model)
    network.setInput(X, "X")
    return network.forward(["Y", "Indices"] if True else ["Y"])
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = load("00000000", "float32", (1, 1, 1, 1))
right = []
print("X", X.tolist(), "right", [y.tolist() for y in right] or "refused: Y.positive", flush=True)
try:
    run("legal.onnx", numpy.zeros((1, 1, 1, 1), X.dtype))
except BaseException as error:
    could_not_be_run(error)
try:
    got = [numpy.asarray(y) for y in run("model.onnx", X.copy())]
except BaseException as error:
    if isinstance(error, Exception):
        print("refused:", repr(error))
        sys.exit(0)
    could_not_be_run(error)
print("got", [y.tolist() for y in got])
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(int(not right or [*map(key, got)] != [*map(key, right)]))
