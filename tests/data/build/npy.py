#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a float32 array for golden cases, without NumPy:  npy.py OUT.npy 2,3 VALUE...  where a VALUE is an expression of
the names of Python's math, `log(2)`."""
import math
import struct
import sys

out, shape, *values = sys.argv[1:]
extents = tuple(int(part) for part in shape.split(","))
numbers = [float(eval(value, {**vars(math)})) for value in values]
assert len(numbers) == math.prod(extents), "as many values as the shape has elements"
header = repr({"descr": "<f4", "fortran_order": False, "shape": extents}).encode()
header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
with open(out, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(numbers)}f", *numbers))
