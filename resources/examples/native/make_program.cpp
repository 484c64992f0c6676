// SPDX-License-Identifier: Apache-2.0
// Writes the example's executable, wrapped as the module blob of an exported library, as a C source that is compiled
// with the kernels. The program projects rows of features, pools them pairwise, level by level, until one row is left,
// and classifies that row; so shapes, allocations and the shape heap change while it runs.
//
//   make_program OUT.c
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;
using B = ExecutableBuilder;

constexpr int64_t kFeatures = 16, kWidth = 32, kClasses = 6;
/// Slots of the shape heap, as in kernels.cpp: match_shape sets the first, shape_func and next_level derive the others.
constexpr int64_t kRows = 0, kRowBytes = 1, kHalf = 2, kHalfBytes = 3, kSlots = 5;

/// Reproducible small weights: a linear congruential generator (Knuth's MMIX constants), scaled to +-`range`.
TensorConstant weights(std::vector<int64_t> shape, float range) {
  static uint64_t state = 20240607;
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  ByteWriter out;
  for (int64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    out.write(range * (static_cast<float>(state >> 40) / 8388608.0F - 1.0F));
  }
  TensorConstant tensor;
  tensor.dtype = {static_cast<uint8_t>(TypeCode::Float), 32, 1};
  tensor.shape = std::move(shape);
  tensor.data = Bytes::own(out.take());
  return tensor;
}

/// The program under construction: the builder and the constants that every function uses.
struct Program {
  B b;
  Arg float32 = B::c(b.addConstant(DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1}));
  Arg uint8 = B::c(b.addConstant(DataType{static_cast<uint8_t>(TypeCode::UInt), 8, 1}));
  Arg boolean = B::c(b.addConstant(DataType{static_cast<uint8_t>(TypeCode::Bool), 8, 1}));
  Arg global = B::c(b.addConstant(StringConstant{"global"}));

  Arg text(const std::string& words) { return B::c(b.addConstant(StringConstant{words})); }
  Arg shape(std::vector<int64_t> dims) { return B::c(b.addConstant(ShapeConstant{std::move(dims)})); }

  /// Emits a parameter's check, with the error context in the format of TVM's compiler.
  void checkParameter(const char* function, int64_t index, const char* name, int64_t ndim, const char* annotation) {
    const std::string words = std::string("ErrorContext(fn=") + function + ", loc=param[" + std::to_string(index) +
                              "], param=" + name + ", annotation=" + annotation + ") ";
    b.emitCall("vm.builtin.check_tensor_info", {B::r(index), B::imm(ndim), float32, text(words)});
  }
  /// Allocates storage in register `storage` and a tensor on it in `dst`; `bytes` and `dims` are shapes (constants or
  /// registers).
  void allocate(Arg bytes, Arg dims, Arg dtype, int64_t storage, int64_t dst) {
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), uint8, global}, storage);
    b.emitCall("vm.builtin.alloc_tensor", {B::r(storage), B::imm(0), dims, dtype}, dst);
  }
  /// The same for float32[heap[rowsSlot], kWidth]; uses the registers `scratch` and `scratch + 1` for the shapes.
  void allocateRows(int64_t heap, int64_t bytesSlot, int64_t rowsSlot, int64_t scratch, int64_t storage, int64_t dst) {
    b.emitCall("vm.builtin.make_shape", {B::r(heap), B::imm(1), B::imm(1), B::imm(bytesSlot)}, scratch);
    b.emitCall("vm.builtin.make_shape", {B::r(heap), B::imm(2), B::imm(1), B::imm(rowsSlot), B::imm(0), B::imm(kWidth)},
               scratch + 1);
    allocate(B::r(scratch), B::r(scratch + 1), float32, storage, dst);
  }
  void kill(int64_t reg) { b.emitCall("vm.builtin.null_value", {}, reg); }
};

/// NAME(rows %0, heap %1) -> relu(rows * matrix + bias), float32[heap[kRows], kWidth].
void denseFunction(Program& p, const char* name, int64_t inputs) {
  p.b.beginFunction(name, {"rows", "heap"});
  const std::string type = "R.Tensor((rows, " + std::to_string(inputs) + "), dtype=\"float32\")";
  p.checkParameter(name, 0, "rows", 2, type.c_str());
  const Arg matrix = B::c(p.b.addConstant(weights({inputs, kWidth}, 0.35F)));
  const Arg bias = B::c(p.b.addConstant(weights({kWidth}, 0.1F)));
  p.allocateRows(1, kRowBytes, kRows, 2, 4, 5);
  p.b.emitCall("matmul", {B::r(0), matrix, B::r(5)});
  p.allocateRows(1, kRowBytes, kRows, 2, 6, 7);
  p.b.emitCall("bias_relu", {B::r(5), bias, B::r(7)});
  p.kill(5);
  p.kill(4);
  p.b.emitRet(7);
}

