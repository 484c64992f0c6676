// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/vm/kv_kernels.h"

#include <cmath>

#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

using Views = const ffi::AnyView*;

const DLTensor& tensorAt(Views args, int i) {
  const DLTensor* found = tensorOf(args[i].CopyToTVMFFIAny());
  if (found == nullptr) throw std::runtime_error("a kernel was given no tensor as argument " + std::to_string(i));
  if (reinterpret_cast<uintptr_t>(found->data) % 64 != 0 && found->ndim == 1 && found->dtype.code == kDLInt)
    throw std::runtime_error("an index array is not aligned");
  return *found;
}
float* floats(Views args, int i) { return reinterpret_cast<float*>(tensorData(tensorAt(args, i))); }
const int32_t* int32s(Views args, int i) { return reinterpret_cast<const int32_t*>(tensorData(tensorAt(args, i))); }

/// Softmax of one query over keys and values given by pointers; lse to base 2.
struct Attend {
  const float* q;
  int64_t width;
  double scale;
  std::vector<const float*> keys, values;
  void write(float* output, float* lse) const {
    double most = -5e4, sum = 0;
    std::vector<double> scores, result(static_cast<size_t>(width), 0.0);
    for (const float* key : keys) {
      double dot = 0;
      for (int64_t d = 0; d < width; ++d) dot += double{q[d]} * key[d];
      scores.push_back(dot * scale * std::log2(std::exp(1.0)));
      most = std::max(most, scores.back());
    }
    for (size_t i = 0; i < keys.size(); ++i) {
      const double weight = std::exp2(scores[i] - most);
      sum += weight;
      for (int64_t d = 0; d < width; ++d) result[static_cast<size_t>(d)] += weight * values[i][d];
    }
    for (int64_t d = 0; d < width; ++d)
      output[d] = sum == 0 ? 0.F : static_cast<float>(result[static_cast<size_t>(d)] / sum);
    *lse = static_cast<float>(sum == 0 ? -5e4 : most + std::log2(sum));
  }
};

/// Keys and values of one run of pages, as described by the length array.
void collect(const DLTensor& pages, int64_t head, const int32_t* indices, int64_t count, const DLTensor& lengths,
             int64_t row, Attend& attend) {
  const auto* data = reinterpret_cast<const float*>(pages.data);
  const auto* length = reinterpret_cast<const int32_t*>(tensorData(lengths));
  const int64_t heads = pages.shape[2], size = pages.shape[3], width = pages.shape[4],
                n = lengths.shape[lengths.ndim - 1];
  const bool windowed = lengths.ndim == 2;
  const int64_t offset = windowed ? length[n + row] : 0, sink = windowed ? length[2 * n + row] : 0;
  const int64_t tokens = count == 0 ? 0 : (count - 1) * size + length[row] - offset + sink;
  for (int64_t i = 0; i < tokens; ++i) {
    const int64_t slot = i < sink ? i : i - sink + offset, page = indices[slot / size];
    if (page < 0 || page >= pages.shape[0]) throw std::runtime_error("a page that does not exist");
    const auto at = [&](int64_t which) {
      return data + (((page * 2 + which) * heads + head) * size + slot % size) * width;
    };
    attend.keys.push_back(at(0));
    attend.values.push_back(at(1));
  }
}

/// (q, indptr, k, v, indptr, positions, offsets, output, lse, causal, rotary, scale, theta, scale of scores)
void ragged(Views a) {
  const DLTensor& q = tensorAt(a, 0);
  const int64_t heads = q.shape[1], width = q.shape[2];
  const int64_t runs = tensorAt(a, 1).shape[0] - 1;
  for (int64_t run = 0; run < runs; ++run)
    for (int64_t token = int32s(a, 1)[run]; token < int32s(a, 1)[run + 1]; ++token)
      for (int64_t head = 0; head < heads; ++head) {
        Attend attend{floats(a, 0) + (token * heads + head) * width, width, a[13].cast<double>(), {}, {}};
        for (int64_t other = int32s(a, 4)[run]; other <= token; ++other) {
          attend.keys.push_back(floats(a, 2) + (other * heads + head) * width);
          attend.values.push_back(floats(a, 3) + (other * heads + head) * width);
        }
        attend.write(floats(a, 7) + (token * heads + head) * width, floats(a, 8) + token * heads + head);
      }
}

