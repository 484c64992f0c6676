# SPDX-License-Identifier: Apache-2.0
"""What TVM's naive allocator and its kernels' workspaces take from the system, counted below TVM, against plan and profile."""
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import rscope

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
# Programs whose kernels take workspaces: the function, and the library whose plan is that of the program.
CASES = {
    "relax/mlp_dyn.so": ("main", "relax/mlp_dyn.so"),
    "engine/mlp_dyn_compiled.so": ("main", "relax/mlp_dyn.so"),   # the same model; compiled code has no plan
    "meaning/lenet.so": ("main", "meaning/lenet.so"),
    "meaning/transformer2.so": ("forward", "meaning/transformer2.so"),
    "meaning/transformer2_fused.so": ("forward", "meaning/transformer2_fused.so"),
    "memory/workspace.so": ("forward", "memory/workspace.so"),
    "memory/lenet_fused.so": ("main", "memory/lenet_fused.so"),
    "memory/mlp_static_fused.so": ("main", "memory/mlp_static_fused.so"),
}

# Counts the live bytes of posix_memalign, which TVM's CPU device allocates with, and their highest sum.
COUNTER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#define ROWS (1 << 16)
static struct { void* at; size_t bytes; } rows[ROWS];
static atomic_flag locked = ATOMIC_FLAG_INIT;
static long live = 0, peak = 0;
static void lock(void) { while (atomic_flag_test_and_set(&locked)) {} }
static void unlock(void) { atomic_flag_clear(&locked); }
int posix_memalign(void** out, size_t align, size_t bytes) {
  static int (*next)(void**, size_t, size_t);
  if (!next) next = (int (*)(void**, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
  const int failed = next(out, align, bytes);
  if (failed) return failed;
  lock();
  for (int i = 0; i < ROWS; ++i)
    if (!rows[i].at) { rows[i].at = *out; rows[i].bytes = bytes; live += (long)bytes; break; }
  if (live > peak) peak = live;
  unlock();
  return 0;
}
void free(void* at) {
  static void (*next)(void*);
  if (!next) next = (void (*)(void*))dlsym(RTLD_NEXT, "free");
  if (at) {
    lock();
    for (int i = 0; i < ROWS && live; ++i)
      if (rows[i].at == at) { live -= (long)rows[i].bytes; rows[i].at = 0; break; }
    unlock();
  }
  next(at);
}
long counted_live(void) { return live; }
void counted_restart(void) { peak = live; }
long counted_peak(void) { return peak; }
"""


def held_by_tvm(library, function, arguments):
    """In the child: the most bytes during a second call, beyond those of the VM and its arguments, and those of its result."""
    counter = ctypes.CDLL(None)
    import numpy as np  # noqa: PLC0415: the parent does not need it
    import tvm
    from tvm import relax
    counter.counted_live.restype = counter.counted_peak.restype = ctypes.c_long
    vm = relax.VirtualMachine(tvm.runtime.load_module(library), tvm.cpu(), memory_cfg="naive")
    given = [tvm.runtime.tensor(np.zeros(shape, "float32")) for shape in arguments]
    before = counter.counted_live()
    result = int(np.prod(vm[function](*given).shape)) * 4
    counter.counted_restart()
    vm[function](*given)
    return counter.counted_peak() - before, result


class Workspaces(unittest.TestCase):
    def test_plan_and_profile_are_what_tvm_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "counter.c").write_text(COUNTER)
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", folder / "counter.so", folder / "counter.c", "-ldl"], check=True)
            for name, (function, planned) in CASES.items():
                with self.subTest(name):
                    self.compare(DATA / name, function, DATA / planned, folder / "counter.so")

    def compare(self, library, function, planned, counter):
        request = json.loads(rscope.command("profile", library, function, "--print-request", "--json"))
        shapes = [argument["shape"] for argument in request["arguments"]]
        plan = json.loads(rscope.command("memory", planned, "--function", function, "--json"))["functions"][0]
        profile = json.loads(rscope.command("profile", library, function, "--repeat", 3, "--processes", 1, "--json"))
        workspace = profile["memory"]["workspace_peak_bytes"]
        self.assertGreater(workspace, 0)
        done = subprocess.run([sys.executable, __file__, str(library), function, json.dumps(shapes)], check=False, text=True,
                              capture_output=True, env={**os.environ, "LD_PRELOAD": str(counter)})
        self.assertEqual(done.returncode, 0, done.stderr)
        held, result = json.loads(done.stdout)
        # TVM's interpreter keeps a result until the next call ends; the heap is in no plan.
        beside = self.shape_heap(planned) + (result if library == planned else 0)
        self.assertEqual(plan["kept"]["tvm_naive"] + workspace + beside, held, library.name)

    def shape_heap(self, library):
        """Its bytes."""
        found = re.search(r"alloc_shape_heap in: %vm, i(\d+)", rscope.command("dump", library).decode())
        return 8 * int(found.group(1)) if found else 0


if __name__ == "__main__":
    print(json.dumps(held_by_tvm(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))))
