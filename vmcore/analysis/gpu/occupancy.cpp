// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/gpu/occupancy.h"

#include <algorithm>
#include <iterator>

namespace relaxscope {
namespace {

constexpr uint64_t kKiB = 1024;
// Threads and blocks per SM, shared memory per SM and block, reserve and unit.
constexpr SmLimits kLimits[] = {
    {70, 2048, 32, 96 * kKiB, 96 * kKiB, 0, 256},       {75, 1024, 16, 64 * kKiB, 64 * kKiB, 0, 256},
    {80, 2048, 32, 164 * kKiB, 163 * kKiB, kKiB, 128},  {86, 1536, 16, 100 * kKiB, 99 * kKiB, kKiB, 128},
    {87, 1536, 16, 164 * kKiB, 163 * kKiB, kKiB, 128},  {89, 1536, 24, 100 * kKiB, 99 * kKiB, kKiB, 128},
    {90, 2048, 32, 228 * kKiB, 227 * kKiB, kKiB, 128},  {100, 2048, 32, 228 * kKiB, 227 * kKiB, kKiB, 128},
    {101, 1536, 24, 228 * kKiB, 227 * kKiB, kKiB, 128}, {103, 2048, 32, 228 * kKiB, 227 * kKiB, kKiB, 128},
    {110, 1536, 24, 228 * kKiB, 227 * kKiB, kKiB, 128}, {120, 1536, 24, 100 * kKiB, 99 * kKiB, kKiB, 128},
    {121, 1536, 24, 100 * kKiB, 99 * kKiB, kKiB, 128},
};

constexpr uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Blocks that the register file holds. Each partition has a quarter of it, and whole warps.
uint64_t blocksByRegisters(uint64_t registers, uint64_t warps) {
  const uint64_t ofWarp = roundUp(registers * SmRules::kWarp, SmRules::kRegisterUnit);
  if (registers > SmRules::kThreadRegisters || ofWarp * roundUp(warps, SmRules::kPartitions) > SmRules::kRegisters)
    return 0;
  if (ofWarp == 0) return ~uint64_t{0};
  return SmRules::kRegisters / SmRules::kPartitions / ofWarp * SmRules::kPartitions / warps;
}

uint64_t blocksBySharedMemory(const SmLimits& sm, uint64_t bytes) {
  if (bytes > sm.blockSharedBytes) return 0;
  const uint64_t ofBlock = roundUp(bytes + sm.reservedBytes, sm.sharedUnit);
  return ofBlock == 0 ? ~uint64_t{0} : sm.sharedBytes / ofBlock;
}

}  // namespace

std::span<const SmLimits> smLimits() { return kLimits; }

const SmLimits* smLimitsOf(uint32_t architecture) {
  const auto* row = std::find_if(std::begin(kLimits), std::end(kLimits),
                                 [&](const SmLimits& each) { return each.architecture == architecture; });
  return row == std::end(kLimits) ? nullptr : row;
}

std::optional<Occupancy> occupancy(const KernelResources& kernel, uint64_t threads, uint64_t dynamicBytes) {
  const SmLimits* sm = smLimitsOf(kernel.architecture);
  if (sm == nullptr || !kernel.registers || !kernel.sharedBytes || threads == 0) return std::nullopt;
  Occupancy result;
  result.blockThreads = static_cast<uint32_t>(std::min<uint64_t>(threads, ~uint32_t{0}));
  result.maxWarps = sm->threads / SmRules::kWarp;
  const uint64_t warps = roundUp(threads, SmRules::kWarp) / SmRules::kWarp;
  // Neither is the sum of hostile numbers: a block has less than 2^32 bytes of shared memory.
  const uint64_t shared = std::min(*kernel.sharedBytes, ~uint64_t{0} >> 2) + std::min(dynamicBytes, ~uint64_t{0} >> 2);
  const struct {
    OccupancyLimit limit;
    uint64_t blocks;
  } rows[] = {
      {OccupancyLimit::Threads, threads > SmRules::kBlockThreads ? 0 : result.maxWarps / warps},
      {OccupancyLimit::Blocks, sm->blocks},
      {OccupancyLimit::Registers, blocksByRegisters(*kernel.registers, warps)},
      {OccupancyLimit::SharedMemory, blocksBySharedMemory(*sm, shared)},
  };
  const uint64_t blocks = std::min_element(std::begin(rows), std::end(rows), [](const auto& a, const auto& b) {
                            return a.blocks < b.blocks;
                          })->blocks;
  for (const auto& row : rows)
    if (row.blocks == blocks) result.limits |= static_cast<uint8_t>(row.limit);
  result.blocks = static_cast<uint32_t>(blocks);
  result.warps = static_cast<uint32_t>(blocks * warps);
  return result;
}

std::optional<Occupancy> occupancyAtBounds(const KernelResources& kernel) {
  return occupancy(kernel, kernel.maxThreads());
}

std::vector<std::string> occupancyLimits(const Occupancy& occupancy) {
  constexpr struct {
    OccupancyLimit limit;
    const char* name;
  } kNames[] = {{OccupancyLimit::Threads, "threads"},
                {OccupancyLimit::Blocks, "blocks"},
                {OccupancyLimit::Registers, "registers"},
                {OccupancyLimit::SharedMemory, "shared memory"}};
  std::vector<std::string> names;
  for (const auto& row : kNames)
    if ((occupancy.limits & static_cast<uint8_t>(row.limit)) != 0) names.emplace_back(row.name);
  return names;
}

}  // namespace relaxscope
