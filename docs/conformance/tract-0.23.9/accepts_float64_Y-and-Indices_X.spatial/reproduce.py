# python reproduce.py: prints what tract 0.23.9 returned, what is right, and what it returns here.
import os, sys, numpy, onnx
from onnx.numpy_helper import to_array
os.chdir(os.path.dirname(os.path.abspath(__file__)))
load = lambda name: to_array(onnx.load_tensor("test_data_set_0/" + name))
X = load("input_0.pb").copy()
import tract
got = [part.to_numpy() for part in tract.onnx().load("model.onnx").into_model().into_runnable().run([X])]
right = [load(f"output_{i}.pb") for i in range(0)]
print("X", X.tolist(), "got", [y.tolist() for y in got], "right", [y.tolist() for y in right] or "refused: X.spatial")
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(bool(not right or [*map(key, got)] != [*map(key, right)]))
