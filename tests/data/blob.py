# SPDX-License-Identifier: Apache-2.0
"""Parts of the blob in which TVM stores modules: numbers and lengths are 64 bits, little-endian."""
import struct


def u64(value):
    return struct.pack("<Q", value)


def text(value):
    value = value.encode() if isinstance(value, str) else value
    return u64(len(value)) + value


def words(values):
    return u64(len(values)) + b"".join(map(u64, values))
