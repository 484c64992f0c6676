// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/model/launch_tag.h"

namespace relaxscope::cuda {
namespace {

/// Fields of LaunchExtents in the order of their numbers.
constexpr uint8_t kGrid = 0, kBlock = 3, kCluster = 6, kPreferredCluster = 9, kShared = 12;
constexpr const char* kFieldNames[] = {"grid x",
                                       "grid y",
                                       "grid z",
                                       "block x",
                                       "block y",
                                       "block z",
                                       "cluster x",
                                       "cluster y",
                                       "cluster z",
                                       "preferred cluster x",
                                       "preferred cluster y",
                                       "preferred cluster z",
                                       "bytes of dynamic shared memory"};

unsigned& fieldOf(LaunchExtents& shape, uint8_t number) {
  if (number == kShared) return shape.sharedBytes;
  auto& extents = number < kBlock              ? shape.grid
                  : number < kCluster          ? shape.block
                  : number < kPreferredCluster ? shape.cluster
                                               : shape.preferredCluster;
  return extents[number % 3u];
}

Result<ParamKind> paramKind(const DataType& type, int32_t extraTag) {
  constexpr int32_t kTensorMap = 1;
  if (extraTag == kTensorMap) return ParamKind::TensorMap;
  if (extraTag != 0) return Error(fmt::format("has the unknown tag {}", extraTag));
  if (type.lanes != 1) return Error(fmt::format("is a vector ({}), which cannot be passed", type.name()));
  switch (static_cast<TypeCode>(type.code)) {
    case TypeCode::Handle: return ParamKind::Pointer;
    case TypeCode::Int:
    case TypeCode::UInt:
    case TypeCode::Bool:
      if (type.bits <= 64) return ParamKind::Integer;
      break;
    case TypeCode::Float:
      if (type.bits == 64) return ParamKind::Float64;
      if (type.bits == 32) return ParamKind::Float32;
      break;
    default: break;
  }
  return Error(fmt::format("is of type {}, which cannot be passed", type.name()));
}

}  // namespace

Result<LaunchPlan> planLaunch(const DeviceKernel& kernel) {
  LaunchPlan plan;
  for (size_t i = 0; i < kernel.argTypes.size(); ++i) {
    const int32_t extra = i < kernel.argExtraTags.size() ? kernel.argExtraTags[i] : 0;
    auto kind = paramKind(kernel.argTypes[i], extra);
    if (!kind) return Error(fmt::format("parameter {} of {} {}", i, kernel.name, kind.error().message));
    plan.params.push_back(*kind);
  }
  if (std::string problem = launchTagsProblem(kernel.launchTags); !problem.empty())
    return Error(fmt::format("{}: {}", kernel.name, problem));
  for (const std::string& text : kernel.launchTags) {
    const LaunchTag tag = parseLaunchTag(text);
    const auto target = [&](uint8_t first) {
      plan.targets_.push_back(static_cast<uint8_t>(first + (tag.dimension == 0 ? 0 : tag.dimension - 'x')));
    };
    switch (tag.kind) {
      case LaunchTagKind::BlockIdx: target(kGrid); break;
      case LaunchTagKind::ThreadIdx: target(kBlock); break;
      case LaunchTagKind::ClusterIdx: target(kCluster), plan.hasCluster = true; break;
      case LaunchTagKind::PreferredClusterIdx: target(kPreferredCluster), plan.hasPreferredCluster = true; break;
      case LaunchTagKind::SharedMemory: target(kShared); break;
      case LaunchTagKind::DependentLaunch: plan.dependent = true; break;
      case LaunchTagKind::CooperativeLaunch: plan.cooperative = true; break;
      case LaunchTagKind::RequiredBlock: plan.requiredBlock = true; break;
      case LaunchTagKind::VirtualThread:
      case LaunchTagKind::WriteAccess:
      case LaunchTagKind::Unknown:
        return Error(fmt::format("{}: launch tag \"{}\" is not one of CUDA", kernel.name, text));
    }
  }
  return plan;
}

Result<LaunchExtents> LaunchPlan::shape(std::span<const int64_t> values) const {
  LaunchExtents shape;
  for (size_t i = 0; i < targets_.size(); ++i) {
    const int64_t value = values[i];
    if (value < 0 || value > INT32_MAX)
      return Error(fmt::format("{} of a launch cannot be {}", kFieldNames[targets_[i]], value));
    // TVM counts an extent of zero as one.
    const bool isExtent = targets_[i] != kShared;
    fieldOf(shape, targets_[i]) = static_cast<unsigned>(isExtent ? std::max<int64_t>(value, 1) : value);
  }
  return shape;
}

AttributedLaunch::AttributedLaunch(const LaunchPlan& plan, const LaunchExtents& shape, Stream stream)
    : config{shape.grid[0],  shape.grid[1],     shape.grid[2], shape.block[0],     shape.block[1],
             shape.block[2], shape.sharedBytes, stream,        attributes_.data(), 0} {
  const auto setExtents = [](LaunchAttribute& attribute, const std::array<unsigned, 3>& extents) {
    attribute.value.clusterDim = {extents[0], extents[1], extents[2]};
  };
  if (plan.requiredBlock) config.blockX = kRequiredBlockDim, config.blockY = config.blockZ = 1;
  if (plan.hasCluster && !plan.requiredBlock) setExtents(add(LaunchClusterDimension), shape.cluster);
  if (plan.hasPreferredCluster) setExtents(add(LaunchPreferredClusterDimension), shape.preferredCluster);
  if (plan.cooperative) add(LaunchCooperative).value.cooperative = 1;
  if (plan.dependent) add(LaunchProgrammaticStreamSerialization).value.programmaticStreamSerialization = 1;
}

LaunchAttribute& AttributedLaunch::add(LaunchAttributeId id) {
  LaunchAttribute& attribute = attributes_[config.attributeCount++];
  attribute.id = id;
  return attribute;
}

}  // namespace relaxscope::cuda
