# SPDX-License-Identifier: Apache-2.0
"""Makes the arrays of this folder with NumPy: python make.py"""
import io
import sys
import zipfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def npy(array, version=None):
    out = io.BytesIO()
    np.lib.format.write_array(out, array, version=version)
    return out.getvalue()


class Unseekable(io.RawIOBase):
    """A pipe: zipfile then writes sizes behind the data."""

    def __init__(self):
        self.data = b""

    def writable(self):
        return True

    def write(self, piece):
        self.data += bytes(piece)
        return len(piece)


def main():
    every = {f"a_{name}": np.array([[0, 1, 2], [3, 4, 100]], dtype=name)
             for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")}
    np.savez(HERE / "every_dtype.npz", **every)
    np.savez_compressed(HERE / "deflated.npz", ramp=np.arange(10000, dtype="int32").reshape(100, 100), scalar=np.float64(2.5), empty=np.zeros((3, 0), "float32"))
    pipe = Unseekable()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", npy(np.arange(6, dtype="float32")))
        archive.writestr("y.npy", npy(np.arange(4, dtype="int64")))
    (HERE / "data_descriptor.npz").write_bytes(pipe.data)
    (HERE / "fortran.npy").write_bytes(npy(np.asfortranarray(np.arange(24, dtype="int16").reshape(2, 3, 4))))
    (HERE / "big_endian.npy").write_bytes(npy(np.array([1, 2, -3], dtype=">i4")))
    (HERE / "version_2.npy").write_bytes(npy(np.array([7], dtype="uint8"), version=(2, 0)))
    (HERE / "version_3.npy").write_bytes(npy(np.array([7], dtype="uint8"), version=(3, 0)))
    (HERE / "complex64.npy").write_bytes(npy(np.array([1j], dtype="complex64")))
    (HERE / "text.npy").write_bytes(npy(np.array(["abc"])))
    (HERE / "structure.npy").write_bytes(npy(np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")])))


if __name__ == "__main__":
    sys.exit(main())