/// Attention of tokens [from, to) of the batch over run `row` of the pages.
void overPages(Views a, int q, int pages, int indptr, int output, double scale, int64_t row, int64_t from, int64_t to) {
  const DLTensor& queries = tensorAt(a, q);
  const int64_t heads = queries.shape[1], width = queries.shape[2];
  const int32_t* starts = int32s(a, indptr);
  for (int64_t token = from; token < to; ++token)
    for (int64_t head = 0; head < heads; ++head) {
      Attend attend{floats(a, q) + (token * heads + head) * width, width, scale, {}, {}};
      collect(tensorAt(a, pages), head, int32s(a, indptr + 1) + starts[row], starts[row + 1] - starts[row],
              tensorAt(a, indptr + 2), row, attend);
      attend.write(floats(a, output) + (token * heads + head) * width, floats(a, output + 1) + token * heads + head);
    }
}

/// (q, indptr, pages, page indptr, page indices, lengths, offsets, positions, output, lse, causal, rotary, scale,
/// theta, scale of scores)
void prefill(Views a) {
  const int64_t runs = tensorAt(a, 1).shape[0] - 1;
  for (int64_t run = 0; run < runs; ++run)
    overPages(a, 0, 2, 3, 8, a[14].cast<double>(), run, int32s(a, 1)[run], int32s(a, 1)[run + 1]);
}
/// (q, pages, page indptr, page indices, lengths, offsets, positions, output, lse, rotary, scale, theta, scale of
/// scores)
void decode(Views a) {
  for (int64_t run = 0; run < tensorAt(a, 0).shape[0]; ++run)
    overPages(a, 0, 1, 2, 7, a[12].cast<double>(), run, run, run + 1);
}
/// (output, lse, other output, other lse)
void merge(Views a) {
  const DLTensor& output = tensorAt(a, 0);
  const int64_t rows = output.shape[0] * output.shape[1], width = output.shape[2];
  for (int64_t row = 0; row < rows; ++row) {
    float &own = floats(a, 1)[row], other = floats(a, 3)[row];
    const double most = std::max(own, other), left = std::exp2(own - most), right = std::exp2(other - most);
    for (int64_t d = 0; d < width; ++d) {
      float& value = floats(a, 0)[row * width + d];
      value = static_cast<float>((value * left + floats(a, 2)[row * width + d] * right) / (left + right));
    }
    own = static_cast<float>(most + std::log2(left + right));
  }
}
/// (qkv, positions, q, k, v, rotate)
void split(Views a) {
  const DLTensor& qkv = tensorAt(a, 0);
  const int64_t heads = tensorAt(a, 2).shape[1], kvHeads = tensorAt(a, 3).shape[1], width = qkv.shape[2];
  for (int64_t token = 0; token < qkv.shape[0]; ++token) {
    const float* from = floats(a, 0) + token * qkv.shape[1] * width;
    std::copy_n(from, heads * width, floats(a, 2) + token * heads * width);
    std::copy_n(from + heads * width, kvHeads * width, floats(a, 3) + token * kvHeads * width);
    std::copy_n(from + (heads + kvHeads) * width, kvHeads * width, floats(a, 4) + token * kvHeads * width);
  }
}
float* slotOf(Views a, int64_t place, int64_t which, int64_t head) {
  const DLTensor& pages = tensorAt(a, 0);
  const int64_t size = pages.shape[3];
  return floats(a, 0) + (((place / size * 2 + which) * pages.shape[2] + head) * size + place % size) * pages.shape[4];
}
/// (pages, k, v, places)
void append(Views a) {
  const DLTensor& k = tensorAt(a, 1);
  for (int64_t token = 0; token < k.shape[0]; ++token)
    for (int64_t head = 0; head < k.shape[1]; ++head)
      for (int which = 0; which < 2; ++which)
        if (int32s(a, 3)[token] >= 0)
          std::copy_n(floats(a, 1 + which) + (token * k.shape[1] + head) * k.shape[2], k.shape[2],
                      slotOf(a, int32s(a, 3)[token], which, head));
}
/// (pages, from, to, tokens)
void copyPage(Views a) {
  const DLTensor& pages = tensorAt(a, 0);
  const auto from = a[1].cast<int64_t>() * pages.shape[3], to = a[2].cast<int64_t>() * pages.shape[3];
  for (int64_t i = 0; i < a[3].cast<int64_t>(); ++i)
    for (int64_t head = 0; head < pages.shape[2]; ++head)
      for (int which = 0; which < 2; ++which)
        std::copy_n(slotOf(a, from + i, which, head), pages.shape[4], slotOf(a, to + i, which, head));
}
/// (pages, places, keys, values, layer)
void debugGet(Views a) {
  const DLTensor& keys = tensorAt(a, 2);
  const int64_t tokens = keys.shape[1], heads = keys.shape[2], width = keys.shape[3], layer = a[4].cast<int64_t>();
  for (int64_t i = 0; i < tokens; ++i)
    for (int64_t head = 0; head < heads; ++head)
      for (int which = 0; which < 2; ++which)
        std::copy_n(slotOf(a, int32s(a, 1)[i], which, head), width,
                    floats(a, 2 + which) + ((layer * tokens + i) * heads + head) * width);
}

