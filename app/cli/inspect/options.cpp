// SPDX-License-Identifier: Apache-2.0
// The options of the commands that inspect files.
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/run/options.h"

namespace relaxscope::cli {
namespace {

CLI::Option* addFile(CLI::App& command, std::string& file) {
  return command.add_option("FILE", file, "Library, executable bytes, text, python or JSON form; - is standard input");
}

void addConsts(CLI::App& command, std::string& consts) {
  command.add_option("--consts", consts, "File with the late-bound constants of a Relay VM executable");
}

void addEraOptions(CLI::App& command, std::string& as, std::string& consts) {
  command.add_option("--as", as, "0.27: print an early Relax executable as TVM 0.27 would");
  addConsts(command, consts);
}

void addTableOptions(CLI::App& command, TableOptions& options, const char* jsonHelp) {
  addFile(command, options.file)->required();
  command.add_flag("--json", options.asJson, jsonHelp);
}

}  // namespace

Runner configureDump(CLI::App& command) {
  auto options = std::make_shared<DumpOptions>();
  addFile(command, options->file)->required();
  CLI::Option* const format =
      command.add_option("--format", options->format, "One of " + exportFormats())->capture_default_str();
  CLI::Option* const annotated = command.add_flag(
      "--annotate", options->annotate,
      "The listing with types of results and names of registers, constants and slots; FILE may be a .rsprof, whose\n"
      "calls, times and shares stand beside the instructions");
  annotated->excludes(format);
  command.add_option("--profile", options->profile, "With --annotate: a profile of the same program")
      ->type_name("FILE.rsprof")
      ->needs(annotated);
  command.add_option("--function", options->functions, "Only this function; may be given several times")
      ->allow_extra_args(false);
  command.add_option("-o", options->output, "Write to this file instead of standard output");
  addEraOptions(command, options->as, options->consts);
  command.get_option("--as")->excludes(annotated);
  command.footer(
      "text, python and stats are as printed by TVM 0.27; for Relay, the Relax prototype and builds before\n"
      "July 2023, as printed by their own release. constants, primitives and virtual-devices are for Relay. JSON fields: variant version functions\n"
      "[name kind start end num_args registers params instructions [pc op dst callee args]]");
  return [options] { return dumpCommand(*options); };
}

Runner configureStats(CLI::App& command) {
  auto options = std::make_shared<StatsOptions>();
  addFile(command, options->file)->required();
  command.add_flag("--json", options->asJson, "Counts as a JSON object");
  addEraOptions(command, options->as, options->consts);
  command.footer(
      "JSON fields: container variant producer executable_bytes packed_functions bytecode_functions\n"
      "compiled_functions instructions calls rets gotos ifs constants constant_bytes memory_scopes");
  return [options] { return statsCommand(*options); };
}

Runner configureFunctions(CLI::App& command) {
  auto options = std::make_shared<FunctionsOptions>();
  addTableOptions(command, *options, "The table as a JSON list");
  command
      .add_option("--function", options->functions,
                  "Only this function, with its shape heap and the operands of its calls; may be given several times")
      ->allow_extra_args(false);
  command.footer(
      "JSON: a list of objects with name kind start end num_args registers params callers callees; kernels whose\n"
      "operators are known also have an operator (\"matmul, add, relu\"), functions with code ssa merges loops\n"
      "loop_depth live_registers constant_bytes; with --function also slots [slot formula origin written_by read_by]\n"
      "and calls [pc callee operands [direction type] result]");
  return [options] { return functionsCommand(*options); };
}

Runner configureLayers(CLI::App& command) {
  auto options = std::make_shared<TableOptions>();
  addTableOptions(command, *options, "The regions as a JSON object");
  command.footer(
      "A repeated region is a sequence of calls that follows itself, each copy on results of the copy before. calls is\n"
      "the length of a copy; a region inside of another one stands for those in all copies, at pcs of the first.\n"
      "JSON fields: layers [function name count depth first_pc last_pc calls first_number copies [first_pc last_pc]]\n"
      "almost [function first_pc last_pc count why_not] complete");
  return [options] { return layersCommand(*options); };
}

Runner configureConstants(CLI::App& command) {
  auto options = std::make_shared<ConstantsOptions>();
  addFile(command, options->file)->required();
  command.add_flag("--json", options->asJson, "The pool as a JSON object");
  command.add_flag("--duplicates", options->allCompared,
                   "Compare the contents of all constants; without it 64 MiB in all, smallest first");
  command
      .add_option("--sort", options->sort,
                  "Order of the table: index, kind, bytes, uses, copies or value; figures from large to small")
      ->check(CLI::IsMember({"index", "kind", "bytes", "uses", "copies", "value"}))
      ->capture_default_str();
  command.add_option("--save", options->save, "Write this constant as .npy to the file of -o")
      ->check(CLI::NonNegativeNumber);
  command.add_option("-o", options->output, "File for --save; - is standard output");
  addConsts(command, options->consts);
  command.footer(
      "JSON fields: constants [index kind name dtype shape bytes value scope same_as compared uses [function pc]];\n"
      "tensors have dtype, shape and bytes, the others a value; same_as is the first constant of equal type and\n"
      "content, compared is false where contents were not read. Types that NumPy lacks are saved as unsigned integers of the same size.");
  return [options] { return constantsCommand(*options); };
}

Runner configureMemory(CLI::App& command) {
  auto options = std::make_shared<MemoryOptions>();
  addFile(command, options->file)->required();
  command.add_option("--function", options->functions, "Only this function; may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--size", options->sizes,
                  "Extent of a symbolic dimension, as n=17; 4 for those not given; may be given several times")
      ->allow_extra_args(false);
  addConsts(command, options->constsPath);
  command.add_flag(
      "--probe", options->probe,
      "Run functions whose compiled code computes sizes that nothing names, in a worker, and use the values");
  addTimeoutOption(command, *options);
  addWorkerOption(command, *options);
  for (const char* option : {"--timeout", "--worker"}) command.get_option(option)->needs(command.get_option("--probe"));
  command.add_flag("--json", options->asJson, "The plans as a JSON object");
  command.footer(
      "JSON fields: kernels_may_take_workspaces functions [name sizes bounds [dimension at_most storage_pc tensor_pc]\n"
      "cannot_run exact not_exact complete unknown probed slots [function slot value] peak_bytes constants_bytes\n"
      "arguments_bytes arguments_released_bytes peak_with_arguments_bytes storages_peak_bytes peak_pc peak_call\n"
      "peak_formula places [device scope at_peak_bytes peak_bytes]\n"
      "kept {naive pooled tvm_naive tvm_pooled} storages [pc formula bytes block_bytes device scope death_pc\n"
      "first_call last_call at_peak tensors [pc type offset bytes]] steps [pc peak_bytes bytes]]. Bytes are in blocks\n"
      "of 64; null: not known, or not before the function returns. Exit code 1: a function cannot run with the sizes.");
  return [options] { return memoryCommand(*options); };
}

Runner configureModules(CLI::App& command) {
  auto options = std::make_shared<TableOptions>();
  addTableOptions(command, *options, "The tree as a JSON object");
  command.footer(
      "JSON fields: container object [format machine bits byte_order] era blob_symbol members [name offset\n"
      "bytes what has_blob] blob_offset blob_bytes modules [index kind bytes imports offset kernels note]\n"
      "context_slots undefined_symbols needed notes; a module of code also has format content code_bytes\n"
      "parts [name content bytes text] constants layout, and its kernels are objects with name args launch\n"
      "operator; kernels in CUDA code also have resources [architecture registers shared_bytes local_bytes\n"
      "constant_bytes max_threads block_required min_blocks_per_sm occupancy [percent blocks warps max_warps\n"
      "limits]], and resource_notes say why some are null; one of the library itself has operators, of those\n"
      "kernels where they are known, by name; one of constants has constants [name dtype\n"
      "shape bytes] and needs [name constants]; a graph has graph_bytes constants rest_bytes");
  return [options] { return modulesCommand(*options); };
}

Runner configureVerify(CLI::App& command) {
  auto options = std::make_shared<VerifyOptions>();
  addFile(command, options->file);  // --rules and --explain need none
  command.add_flag("--lint", options->lint, "Also what runs without need, and what is likely to be a mistake");
  command.add_option("--format", options->format, "text, json or sarif (SARIF 2.1.0, with --lint)")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  command.add_flag("--json", options->asJson, "As --format json")->excludes("--format");
  command.add_option("--fail-on", options->failOn, "Exit code 1 from this severity on: error (default), warning, info")
      ->check(CLI::IsMember({"error", "warning", "info"}));
  command.add_option("--profile", options->profile, "Profile of the same program: times of findings, with --lint");
  command.add_flag("--rules", options->rules, "List all rules");
  command.add_option("--explain", options->explain, "Print the page of a rule");
  command.footer(
      "Exit code 1 where there is an error; --fail-on counts the linter's findings too. JSON fields: errors warnings\n"
      "remarks findings [severity (error, warning, info) rule message function pc constant byte], with --lint also\n"
      "lint [severity rule title message function pc constant kernel count cost_ns share\n"
      "parts [what detail count pcs constants names cost_ns]] complete; unknown parts of the place are omitted.");
  return [options] { return verifyCommand(*options); };
}

Runner configureConvert(CLI::App& command) {
  auto options = std::make_shared<ConvertOptions>();
  addFile(command, options->file)->required();
  command.add_option("-o", options->output, "File to write; - is standard output")->required();
  command.add_option("--format", options->format,
                     "binary, text, python or json; without it the name of OUT decides (.txt or .rsasm, .py, .json)");
  command.add_option("--with", options->with, "Library to copy: OUT is a copy of it that holds the executable of FILE");
  command.add_option(
      "--variant", options->variant,
      "Variant to write: R0 to R5 (TVM 0.16 is R2, 0.27 is R5); default: that of\nFILE or, with --with, of the library");
  command.add_flag("--allocate-registers", options->allocateRegisters,
                   "Give values that are never needed at the same time one register; prints the registers of each\n"
                   "function before and after");
  command.footer(
      "A round trip gives the same bytes. Tensors above 4096 bytes go to OUT.npz beside OUT, which names it.\n"
      "JSON fields: relaxscope variant outer_prefix version side_file functions memory_scopes constants\n"
      "instructions trailing; offsets and words replace instructions where instructions cannot express the code.\n"
      "--with takes ELF shared libraries of any CPU and release; nothing in them is run. The new program\nreplaces the old one in place or, if it is larger, lies in a new segment at the end of the file.");
  return [options] { return convertCommand(*options); };
}

}  // namespace relaxscope::cli
