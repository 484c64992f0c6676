// SPDX-License-Identifier: Apache-2.0
// Relay VM executables that real TVM 0.8, 0.11 and 0.17 wrote, compared with what these releases print for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/trace/file/executable_blob.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(RELAXSCOPE_TEST_DATA) / "relay";

std::string contentOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
Executable loadRelay(const fs::path& path) {
  auto file = loadFile(path.string());
  EXPECT_TRUE(file.ok()) << path << ": " << file.error().text();
  return file.ok() ? *file->executable : Executable{};
}
/// The executable with its late-bound constants, if a file holds them.
Executable loadBound(const fs::path& path) {
  Executable executable = loadRelay(path);
  const fs::path consts = fs::path(path).replace_extension(".consts");
  if (fs::exists(consts)) {
    const auto bound = bindLateConstants(executable, loadRelay(consts));
    EXPECT_TRUE(bound.ok()) << bound.error().text();
  }
  return executable;
}
template <class Write>
std::string printRelay(Write write, const Executable& executable) {
  std::vector<std::string> warnings;
  std::string text = collectText([&](const TextSink& sink) { write(executable, {}, sink, warnings); });
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  return text;
}
std::string relayStats(const Executable& executable) {
  return collectText([&](const TextSink& sink) { writeRelayStats(executable, sink); });
}
std::string textOf(const std::vector<uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

std::vector<fs::path> realFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kData))
    if (entry.path().extension() == ".ro" && entry.path().parent_path().filename() != "damaged" &&
        !contentOf(entry.path()).empty())
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RelayTypes, ChecksOfKernelsTellTypesOfParameters) {
  Executable executable = loadRelay(kData / "v0.17.0/late_bound.ro");
  const auto packed = std::ranges::find_if(executable.functions, &Function::isPacked);
  ASSERT_NE(packed, executable.functions.end());
  const std::string k = packed->name;
  KernelTexts::Checks checks;
  std::vector<std::string>& messages = checks[k];
  messages.push_back("Assert fail: num_args == 3, " + k + ": num_args should be 3");
  messages.push_back("Assert fail: p0_code == 3 or p0_code == 13, " + k + ": Expect arg[0] to be pointer");
  messages.push_back(k + ".p0.ndim is expected to equal 2");
  messages.push_back(k + ".p0.dtype is expected to be float32");
  for (const char* extent : {"0] has an unsatisfied constraint: 4 == T.Cast(\"int32\", p0_shape[0])",
                             "1] has an unsatisfied constraint: 3 == T.Cast(\"int32\", p0_shape[1])"})
    messages.push_back("Argument " + k + ".p0.shape[" + extent);
  executable.kernelTexts = std::make_shared<const KernelTexts>([checks] { return KernelTexts::Found({}, checks); });
  const auto params = recoverParams(executable, executable.findFunction("main"));
  ASSERT_EQ(params.size(), 1u);
  EXPECT_EQ(params[0].text(), "f32[4, 3]");
  EXPECT_EQ(params[0].source, "checks of kernel " + k);
}

class RelayFile : public ::testing::TestWithParam<fs::path> {};

TEST_P(RelayFile, ComesBackByteForByte) {
  EXPECT_EQ(textOf(writeVmExecutable(loadRelay(GetParam()))), contentOf(GetParam()));
}

TEST_P(RelayFile, ComesBackThroughJson) {
  const std::string json =
      collectText([&](const TextSink& sink) { ASSERT_TRUE(writeJsonForm(loadRelay(GetParam()), "", sink).ok()); });
  const auto back = readJsonForm(Bytes::copyOf(json), "");
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(textOf(writeVmExecutable(*back)), contentOf(GetParam()));
}

TEST_P(RelayFile, KeepsItsPlacesAfterWriting) {
  const Executable read = loadRelay(GetParam());
  Executable placed = read;
  setByteOffsets(placed);
  EXPECT_EQ(placed.byteSize, read.byteSize);
  for (size_t i = 0; i < read.functions.size(); ++i)
    EXPECT_EQ(placed.functions[i].byteOffset, read.functions[i].byteOffset) << i;
  for (size_t i = 0; i < read.constants.size(); ++i)
    EXPECT_EQ(placed.constants[i].byteOffset, read.constants[i].byteOffset) << i;
}

