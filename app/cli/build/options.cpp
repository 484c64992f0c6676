// SPDX-License-Identifier: Apache-2.0
// The options of the commands that build executables.
#include <CLI/CLI.hpp>

#include <memory>

#include "app/cli/build/commands.h"
#include "app/cli/commands.h"

namespace relaxscope::cli {

Runner configureBuild(CLI::App& command) {
  auto o = std::make_shared<BuildCommandOptions>();
  command.add_option("SRC", o->source, "Module in TVMScript, as TVM 0.20 to 0.27 print it; nothing of it is executed");
  command.add_option(
      "-o", o->output,
      "File to write: a library (.so), executable bytes, or text (.txt, .rsasm), Python (.py) or JSON form");
  command
      .add_option("--consts", o->consts,
                  "Arrays of the constants of the source; default: SRC with .npz, if there is one")
      ->type_name("FILE.npz");
  command.add_option("-O", o->level, "1: allocate registers by their lives; 0: as TVM does")
      ->check(CLI::Range(0, 1))
      ->capture_default_str();
  command.add_option("--disable", o->disabled, "Leave a pass out; may be given several times")
      ->type_name("PASS")
      ->allow_extra_args(false);
  command.add_option("--stop-after", o->stopAfter, "End with this pass; prints its stage where there is no -o")
      ->type_name("PASS");
  command.add_option("--print-after", o->printAfter, "Print the module after this pass")->type_name("PASS");
  command
      .add_option("--dump-stages", o->stageFolder,
                  "Write each stage that a pass changed as NN_PASS.py, and stages.json, into this folder")
      ->type_name("DIR");
  command.add_option("--emit-source", o->sourceFolder, "Write the C text of the kernels into this folder")
      ->type_name("DIR");
  command.add_flag("--list-passes", o->listPasses, "Print the passes in their order");
  command
      .add_option("--builder", o->builder,
                  "own, tvm (the TVM that a Python has installed), or auto: tvm for what the own one does not take")
      ->capture_default_str();
  command
      .add_option("--python", o->python,
                  "Python that has TVM; default: $RELAXSCOPE_PYTHON, else that of $VIRTUAL_ENV, else python3")
      ->type_name("PROGRAM");
  command.add_option("--target", o->target, "cpu")->capture_default_str();
  command.add_option("--mcpu", o->cpu,
                     "Instruction set of the kernels, as the compiler names it (x86-64-v3); default: this machine's");
  command.add_option("--function-mode", o->mode, "bytecode")->capture_default_str();
  command.add_option("--cc", o->compiler, "C compiler; default: $CC, else cc")->type_name("COMMAND");
  command.add_option("--compiler-limit", o->compilerLimit, "Seconds that the compiler may take")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  command.add_option("--worker", o->workerCommand, "Command that starts the worker, which runs the compiler");
  command.add_flag("--json", o->asJson, "Stages and diagnostics as a JSON object");
  command.footer(
      "Any stage that --dump-stages wrote is a source, too. Diagnostics have the place in SRC.\n"
      "JSON fields: source output builder builder_reason diagnostics [file line column end_line end_column severity code message notes] failed\n"
      "stages [pass ms ran changed functions] kernels registers [function before after] compiler");
  return [o] { return buildCommand(*o); };
}

}  // namespace relaxscope::cli
