// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/launch_plan.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace relaxscope::cuda {
namespace {

constexpr DataType kHandle{3, 64, 1}, kInt32{0, 32, 1}, kInt64{0, 64, 1}, kFloat32{2, 32, 1}, kFloat64{2, 64, 1},
    kFloat16{2, 16, 1};

DeviceKernel kernel(std::vector<DataType> types, std::vector<std::string> tags, std::vector<int32_t> extra = {}) {
  return {"add_kernel", "add_kernel", std::move(types), std::move(tags), std::move(extra)};
}
std::string refusal(const DeviceKernel& of) {
  const auto plan = planLaunch(of);
  return plan ? "" : plan.error().message;
}

TEST(LaunchPlan, TakesValuesInTheOrderOfTheTags) {
  const auto plan = planLaunch(kernel({kHandle, kHandle, kInt64}, {"threadIdx.y", "blockIdx.x", "threadIdx.x",
                                                                   "blockIdx.z", "tirx.use_dyn_shared_memory"}));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->argumentCount(), 8u);
  const auto shape = plan->shape(std::array<int64_t, 5>{16, 4, 8, 0, 1024});
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(shape->grid, (std::array<unsigned, 3>{4, 1, 1})) << "an extent of zero counts as one";
  EXPECT_EQ(shape->block, (std::array<unsigned, 3>{8, 16, 1}));
  EXPECT_EQ(shape->sharedBytes, 1024u);
  EXPECT_FALSE(plan->needsAttributes());
}

TEST(LaunchPlan, PassesEachTypeInItsWay) {
  const auto plan = planLaunch(kernel({kHandle, kInt32, kInt64, kFloat32, kFloat64, kHandle}, {}, {0, 0, 0, 0, 0, 1}));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->params, (std::vector{ParamKind::Pointer, ParamKind::Integer, ParamKind::Integer, ParamKind::Float32,
                                       ParamKind::Float64, ParamKind::TensorMap}));
}

TEST(LaunchPlan, RefusesWhatCannotBePassed) {
  EXPECT_EQ(refusal(kernel({kHandle, kFloat16}, {})),
            "parameter 1 of add_kernel is of type float16, which cannot be passed");
  EXPECT_EQ(refusal(kernel({{2, 32, 4}}, {})),
            "parameter 0 of add_kernel is a vector (float32x4), which cannot be passed");
  EXPECT_EQ(refusal(kernel({kHandle}, {}, {7})), "parameter 0 of add_kernel has the unknown tag 7");
  EXPECT_EQ(refusal(kernel({}, {"blockIdx.w"})), "add_kernel: launch tag \"blockIdx.w\" is unknown");
  EXPECT_EQ(refusal(kernel({}, {"tir.use_dyn_shared_memory", "blockIdx.x"})),
            "add_kernel: the shared memory tag is not the last");
  EXPECT_EQ(refusal(kernel({}, {"vthread.x"})), "add_kernel: launch tag \"vthread.x\" is not one of CUDA");
}

TEST(LaunchPlan, RefusesExtentsThatNoLaunchHas) {
  const auto plan = planLaunch(kernel({}, {"blockIdx.x", "tirx.use_dyn_shared_memory"}));
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->shape(std::array<int64_t, 2>{-1, 0}).error().message, "grid x of a launch cannot be -1");
  EXPECT_EQ(plan->shape(std::array<int64_t, 2>{1, int64_t{1} << 40}).error().message,
            "bytes of dynamic shared memory of a launch cannot be 1099511627776");
}

TEST(LaunchPlan, TurnsFlagsIntoAttributes) {
  const auto plan =
      planLaunch(kernel({kHandle}, {"blockIdx.x", "clusterCtaIdx.x", "preferredClusterCtaIdx.y",
                                    "tirx.use_cooperative_launch", "tirx.use_programtic_dependent_launch"}));
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan->needsAttributes());
  EXPECT_EQ(plan->argumentCount(), 4u) << "flags take no value";
  const auto shape = plan->shape(std::array<int64_t, 3>{64, 2, 4});
  ASSERT_TRUE(shape.ok());
  const AttributedLaunch launch(*plan, *shape, nullptr);
  EXPECT_EQ(launch.config.gridX, 64u);
  ASSERT_EQ(launch.config.attributeCount, 4u);
  const LaunchAttribute* const at = launch.config.attributes;
  EXPECT_EQ(at[0].id, LaunchClusterDimension);
  EXPECT_EQ(at[0].value.clusterDim.x, 2u);
  EXPECT_EQ(at[1].id, LaunchPreferredClusterDimension);
  EXPECT_EQ(at[1].value.clusterDim.y, 4u);
  EXPECT_EQ(at[2].id, LaunchCooperative);
  EXPECT_EQ(at[2].value.cooperative, 1);
  EXPECT_EQ(at[3].id, LaunchProgrammaticStreamSerialization);
  EXPECT_EQ(at[3].value.programmaticStreamSerialization, 1);
}

TEST(LaunchPlan, LeavesTheBlockToKernelsThatRequireOne) {
  const auto plan = planLaunch(
      kernel({kHandle}, {"blockIdx.x", "threadIdx.x", "clusterCtaIdx.x", "tirx.use_required_block_dimension"}));
  ASSERT_TRUE(plan.ok());
  const auto shape = plan->shape(std::array<int64_t, 3>{8, 128, 2});
  ASSERT_TRUE(shape.ok());
  const AttributedLaunch launch(*plan, *shape, nullptr);
  EXPECT_EQ(launch.config.gridX, 8u);
  EXPECT_EQ(launch.config.blockX, kRequiredBlockDim);
  EXPECT_EQ(launch.config.attributeCount, 0u) << "the cluster is in the kernel too";
}

}  // namespace
}  // namespace relaxscope::cuda
