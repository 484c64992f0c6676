// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel/block.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "vmcore/device/cuda/abi.h"

namespace relaxscope::emulated {
namespace {

Block* gRunningBlock = nullptr;

uint32_t lowest(uint32_t lanes) { return static_cast<uint32_t>(std::countr_zero(lanes)); }

}  // namespace

std::string tripleText(Triple value) { return fmt::format("({},{},{})", value.x, value.y, value.z); }

Block::Block(FiberStacks& stacks, const KernelImage& image, const KernelEntry& kernel, Triple size, void** params)
    : stacks_(stacks),
      image_(image),
      kernel_(kernel),
      params_(params),
      threadIndex_(image.header().threadIndex),
      limits_(&image.header().bindings->limits) {
  const uint32_t count = size.x * size.y * size.z;
  threads_.resize(count);
  for (uint32_t i = 0; i < count; ++i) threads_[i].index = {i % size.x, i / size.x % size.y, i / size.x / size.y};
  warps_.resize((count + 31) / 32);
  for (uint32_t i = 0; i < warps_.size(); ++i) {
    warps_[i].first = i * 32;
    const uint32_t lanes = std::min(count - i * 32, 32u);
    warps_[i].existing = lanes == 32 ? ~0u : (1u << lanes) - 1;
  }
}

void Block::start(Triple index) {
  index_ = index;
  *image_.header().blockIndex = index;
  const ImageHeader& header = image_.header();
  // Shared memory holds nothing that a kernel may rely on: NaN as floating point.
  if (!kernel_.shared.empty()) std::memset(kernel_.shared.data(), 0xFF, kernel_.shared.size());
  if (header.sharedBegin != header.sharedEnd) {
    std::memset(header.sharedBegin, 0xFF, static_cast<size_t>(header.sharedEnd - header.sharedBegin));
  }
  std::memset(header.dynamicShared, 0xFF, header.bindings->limits.dynamicBytes);
  for (auto& warp : warps_) {
    warp.runnable = warp.existing;
    warp.atBarrier = warp.exchanging = warp.asking = 0;
  }
  for (auto& thread : threads_) thread.stack = -1;
  freeStacks_.clear();
  for (size_t i = threads_.size(); i > 0; --i) freeStacks_.push_back(static_cast<int>(i - 1));
  nonZero_ = 0;
}

bool Block::run(Triple index) {
  start(index);
  gRunningBlock = this;
  do {
    for (auto& warp : warps_) {
      runWarp(warp);
      if (status_ != 0) return false;
    }
  } while (releaseBarrier());
  return status_ == 0;
}

void Block::runWarp(Warp& warp) {
  do {
    while (warp.runnable != 0) {
      resume(warp, lowest(warp.runnable));
      if (status_ != 0) return;
    }
  } while (releaseExchanges(warp) || releaseAsking(warp));
  if (status_ == 0 && warp.exchanging != 0) failDiverged(warp);
}

/// Makes a thread the one that the kernel's variables describe.
void Block::select(uint32_t thread) {
  current_ = thread;
  *threadIndex_ = threads_[thread].index;
  limits_->stackBegin = stackLow();
}

uint64_t Block::stackLow() const {
  return reinterpret_cast<uintptr_t>(stacks_.low(static_cast<size_t>(threads_[current_].stack)));
}

void Block::resume(Warp& warp, uint32_t lane) {
  Thread& thread = threads_[warp.first + lane];
  warp.runnable &= ~(1u << lane);
  if (thread.stack < 0) {
    thread.stack = freeStacks_.back();
    freeStacks_.pop_back();
    stacks_.prepare(thread.context, static_cast<size_t>(thread.stack), threadMain);
    // Not runnable and in no other set, it would count as ended; threadBody() marks its end itself.
  }
  select(warp.first + lane);
  running_ = true;
  switchFiber(scheduler_, thread.context);
  running_ = false;
}

void Block::threadMain() {
  enterFiber();
  gRunningBlock->threadBody();
}

void Block::threadBody() {
  Warp& warp = warps_[current_ / 32];
  for (;;) {
    kernel_.run(params_);
    if (warp.runnable == 0) break;
    // The next lane that has not begun continues on this stack, which saves a switch and keeps the cache warm.
    Thread& ended = threads_[current_];
    const uint32_t lane = lowest(warp.runnable);
    Thread& next = threads_[warp.first + lane];
    if (next.stack >= 0) break;
    warp.runnable &= ~(1u << lane);
    next.stack = std::exchange(ended.stack, -1);
    next.context = ended.context;
    select(warp.first + lane);
  }
  freeStacks_.push_back(std::exchange(threads_[current_].stack, -1));
  leaveFiber(scheduler_);
}

void Block::wait() { switchFiber(threads_[current_].context, scheduler_); }

RS_ON_ANY_STACK void Block::leave() { leaveFiber(scheduler_); }

BarrierCount Block::barrier(bool predicate) {
  warps_[current_ / 32].atBarrier |= 1u << (current_ & 31);
  nonZero_ += predicate ? 1 : 0;
  wait();
  return count_;
}

const WarpValues* Block::exchange(const char* operation, uint32_t mask, uint64_t value) {
  Warp& warp = warps_[current_ / 32];
  const uint32_t lane = current_ & 31;
  Thread& thread = threads_[current_];
  if ((mask >> lane & 1) == 0) {
    fail(cuda::LaunchFailed,
         fmt::format("calls {} with mask 0x{:08x}, in which its own lane {} is not", operation, mask, lane));
    leave();
  }
  thread.operation = operation;
  thread.mask = mask;
  thread.value = value;
  warp.exchanging |= 1u << lane;
  wait();
  return &warp.values;
}

uint32_t Block::activeLanes(uint32_t site) {
  Warp& warp = warps_[current_ / 32];
  threads_[current_].site = site;
  warp.asking |= 1u << (current_ & 31);
  wait();
  return warp.active;
}

/// Releases groups of lanes whose mask is complete.
bool Block::releaseExchanges(Warp& warp) {
  uint32_t released = 0;
  for (uint32_t pending = warp.exchanging; pending != 0;) {
    const uint32_t mask = threads_[warp.first + lowest(pending)].mask;
    uint32_t group = 0;
    for (uint32_t rest = pending; rest != 0; rest &= rest - 1) {
      if (threads_[warp.first + lowest(rest)].mask == mask) group |= 1u << lowest(rest);
    }
    pending &= ~group;
    if ((mask & warp.existing & ~group) == 0) released |= group;
  }
  if (released == 0) return false;
  for (uint32_t rest = released; rest != 0; rest &= rest - 1) {
    warp.values.value[lowest(rest)] = threads_[warp.first + lowest(rest)].value;
  }
  warp.values.lanes = released;
  warp.exchanging &= ~released;
  warp.runnable |= released;
  return true;
}

/// Lanes that ask which lanes are active at one place are active together; those at the earliest place continue first,
/// so that they can catch up with the others.
bool Block::releaseAsking(Warp& warp) {
  if (warp.asking == 0) return false;
  uint32_t site = ~0u;
  for (uint32_t rest = warp.asking; rest != 0; rest &= rest - 1) {
    site = std::min(site, threads_[warp.first + lowest(rest)].site);
  }
  warp.active = 0;
  for (uint32_t rest = warp.asking; rest != 0; rest &= rest - 1) {
    if (threads_[warp.first + lowest(rest)].site == site) warp.active |= 1u << lowest(rest);
  }
  warp.asking &= ~warp.active;
  warp.runnable |= warp.active;
  return true;
}

/// Releases all threads if all wait at the barrier; false if the block has ended, or diverged.
bool Block::releaseBarrier() {
  uint32_t waiting = 0, ended = 0;
  for (const auto& warp : warps_) {
    waiting += static_cast<uint32_t>(std::popcount(warp.atBarrier));
    ended += static_cast<uint32_t>(std::popcount(warp.ended()));
  }
  if (waiting == 0) return false;
  if (ended != 0) {
    status_ = cuda::LaunchFailed;
    text_ = fmt::format("{}: block {}: {} of {} threads wait at __syncthreads(), {} have exited", kernel_.name,
                        tripleText(index_), waiting, threads_.size(), ended);
    return false;
  }
  count_ = {static_cast<int32_t>(waiting), static_cast<int32_t>(nonZero_)};
  nonZero_ = 0;
  for (auto& warp : warps_) warp.runnable = std::exchange(warp.atBarrier, 0);
  return true;
}

void Block::failDiverged(const Warp& warp) {
  const Thread& thread = threads_[warp.first + lowest(warp.exchanging)];
  const uint32_t wanted = thread.mask & warp.existing;
  status_ = cuda::LaunchFailed;
  text_ = fmt::format(
      "{}: block {}, warp {}: {} with mask 0x{:08x}: {} of {} lanes arrived, {} wait at __syncthreads(), {} have exited",
      kernel_.name, tripleText(index_), warp.first / 32, thread.operation, thread.mask,
      std::popcount(wanted & warp.exchanging), std::popcount(wanted), std::popcount(wanted & warp.atBarrier),
      std::popcount(wanted & warp.ended()));
}

void Block::fail(int status, const std::string& text) {
  if (status_ != 0) return;
  status_ = status;
  text_ = fmt::format("{}: block {}, thread {} {}", kernel_.name, tripleText(index_),
                      tripleText(threads_[current_].index), text);
}

}  // namespace relaxscope::emulated
