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
X = load("1320bddee0a0f2bf0db16d65e28cb2bf45e415b1790affbfbd32adf6b05ecebfd317cd6df2dddcbf0cce669bf328ebbf295ecf380148efbfd9119c72131ef2bfd98cf73b9d60f4bfd7d6add261cefdbfe2f60d6f0260d6bf6f7dbd9cac9decbf3bde0b38ff32d8bfe6e5c726acf7c9bff5d2a30c9ca1a8bfe9dc59371b9af1bf0f159193460bf3bfefcad21c8a9c02c0056c6c2bec74d6bfbd1ba5daf058d6bfb18ebfffca85fabf9aec6ab88e69f1bf4dd6a4683ca3fdbf1d05eb59b374f3bf", "float64", (1, 1, 8, 3))
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
