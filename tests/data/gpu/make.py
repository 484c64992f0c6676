#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the libraries of this folder: softmax_cuda.so with its CUDA source compiled, as a cubin and as a fat binary
with two cubins and compressed PTX. Its host code is a stub, since nothing here is run. Needs gcc, and NVRTC and
fatbinary of a CUDA Toolkit; the results are kept, so that tests need none of them.

    tests/data/gpu/make.py RSCOPE TOOLKIT
"""
import ctypes
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from blob import text, u64, words  # noqa: E402

LIBRARY = HERE.parent / "relax" / "softmax_cuda.so"
ASSEMBLY = """
.section .rodata
.globl __tvm_ffi__library_bin
.type __tvm_ffi__library_bin, @object
.size __tvm_ffi__library_bin, {size}
__tvm_ffi__library_bin: .incbin "{blob}"
.text
.globl __tvm_ffi_softmax
.type __tvm_ffi_softmax, @function
__tvm_ffi_softmax: ud2
.data
.globl __tvm_ffi__library_ctx
.type __tvm_ffi__library_ctx, @object
.size __tvm_ffi__library_ctx, 8
__tvm_ffi__library_ctx: .quad 0
.section .note.GNU-stack,"",@progbits
"""


def blob_of(executable, cuda):
    """The executable imports the library, which imports the module of CUDA code."""
    body = words([0, 1, 2, 2]) + words([1, 2]) + text("relax.VMExecutable") + text(executable) + text("_lib")
    body += text("cuda") + text(cuda)
    return u64(len(body)) + body


def payload(original, code):
    """The module's payload with its table of kernels, the label of binary code, and other code."""
    label = struct.unpack_from("<Q", original)[0] + 8
    size = original.rindex(b"#ifdef __CUDACC_RTC__")
    size = original.rindex(b"\0", 0, size) - 7  # the length before the source
    return text("cubin") + original[label:size] + text(code)


def compiled(toolkit, source, architecture):
    """The cubin and the PTX."""
    nvrtc = ctypes.CDLL(f"{toolkit}/lib64/libnvrtc.so")
    # The head includes standard headers, which the kernel does without.
    head, rest = source.index(b"#ifdef __CUDACC_RTC__"), source.index(b"#if defined(__CUDA_ARCH__)")
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source[:head] + source[rest:], b"softmax.cu", 0, None, None)
    options = (ctypes.c_char_p * 2)(f"--gpu-architecture=sm_{architecture}".encode(), b"--use_fast_math")
    if nvrtc.nvrtcCompileProgram(program, 2, options) != 0:
        raise SystemExit("NVRTC does not compile the source")
    results = []
    for get_size, get in ((nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN), (nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX)):
        get_size(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        get(program, buffer)
        results.append(buffer.raw)
    return results


def library(folder, name, blob):
    (folder / "blob").write_bytes(blob)
    (folder / "a.s").write_text(ASSEMBLY.format(size=len(blob), blob=folder / "blob"))
    subprocess.run(["gcc", "-shared", "-nostdlib", "-Wl,--build-id=none,-s,-z,noseparate-code,--hash-style=sysv",
                    "-o", HERE / name, folder / "a.s"], check=True)


def main(rscope, toolkit):
    file = LIBRARY.read_bytes()
    modules = json.loads(subprocess.run([rscope, "modules", "--json", LIBRARY], capture_output=True, check=True).stdout)
    parts = {each["kind"]: file[each["offset"]:each["offset"] + each["bytes"]] for each in modules["modules"] if "offset" in each}
    executable, cuda = parts["relax.VMExecutable"], parts["cuda"]
    source = cuda[cuda.rindex(b"\0", 0, cuda.index(b"#ifdef __CUDACC_RTC__")) + 1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        images = []
        for architecture in (80, 90):
            cubin, ptx = compiled(toolkit, source, architecture)
            (folder / f"{architecture}.cubin").write_bytes(cubin)
            images.append(f"--image3=kind=elf,sm={architecture},file={folder}/{architecture}.cubin")
        (folder / "90.ptx").write_bytes(ptx.rstrip(b"\0"))
        images.append(f"--image3=kind=ptx,sm=90,file={folder}/90.ptx")
        subprocess.run([f"{toolkit}/bin/fatbinary", f"--create={folder}/f.fatbin", "-64", *images], check=True)
        library(folder, "softmax_cubin.so", blob_of(executable, payload(cuda, (folder / "80.cubin").read_bytes())))
        library(folder, "softmax_fatbin.so", blob_of(executable, payload(cuda, (folder / "f.fatbin").read_bytes())))


if __name__ == "__main__":
    main(*sys.argv[1:])