/// Number of texts that are stored for a file: none for the vectors and for add_const, the source of the damaged files;
/// no tables of primitives and devices for 0.8.
size_t storedTexts(const fs::path& file) {
  const fs::path folder = file.parent_path().filename();
  if (folder == "vectors" || file.stem() == "add_const") return 0;
  return folder == "v0.8.0" ? 3 : 5;
}

TEST_P(RelayFile, PrintsAsItsRelease) {
  const Executable executable = loadBound(GetParam());
  size_t compared = 0;
  const auto expectAs = [&](const char* suffix, const std::string& printed) {
    const fs::path stored = fs::path(GetParam()).replace_extension(suffix);
    if (!fs::exists(stored)) return;
    EXPECT_EQ(printed, contentOf(stored)) << stored;
    ++compared;
  };
  expectAs(".txt", printRelay(writeEraText, executable));
  expectAs(".stats", relayStats(executable));
  expectAs(".constants.txt", printRelay(writeRelayConstants, executable));
  expectAs(".primitives.txt", printRelay(writeRelayPrimitives, executable));
  expectAs(".vdevices.txt", printRelay(writeRelayDevices, executable));
  EXPECT_EQ(compared, storedTexts(GetParam()));
}

TEST_P(RelayFile, IsSoundToAnalyses) {
  const Executable executable = loadRelay(GetParam());
  // The vectors hold every opcode once and are no valid programs: control falls and jumps out of their functions, which
  // is their only error.
  const bool isProgram = GetParam().parent_path().filename() != "vectors";
  const ExecutableSummary summary = summarize(executable);
  EXPECT_EQ(summary.functions.size(), executable.functions.size());
  bool truncated = false;
  for (size_t i = 0; i < executable.functions.size(); ++i)
    truncated |= buildCfg(executable, FuncIndex(static_cast<int64_t>(i))).truncated;
  EXPECT_EQ(truncated, !isProgram);
  const Diagnostics found = verify(executable);
  EXPECT_EQ(found.count(Severity::Error) == 0, isProgram);
  for (const Diagnostic& finding : found.all()) {
    if (finding.severity == Severity::Error) {
      EXPECT_TRUE(finding.rule == "jump-target" || finding.rule == "fall-through") << finding.message;
    }
  }
}

TEST_P(RelayFile, IsKeptInTraces) {
  const Executable executable = loadRelay(GetParam());
  const auto back = unpackExecutable(Bytes::own(packExecutable(executable)));
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->variant, executable.variant);
  EXPECT_EQ(back->code.set, executable.code.set);
  EXPECT_EQ(back->code.packedBase, executable.code.packedBase);
  EXPECT_EQ(back->code.words, executable.code.words);
  EXPECT_EQ(back->relay->virtualDevices.size(), executable.relay->virtualDevices.size());
  EXPECT_EQ(back->relay->constantDevices, executable.relay->constantDevices);
  EXPECT_EQ(back->relay->paramDevices, executable.relay->paramDevices);
  EXPECT_EQ(back->relay->attributes.size(), executable.relay->attributes.size());
  EXPECT_EQ(verify(*back).all().size(), verify(executable).all().size())
      << "what a profile keeps is as sound as the file";
}

TEST_P(RelayFile, IsRefusedWhereverItIsCut) {
  const std::string whole = contentOf(GetParam());
  const size_t step = std::max<size_t>(1, whole.size() / 400);
  for (size_t size = 8; size < whole.size(); size += step) {
    Diagnostics notes;
    EXPECT_FALSE(readVmExecutable(Bytes::copyOf(whole.substr(0, size)), 0, notes).ok()) << size;
  }
}

