# SPDX-License-Identifier: Apache-2.0
"""Inspects executables of Apache TVM's Relax VM, runs them on RelaxScope's VM, and profiles them.

    import relaxscope
    exe = relaxscope.open("model.so")            # parses the file, runs none of its code
    exe.functions, exe.instructions("main"), exe.verify()
    exe.time("main", x).median_ns                # without recording
    profile = exe.profile("main", x, repeat=50)  # NumPy arrays in, tensors out
    profile.calls                                # a pandas frame; without pandas a list of rows
    profile.rows.calls                           # always a list of rows
    profile.save("slow.rsprof")                  # for the window, rscope and relaxscope.open_profile
    with relaxscope.record(vm) as profile:       # calls of a VM of exe.vm(), or of TVM's interface to ours
        vm("main", x)
    relaxscope.compare_in_turns("old.so", "new.so", "main", x).time  # their times, with intervals
    relaxscope.diff("old.so", "new.so").summary  # what changed; of two profiles also .time
"""
from .comparison import Diff, DiffRows, compare_in_turns, diff
from .diff_tables import (CodeChange, ConstantDifference, FileDifference, FunctionDifference, InstructionDifference, KernelDifference, LayerDifference,
                          MemoryDifference, TimeDifference)
from ._library import library_path
from .drop_in import remote_module, tvm_machine, tvm_module, tvm_vm
from .executable import Executable, ExecutableRows, open  # noqa: A004
from .vm import VM, Closure, Constructed
from .prepared import PreparedRun
from .profile import Profile, ProfileRows, open_profile
from .recording import record
from .timing import Times
from .tables import CallStatistics, Constant, Event, Finding, Function, Instruction, KindStatistics, Layer, LayerStatistics, LintFinding, Operand, Parameter, Rows, Slot, Storage, Table, to_frame

Machine = VM  # its name before 0.2

__all__ = ["CallStatistics", "Closure", "CodeChange", "Constant", "ConstantDifference", "Constructed", "Diff", "DiffRows", "Event", "Executable",
           "ExecutableRows", "FileDifference", "Finding", "Function", "FunctionDifference", "Instruction", "InstructionDifference",
           "KernelDifference", "KindStatistics", "Layer", "LayerDifference", "LayerStatistics", "LintFinding", "Machine", "MemoryDifference", "Operand", "Parameter",
           "PreparedRun", "Profile", "ProfileRows", "Rows", "Slot", "Storage", "Table", "TimeDifference", "Times", "VM", "compare_in_turns", "diff", "library_path", "open", "open_profile", "record", "remote_module", "to_frame",
           "tvm_machine", "tvm_module", "tvm_vm"]