/// Puts the heap into register 1, the number of rows of parameter x into its first slot, and sets the derived slots.
void beginWithHeap(Program& p, const char* function) {
  p.b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(kSlots)}, 1);
  p.checkParameter(function, 0, "x", 2, "R.Tensor((rows, 16), dtype=\"float32\")");
  p.b.emitCall("vm.builtin.match_shape",
               {B::r(0), B::r(1), B::imm(2), B::imm(1), B::imm(kRows), B::imm(0), B::imm(kFeatures),
                p.text(std::string("ErrorContext(fn=") + function +
                       ", loc=param[0], param=x, annotation=R.Tensor((rows, 16), dtype=\"float32\")) ")});
  p.b.emitCall("shape_func", {B::r(1)});
}

/// main(x float32[rows, 16]) -> (probabilities float32[1, 6], row float32[1, 32]).
void mainFunction(Program& p, Arg classes) {
  p.b.beginFunction("main", {"x"});
  beginWithHeap(p, "main");
  p.b.emitCall("project", {B::r(0), B::r(1)}, 2);
  p.allocate(p.shape({1}), p.shape({}), p.boolean, 4, 3);  // the loop's condition

  const InstrIndex loop = p.b.here();
  p.b.emitCall("has_pairs", {B::r(1), B::r(3)});
  p.b.emitCall("vm.builtin.read_if_cond", {B::r(3)}, 5);
  const InstrIndex leave = p.b.emitIf(5, 2);
  p.allocateRows(1, kHalfBytes, kHalf, 6, 8, 9);
  p.b.emitCall("pool_pairs", {B::r(2), B::r(9)});
  p.b.emitCall("next_level", {B::r(1)});
  p.b.emitCall("layer", {B::r(9), B::r(1)}, 2);
  p.kill(9);
  p.kill(8);
  p.b.patchJump(p.b.emitGoto(-1), loop);

  p.b.patchJump(leave, p.b.here());
  const Arg bytes = p.shape({kClasses * 4});
  const Arg dims = p.shape({1, kClasses});
  p.allocate(bytes, dims, p.float32, 10, 11);
  p.b.emitCall("matmul", {B::r(2), classes, B::r(11)});
  p.allocate(bytes, dims, p.float32, 12, 13);
  p.b.emitCall("softmax", {B::r(11), B::r(13)});
  p.b.emitCall("vm.builtin.make_tuple", {B::r(13), B::r(2)}, 14);
  p.b.emitRet(14);
}

/// each_row(x float32[rows, 16]) -> probabilities float32[rows, 6]: the same weights, without pooling.
void eachRowFunction(Program& p, Arg classes) {
  p.b.beginFunction("each_row", {"x"});
  beginWithHeap(p, "each_row");
  p.b.emitCall("project", {B::r(0), B::r(1)}, 2);
  p.b.emitCall("vm.builtin.make_shape", {B::r(1), B::imm(1), B::imm(1), B::imm(kRowBytes)}, 3);
  p.b.emitCall("vm.builtin.make_shape", {B::r(1), B::imm(2), B::imm(1), B::imm(kRows), B::imm(0), B::imm(kClasses)}, 4);
  p.allocate(B::r(3), B::r(4), p.float32, 5, 6);
  p.b.emitCall("matmul", {B::r(2), classes, B::r(6)});
  p.allocate(B::r(3), B::r(4), p.float32, 7, 8);
  p.b.emitCall("softmax", {B::r(6), B::r(8)});
  p.b.emitCall("vm.builtin.match_shape",
               {B::r(8), B::r(1), B::imm(2), B::imm(3), B::imm(kRows), B::imm(0), B::imm(kClasses),
                p.text("ErrorContext(fn=each_row, loc=return, annotation=R.Tensor((rows, 6), dtype=\"float32\")) ")});
  p.b.emitRet(8);
}

/// The blob of an exported library: its length, the import tree (executable -> the library), the executable.
std::vector<uint8_t> libraryBlob(const std::vector<uint8_t>& executable) {
  ByteWriter body;
  body.writeI64Vector(std::vector<int64_t>{0, 1, 1});  // children of module i: indices [i] to [i + 1]
  body.writeI64Vector(std::vector<int64_t>{1});
  body.writeString("relax.VMExecutable");
  body.write<uint64_t>(executable.size());
  body.writeBytes(executable);
  body.writeString("_lib");
  ByteWriter blob;
  blob.write<uint64_t>(body.size());
  blob.writeBytes(body.buffer());
  return blob.take();
}

bool writeSource(const char* path, const std::vector<uint8_t>& blob) {
  std::ofstream out(path);
  out << "/* Made by make_program; the module blob that a loader looks for. */\n"
         "__attribute__((visibility(\"default\"))) const unsigned char __tvm_ffi__library_bin["
      << blob.size() << "] = {";
  for (size_t i = 0; i < blob.size(); ++i) out << (i % 24 == 0 ? "\n" : "") << static_cast<int>(blob[i]) << ',';
  out << "\n};\n";
  out.close();
  return out.good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_program OUT.c\n", stderr);
    return 2;
  }
  Program program;
  const Arg classes = B::c(program.b.addConstant(weights({kWidth, kClasses}, 0.8F)));
  mainFunction(program, classes);
  eachRowFunction(program, classes);
  denseFunction(program, "project", kFeatures);
  denseFunction(program, "layer", kWidth);
  if (!writeSource(argv[1], libraryBlob(writeVmExecutable(program.b.finish())))) {
    std::fprintf(stderr, "make_program: cannot write %s\n", argv[1]);
    return 2;
  }
  return 0;
}