/// Arbitrary words, no longer protected by a hash: inspection always terminates.
TEST_P(RelayFile, AnyWordsAreLookedAtWithoutHarm) {
  const Executable sound = loadRelay(GetParam());
  std::mt19937_64 random(17);
  const int64_t kWild[] = {0, -1, 1, 4, 11, 20, 21, 255, 1'000'000, INT64_MAX, INT64_MIN, kVoidRegister};
  for (int round = 0; round < 60; ++round) {
    Executable spoilt = sound;
    for (int n = 0; n < 1 + round % 8; ++n)
      spoilt.code.words.edit()[random() % spoilt.code.words.size()] = kWild[random() % std::size(kWild)];
    const Diagnostics found = verify(spoilt);
    EXPECT_LE(found.all().size(), Diagnostics::kMaxKept);
    EXPECT_EQ(summarize(spoilt).functions.size(), spoilt.functions.size());
    for (size_t i = 0; i < spoilt.functions.size(); ++i) {
      const FuncIndex function(static_cast<int64_t>(i));
      for (const CfgEdge& edge : buildCfg(spoilt, function).edges) EXPECT_TRUE(edge.from.valid() && edge.to.valid());
      (void)resultTypes(spoilt, function);
      (void)recoverParams(spoilt, function);
    }
    for (const ExecutableExporter& row : executableExporters()) {
      std::vector<std::string> warnings;
      row.write(spoilt, {}, [](std::string_view) { return true; }, warnings);
    }
    const std::string json =
        collectText([&](const TextSink& sink) { ASSERT_TRUE(writeJsonForm(spoilt, "", sink).ok()); });
    const auto back = readJsonForm(Bytes::copyOf(json), "");
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->code.words, spoilt.code.words);
  }
}

INSTANTIATE_TEST_SUITE_P(Real, RelayFile, ::testing::ValuesIn(realFiles()),
                         [](const ::testing::TestParamInfo<fs::path>& file) {
                           std::string name =
                               file.param.parent_path().filename().string() + "_" + file.param.stem().string();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
                           return name;
                         });

TEST(RelayReal, ThereAreFilesOfEveryRelease) {
  const std::vector<fs::path> files = realFiles();
  for (const char* release : {"v0.8.0", "v0.11.0", "v0.17.0", "vectors"})
    EXPECT_GE(std::count_if(files.begin(), files.end(),
                            [&](const fs::path& file) { return file.parent_path().filename() == release; }),
              3)
        << release;
}

TEST(RelayReal, VectorsAreThoseOfTheDescription) {
  const std::pair<const char*, const char*> kSums[] = {
      {"0.17.0.ro", "c278aa0cb35a0bc03555bb6720dbb8775b08822f51338262bb945aec8173c5ba"},
      {"0.13.0.ro", "1106582c77e1ae4fb6338841989197baeeb824eb5c038870866908e6e4f4db5a"},
      {"0.8.0.ro", "66a4222c61280f630574fae17bc564bb0bf84d3b9e9325ed030b24a96aec9ce1"}};
  for (const auto& [name, sum] : kSums) {
    const std::string content = contentOf(kData / "vectors" / name);
    EXPECT_EQ(sha256Hex({reinterpret_cast<const uint8_t*>(content.data()), content.size()}), sum) << name;
  }
}

TEST(RelayReal, EveryOpcodeIsDisassembled) {
  const std::string text = printRelay(writeEraText, loadRelay(kData / "vectors" / "0.17.0.ro"));
  const std::string wanted = contentOf(kData / "vectors" / "0.17.0.lifted.txt");
  EXPECT_EQ(text.substr(0, wanted.size()), wanted);
}

TEST(RelayReal, LayoutsAreRecognized) {
  EXPECT_EQ(loadRelay(kData / "v0.8.0" / "identity.ro").variant, Variant::RelayA);
  EXPECT_EQ(loadRelay(kData / "v0.11.0" / "identity.ro").variant, Variant::RelayB);
  EXPECT_EQ(loadRelay(kData / "v0.17.0" / "identity.ro").variant, Variant::RelayC);
}

TEST(RelayReal, TheModuleInterfacePutsALengthInFront) {
  const Executable raw = loadRelay(kData / "v0.17.0" / "add_const.ro"),
                   saved = loadRelay(kData / "v0.17.0" / "add_const.savetofile.bin");
  EXPECT_FALSE(raw.outerPrefix);
  EXPECT_TRUE(saved.outerPrefix);
  EXPECT_EQ(saved.code.words, raw.code.words);
  EXPECT_EQ(textOf(writeVmExecutable(saved)), contentOf(kData / "v0.17.0" / "add_const.savetofile.bin"));
}

