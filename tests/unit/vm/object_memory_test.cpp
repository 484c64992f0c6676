// SPDX-License-Identifier: Apache-2.0
// Objects in the free lists of a thread: counted, bounded, may outlive their VM and be destroyed on any thread.
#include "vmcore/vm/objects/object_memory.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {
namespace {

/// Whether this build caches blocks at all.
bool keepsBlocks() {
  ObjectMemory::give(ObjectMemory::take(64));
  return ObjectMemory::kept() != 0;
}

/// Counts its destruction.
class NotedObj : public ffi::Object {
 public:
  explicit NotedObj(int* ended) : ended_(ended) {}
  ~NotedObj() { ++*ended_; }
  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.test.Noted", NotedObj, ffi::Object);

 private:
  int* ended_;
};
class ThrowingObj : public ffi::Object {
 public:
  ThrowingObj() { throw std::runtime_error("on purpose"); }
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.test.Throwing", ThrowingObj, ffi::Object);
};

TEST(ObjectMemory, GivesTheLastBlockOfASizeAgain) {
  if (!keepsBlocks()) GTEST_SKIP() << "a build that looks for uses after the end";
  void* const block = ObjectMemory::take(100);
  std::memset(block, 0xAB, 100);
  ObjectMemory::give(block);
  EXPECT_NE(ObjectMemory::take(300), block);
  EXPECT_EQ(ObjectMemory::take(97), block);
  ObjectMemory::give(block);
}

TEST(ObjectMemory, KeepsFewOfASizeAndNoneThatIsLarge) {
  ObjectMemory::trim();
  std::vector<void*> blocks;
  for (int i = 0; i < 1000; ++i) blocks.push_back(ObjectMemory::take(200));
  for (int i = 0; i < 10; ++i) blocks.push_back(ObjectMemory::take(5000));
  for (void* const block : blocks) ObjectMemory::give(block);
  EXPECT_LE(ObjectMemory::kept(), ObjectMemory::kMaxKept);
  ObjectMemory::trim();
  EXPECT_EQ(ObjectMemory::kept(), 0u);
}

TEST(ObjectMemory, TakesBlocksOfAnotherThread) {
  ObjectMemory::trim();
  std::vector<void*> blocks;
  std::thread([&] {
    for (int i = 0; i < 500; ++i) blocks.push_back(ObjectMemory::take(64));
    ObjectMemory::give(ObjectMemory::take(64));  // remains in the lists of this thread, which end with it
  }).join();
  for (void* const block : blocks) ObjectMemory::give(block);
  EXPECT_LE(ObjectMemory::kept(), ObjectMemory::kMaxKept);
}

TEST(ObjectMemory, EndsWhatDiesAfterTheListsOfItsThread) {
  // Created before the lists are registered, so destroyed after them.
  struct Late {
    void* block = nullptr;
    ~Late() { ObjectMemory::give(block); }
  };
  std::thread([] {
    static thread_local Late late;
    late.block = ObjectMemory::take(64);
    ObjectMemory::give(ObjectMemory::take(64));
  }).join();
}

TEST(ObjectMemory, EndsAnObjectOnceAndKeepsItsMemoryForWeakReferences) {
  int ended = 0;
  auto object = makeListed<NotedObj>(40, &ended);
  TVMFFIObject* const raw = ffi::detail::ObjectUnsafe::GetHeader(object.get());
  EXPECT_TRUE(isOnlyReference(raw));
  ffi::WeakObjectPtr<NotedObj> weak(object);
  EXPECT_FALSE(isOnlyReference(raw));
  object = nullptr;
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(weak.lock(), nullptr);
  weak = nullptr;
  EXPECT_EQ(ended, 1);
  auto next = makeListed<NotedObj>(40, &ended);
  next = nullptr;
  EXPECT_EQ(ended, 2);
}

TEST(ObjectMemory, CountsReferencesWithAndWithoutOthers) {
  int ended = 0;
  TVMFFIObject* const raw = ffi::detail::ObjectUnsafe::MoveObjectPtrToTVMFFIObjectPtr(makeListed<NotedObj>(0, &ended));
  for (int i = 0; i < 3; ++i) keepOwn(raw);  // the first when there is only one reference
  const auto strong = [&] { return raw->combined_ref_count & ffi::detail::kCombinedRefCountMaskUInt32; };
  EXPECT_EQ(strong(), 4u);
  for (uint64_t left = 3; left > 0; --left) {
    release(raw);
    EXPECT_EQ(strong(), left);
  }
  EXPECT_EQ(ended, 0);
  releaseByCall(raw);
  EXPECT_EQ(ended, 1);
}

TEST(ObjectMemory, GivesTheBlockBackWhereAConstructorThrows) {
  ObjectMemory::trim();
  const bool keeps = keepsBlocks();
  const size_t before = ObjectMemory::kept();
  EXPECT_THROW(makeListed<ThrowingObj>(200), std::runtime_error);
  EXPECT_EQ(ObjectMemory::kept(), before + (keeps ? 1 : 0));
}

/// A VM whose main creates a tensor in its own storage, and a shape from a heap.
std::unique_ptr<VirtualMachine> makingVm() {
  B b;
  const auto bytes = B::c(b.addConstant(ShapeConstant{{64}})), shape = B::c(b.addConstant(ShapeConstant{{2, 4}}));
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1})), i64 = B::c(b.addConstant(DataType{0, 64, 1}));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 0);
  b.emitCall("vm.builtin.alloc_tensor", {B::r(0), B::imm(0), shape, i64}, 1);
  b.emitCall("vm.builtin.null_value", {}, 0);
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(3)}, 0);
  b.emitCall("vm.builtin.make_shape",
             {B::r(0), B::imm(3), B::imm(0), B::imm(7), B::imm(1), B::imm(2), B::imm(0), B::imm(9)}, 2);
  b.emitCall("vm.builtin.make_tuple", {B::r(1), B::r(2)}, 3);
  b.emitRet(3);
  return vmFor(b);
}