ffi::Function counting(const std::shared_ptr<KvCounts>& counts, int KvCounts::* counter, void (*kernel)(Views)) {
  return ffi::Function::FromPacked([=](const ffi::AnyView* args, int32_t, ffi::Any*) {
    ++((*counts).*counter);
    kernel(args);
  });
}
ffi::Function plain(void (*kernel)(Views)) {
  return ffi::Function::FromPacked([=](const ffi::AnyView* args, int32_t, ffi::Any*) { kernel(args); });
}
ffi::Any backend(const ffi::Function& kernel) { return ffi::Array<ffi::Any>{ffi::String("tirx"), kernel}; }

}  // namespace

KvCaller::KvCaller(uint64_t memoryBytes) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  options.limits.memoryBytes = memoryBytes;
  auto loaded = VirtualMachine::load(std::move(options));
  if (!loaded.ok()) throw std::runtime_error(loaded.error().text());
  vm_ = std::move(*loaded);
}

ffi::Any KvCaller::operator()(const std::string& name, const std::vector<ffi::Any>& args) {
  const std::string full = "vm.builtin." + name;
  const BuiltinId builtin = implementedBuiltin(full);
  if (builtin == BuiltinId::None) throw std::runtime_error("no builtin " + full);
  ffi::Any result;
  const std::vector<ffi::AnyView> views(args.begin(), args.end());
  builtinCall(builtin)(vm_->engine().get(), reinterpret_cast<const TVMFFIAny*>(views.data()),
                       static_cast<int32_t>(views.size()), &result);
  return result;
}

::testing::AssertionResult KvCaller::fails(const std::string& kind, const std::string& text, const std::string& name,
                                           const std::vector<ffi::Any>& args) {
  try {
    (*this)(name, args);
  } catch (const ffi::Error& error) {
    const std::string message = error.message();
    if (error.kind() != kind) return ::testing::AssertionFailure() << "kind " << error.kind() << ": " << message;
    if (!message.starts_with("vm.builtin." + name) || message.find(text) == std::string::npos)
      return ::testing::AssertionFailure() << "message " << message;
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "the call succeeded";
}

ffi::Any ints(const std::vector<int64_t>& values) { return ffi::Shape(values.data(), values.data() + values.size()); }
ffi::Any ints(std::initializer_list<int64_t> values) { return ints(std::vector<int64_t>(values)); }

std::vector<ffi::Any> createArgs(const KvSetup& s, const std::shared_ptr<KvCounts>& counts) {
  const ffi::Any sizes = s.layerWindow == 1024
                             ? ints({s.sequences, s.tokens, s.prefill, s.pageSize, s.slides})
                             : ints({s.sequences, s.tokens, s.prefill, s.pageSize, s.slides, s.layerWindow});
  const ffi::Any paged = backend(counting(counts, &KvCounts::prefill, prefill)),
                 single = backend(counting(counts, &KvCounts::decode, decode));
  const ffi::Any none = ffi::Array<ffi::Any>{};
  const ffi::Array<ffi::Any> merges{counting(counts, &KvCounts::merge, merge), plain(merge)};
  return {sizes,
          ints({0, static_cast<int64_t>(s.kinds.size())}),
          s.heads,
          s.heads,
          s.width,
          s.width,
          ints(s.kinds),
          int64_t{0},
          int64_t{0},
          1.0,
          10000.0,
          nullptr,
          makeRaw({}, {kDLFloat, 32, 1}),
          counting(counts, &KvCounts::append, append),
          nullptr,
          backend(counting(counts, &KvCounts::ragged, ragged)),
          paged,
          single,
          paged,
          single,
          none,
          none,
          none,
          merges,
          plain(split),
          counting(counts, &KvCounts::copy, copyPage),
          plain(debugGet),
          plain(copyPage)};
}

}  // namespace relaxscope::testing