TEST(RelayReal, DamagedFilesAreRefusedOrFound) {
  for (const auto& entry : fs::directory_iterator(kData / "damaged")) {
    const std::string name = entry.path().stem().string();
    const auto file = loadFile(entry.path().string());
    if (name.starts_with("ok_")) {
      ASSERT_TRUE(file.ok()) << name << ": " << file.error().text();
      EXPECT_FALSE(verify(*file->executable).hasErrors()) << name;
      EXPECT_EQ(textOf(writeVmExecutable(*file->executable)), contentOf(entry.path()));
    } else if (file.ok()) {
      EXPECT_TRUE(verify(*file->executable).hasErrors()) << name;
    } else {
      EXPECT_TRUE(file.error().byteOffset.has_value()) << name << ": " << file.error().text();
    }
  }
}

struct Cause {
  const char *file, *says;
};
TEST(RelayReal, RefusalsNamePlaceAndCause) {
  const Cause kCauses[] = {{"bad_hash", "function 0: instruction"},
                           {"bad_const_device_type", "constant 0: tensor is stored for device type 2"},
                           {"bad_const_tag", "constant 0: tag"},
                           {"bad_const_ndim_negative", "constant 0: tensor rank"},
                           {"bad_func_info_count", "function 0: 2 leading strings"},
                           {"bad_function_not_in_globals", "is not among the global names"},
                           {"bad_register_count_text", "is not a decimal number"},
                           {"bad_truncated_last_byte", "function 0: instruction"},
                           {"bad_global_count_huge", "global names"}};
  for (const Cause& cause : kCauses) {
    const auto file = loadFile((kData / "damaged" / (std::string(cause.file) + ".ro")).string());
    ASSERT_FALSE(file.ok()) << cause.file;
    EXPECT_NE(file.error().message.find(cause.says), std::string::npos) << cause.file << ": " << file.error().text();
  }
}

TEST(RelayReal, AnUnknownProducerIsAFinding) {
  const Executable executable = loadRelay(kData / "damaged" / "bad_version.ro");
  EXPECT_EQ(executable.version, "9.17.0");
  const Diagnostics found = verify(executable);
  ASSERT_TRUE(found.hasErrors());
  EXPECT_EQ(found.all()[0].rule, "format.unknown-producer");
}

TEST(RelayReal, AParameterListOpensAlone) {
  const Executable list = loadRelay(kData / "vectors" / "late.params");
  EXPECT_EQ(list.variant, Variant::Params);
  EXPECT_EQ(list.constantNames, (std::vector<std::string>{"const_0", "const_1"}));
  EXPECT_EQ(constantSummary(list.constants[0].value), "f32[2]");
  EXPECT_EQ(textOf(writeVmExecutable(list)), contentOf(kData / "vectors" / "late.params"));
}

TEST(RelayReal, TwoLateBoundConstantsOfOneNameHideNoUnusedTensor) {
  Executable executable = loadRelay(kData / "v0.17.0" / "late_bound.ro");
  const Executable list = loadRelay(kData / "v0.17.0" / "late_bound.consts");
  for (Constant& constant : executable.constants)
    if (auto* late = std::get_if<LateBoundConstant>(&constant.value)) late->name = list.constantNames[0];
  const auto bound = bindLateConstants(executable, list);
  ASSERT_FALSE(bound.ok());
  EXPECT_NE(bound.error().message.find(list.constantNames[1] + "\" is missing"), std::string::npos)
      << bound.error().message;
}

TEST(RelayReal, LateBoundConstantsWantTheirNames) {
  Executable executable = loadRelay(kData / "v0.17.0" / "late_bound.ro");
  Executable list = loadRelay(kData / "v0.17.0" / "late_bound.consts");
  list.constantNames[0] = "other";
  const auto bound = bindLateConstants(executable, list);
  ASSERT_FALSE(bound.ok());
  EXPECT_NE(bound.error().message.find("holds no"), std::string::npos) << bound.error().message;
}

}  // namespace
}  // namespace relaxscope