TEST(ObjectMemory, LetsObjectsOutliveTheirVmAndDieElsewhere) {
  std::vector<ffi::Any> kept;
  {
    const auto vm = makingVm();
    for (int64_t i = 0; i < 300; ++i) {
      const RunResult result = callMain(*vm);
      ASSERT_TRUE(result.ok()) << result.error->message;
      const auto fields = result.value.cast<ffi::Array<ffi::Any>>();
      auto* const numbers = static_cast<int64_t*>(fields[0].cast<ffi::Tensor>().data_ptr());
      std::fill(numbers, numbers + 8, i);
      EXPECT_EQ(dimsOf(fields[1]), (std::vector<int64_t>{7, 0, 9}));
      if (i % 3 == 0) kept.push_back(result.value);  // others are destroyed at once, and their memory is reused
    }
  }
  for (size_t i = 0; i < kept.size(); ++i) {
    const auto fields = kept[i].cast<ffi::Array<ffi::Any>>();
    EXPECT_EQ(intsOf(fields[0]), std::vector<int64_t>(8, static_cast<int64_t>(3 * i)));
    EXPECT_EQ(dimsOf(fields[1]), (std::vector<int64_t>{7, 0, 9}));
    EXPECT_EQ(useCount(fields[0]), 2);  // the tuple's and this one
  }
  std::thread([dying = std::move(kept)]() mutable { dying.clear(); }).join();
}

TEST(ObjectMemory, ServesVmsOnSeveralThreads) {
  std::vector<std::vector<ffi::Any>> made(3);
  std::vector<std::thread> threads;
  for (auto& mine : made)
    threads.emplace_back([&mine] {
      const auto vm = makingVm();
      for (int i = 0; i < 400; ++i) mine.push_back(callMain(*vm).value);
    });
  for (std::thread& thread : threads) thread.join();
  std::rotate(made.begin(), made.begin() + 1, made.end());
  threads.clear();
  for (auto& others : made) threads.emplace_back([&others] { others.clear(); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace relaxscope::testing
