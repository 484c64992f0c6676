#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the libraries of this folder: the same small model in every container, byte order and era. Needs clang, lld
and llvm's tools (14 or later); the results are kept, so that tests need none of them.

    tests/data/containers/make.py
"""
import glob
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from blob import text, u64, words  # noqa: E402

EXECUTABLE = (HERE.parent / "relax" / "fib.bin").read_bytes()


def framed(body):
    return u64(len(body)) + body


def new_blob():
    """TVM 0.22 or later: an executable that imports the library."""
    return framed(words([0, 1, 1]) + words([1]) + text("relax.VMExecutable") + text(EXECUTABLE) + text("_lib"))


def old_blob(kind):
    """TVM 0.21 or earlier: no length before a module but the one an executable writes itself."""
    return framed(u64(3) + text(kind) + text(EXECUTABLE) + text("_lib") + text("_import_tree") + words([0, 1, 1]) + words([1]))


def old_without_tree(kind):
    """A library whose imports are all there is."""
    return framed(u64(1) + text(kind) + text(EXECUTABLE))


def source(symbol, blob, era):
    """What TVM's code generators leave in a library, for that era."""
    array = ",".join(str(byte) for byte in blob)
    head = f"const unsigned char {symbol}[{len(blob)}] = {{{array}}};\n"
    if era == "new":
        return head + (
            "extern int TVMFFIErrorSetRaisedFromCStrParts(const char*, const char**, int);\n"
            "void* __tvm_ffi__library_ctx = 0;\n"
            "void* __TVMFFIFunctionCall = 0;\n"
            "static int helper(void) { return 1; }\n"
            "int __tvm_ffi_add(void* self, const void* args, int n, void* ret) {\n"
            "  return n == 2 ? helper() : TVMFFIErrorSetRaisedFromCStrParts((const char*)args, (const char**)ret, n);\n}\n"
            "int __tvm_ffi_sub(void* self, const void* args, int n, void* ret) { return n; }\n")
    return head + (
        "void* __tvm_module_ctx = 0;\n"
        "void* __TVMFuncCall = 0;\n"
        'const char __tvm_main__[] = "add";\n'
        "int add(void* args, int* codes, int n, void* ret, int* code, void* resource) { return n; }\n"
        "int sub(void* args, int* codes, int n, void* ret, int* code, void* resource) { return n - 1; }\n")


def run(program, *arguments):
    # Debian keeps some of lld's and llvm's programs apart.
    found = shutil.which(program) or next(iter(sorted(glob.glob(f"/usr/lib/llvm-*/bin/{program}"))), program)
    subprocess.run([found, *map(str, arguments)], check=True)


def compile_to(out, target, code, folder, *more):
    unit = folder / "unit.c"
    unit.write_text(code)
    run("clang", f"--target={target}", "-Os", "-fno-ident", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-ffreestanding", "-nostdlib", *(() if "windows" in target else ("-fPIC",)),
        "-Wno-unused-command-line-argument", *more, "-c", unit, "-o", out)


def link_elf(out, obj, *more):
    run("ld.lld", "-shared", "--hash-style=" + ("sysv" if "mips" in str(out) else "gnu" if "x86" in str(out) else "both"), "-z", "max-page-size=4096", "--build-id=none", *more, obj, "-o", out)


def make_elf(folder):
    new = source("__tvm_ffi__library_bin", new_blob(), "new")
    obj = folder / "a.o"
    for name, target, more in [("elf64_x86.so", "x86_64-linux-gnu", ()), ("elf32_i386.so", "i386-linux-gnu", ()), ("elf32_arm.so", "armv7-linux-gnueabihf", ()),
                               ("elf32_mips_big.so", "mips-linux-gnu", ()), ("elf64_ppc_big.so", "powerpc64-linux-gnu", ()), ("elf32_ppc_big.so", "powerpc-linux-gnu", ())]:
        compile_to(obj, target, new, folder, *more)
        link_elf(HERE / name, obj)
    for name, target in [("elf64_s390x_big.o", "s390x-linux-gnu"), ("elf32_riscv.o", "riscv32-linux-gnu"), ("elf64_aarch64.o", "aarch64-linux-gnu"), ("elf32_ppc_big.o", "powerpc-linux-gnu")]:
        compile_to(HERE / name, target, new, folder)
    compile_to(obj, "x86_64-linux-gnu", new, folder)
    link_elf(folder / "stripped.so", obj)
    run("llvm-objcopy", "--strip-sections", folder / "stripped.so", HERE / "elf64_no_sections.so")


def make_eras(folder):
    obj = folder / "a.o"
    for name, symbol, blob in [("era_020.so", "__tvm_dev_mblob", old_blob("relax.VMExecutable")), ("era_019.so", "__tvm_dev_mblob", old_blob("relax.Executable")),
                               ("era_021.so", "__tvm_ffi_library_bin", old_blob("relax.VMExecutable")), ("era_019_no_tree.so", "__tvm_dev_mblob", old_without_tree("relax.Executable"))]:
        compile_to(obj, "x86_64-linux-gnu", source(symbol, blob, "old"), folder)
        link_elf(HERE / name, obj)
    # The blob has no name of its own: only its content tells.
    compile_to(obj, "x86_64-linux-gnu", source("nobody_knows", new_blob(), "new"), folder)
    link_elf(HERE / "unnamed_blob.so", obj)
    compile_to(obj, "x86_64-linux-gnu", source("nobody_knows", old_blob("relax.Executable"), "old"), folder)
    link_elf(HERE / "unnamed_old_blob.so", obj)


def make_mach_o(folder):
    new = source("__tvm_ffi__library_bin", new_blob(), "new")
    for name, target in [("mach_o_x86.o", "x86_64-apple-macos11"), ("mach_o_arm64.o", "arm64-apple-macos11"), ("mach_o_i386.o", "i386-apple-macos10.6")]:
        compile_to(HERE / name, target, new, folder)
    for name, arch, obj in [("mach_o_x86.dylib", "x86_64", "mach_o_x86.o"), ("mach_o_arm64.dylib", "arm64", "mach_o_arm64.o")]:
        run("ld64.lld", "-dylib", "-arch", arch, "-platform_version", "macos", "11.0", "11.0", "-undefined", "dynamic_lookup", "-install_name", name,
            HERE / obj, "-o", HERE / name)
    run("llvm-lipo", "-create", HERE / "mach_o_x86.o", HERE / "mach_o_arm64.o", "-output", HERE / "mach_o_fat.o")


def make_coff(folder):
    new = source("__tvm_ffi__library_bin", new_blob(), "new").replace("const unsigned char __tvm", "__declspec(dllexport) const unsigned char __tvm").replace(
        "int __tvm_ffi_", "__declspec(dllexport) int __tvm_ffi_").replace("void* __TVM", "__declspec(dllexport) void* __TVM")
    for name, target, more in [("coff_x86.obj", "x86_64-pc-windows-msvc", ()), ("coff_i386.obj", "i686-pc-windows-msvc", ()), ("coff_arm64.obj", "aarch64-pc-windows-msvc", ()),
                               ("coff_bigobj.obj", "x86_64-pc-windows-msvc", ("-Wa,-mbig-obj",))]:
        compile_to(HERE / name, target, new, folder, *more)
    (folder / "tvm_ffi.def").write_text("LIBRARY tvm_ffi.dll\nEXPORTS\nTVMFFIErrorSetRaisedFromCStrParts\n")
    run("llvm-dlltool", "-m", "i386:x86-64", "-d", folder / "tvm_ffi.def", "-l", folder / "tvm_ffi.lib")
    run("lld-link", "/dll", "/noentry", "/nodefaultlib", "/brepro", f"/out:{HERE / 'pe_x86.dll'}", f"/implib:{folder / 'pe.lib'}", HERE / "coff_x86.obj", folder / "tvm_ffi.lib")


def make_archives(folder):
    new = source("__tvm_ffi__library_bin", new_blob(), "new")
    cut = new.index("extern int")
    compile_to(folder / "devc.o", "x86_64-linux-gnu", new[:cut], folder)
    compile_to(folder / "lib0.o", "x86_64-linux-gnu", new[cut:], folder)
    options = ["--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-C", folder]
    for form in ("ustar", "gnu", "pax"):
        run("tar", f"--format={form}", *options, "-cf", HERE / f"objects_{form}.tar", "lib0.o", "devc.o")
    run("tar", "--format=gnu", "-z", *options, "-cf", HERE / "objects_gzip.tar", "lib0.o", "devc.o")
    long_name = folder / ("very_long_name_" * 12 + ".o")
    long_name.write_bytes((folder / "devc.o").read_bytes())
    for form in ("gnu", "pax"):
        run("tar", f"--format={form}", *options, "-cf", HERE / f"long_name_{form}.tar", long_name.name)
    archive = HERE / "objects.a"
    archive.unlink(missing_ok=True)
    run("llvm-ar", "--format=gnu", "rcsD", archive, folder / "lib0.o", long_name)
    archive = HERE / "objects_bsd.a"
    archive.unlink(missing_ok=True)
    run("llvm-ar", "--format=bsd", "rcsD", archive, folder / "lib0.o", long_name)
    # What TVM's C target exports: sources.
    array = ",\n  ".join(",".join(f"0x{byte:02x}" for byte in new_blob()[at:at + 20]) for at in range(0, len(new_blob()), 20))
    (folder / "devc.c").write_text("#define TVM_EXPORT\nTVM_EXPORT extern const unsigned char __tvm_ffi__library_bin[];\n"
                                   f"const unsigned char __tvm_ffi__library_bin[{len(new_blob())}] = {{\n  {array}\n}};\n")
    (folder / "lib0.c").write_text("TVM_DLL int32_t __tvm_ffi_add(void* self, void* args, int32_t n, void* ret);\n"
                                   "TVM_DLL int32_t __tvm_ffi_add(void* self, void* args, int32_t n, void* ret) {\n  return 0;\n}\n"
                                   "TVM_DLL int32_t __tvm_ffi_sub(void* self, void* args, int32_t n, void* ret) {\n  return 1;\n}\n")
    run("tar", "--format=ustar", *options, "-cf", HERE / "sources.tar", "lib0.c", "devc.c")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for make in (make_elf, make_eras, make_mach_o, make_coff, make_archives):
            make(folder)


if __name__ == "__main__":
    main()
