// SPDX-License-Identifier: Apache-2.0
// Values of old programs converted for a current host: bools and Relay tuples of any depth.
#include "tests/unit/vm/relay_vm.h"
#include "vmcore/embed/bool.h"

namespace relaxscope::testing {
namespace {

const char* const kIdentity = "@main(x):\n ret result=%0";

/// A value in `depth` nested tuples, with a number in each.
ffi::Any nestedValue(ffi::Any value, int64_t depth) {
  for (int64_t i = 0; i < depth; ++i) value = makeAdt(0, {std::move(value), ffi::Any(i)});
  return value;
}

TEST(HostValue, MakesArraysOfRelayTuples) {
  const auto vm = relayVm(kIdentity);
  const ffi::Any flags(makeOf<uint8_t>({kDLUInt, 1, 1}, {1, 0, 1}));
  ffi::Any seen = hostValue(*vm->engine(), nestedValue(flags, 300));
  for (int64_t i = 299; i >= 0; --i) {
    const auto fields = seen.cast<ffi::Array<ffi::Any>>();
    ASSERT_EQ(fields.size(), 2u);
    ASSERT_EQ(ffi::Any(fields[1]).cast<int64_t>(), i);
    seen = ffi::Any(fields[0]);
  }
  const DLTensor& tensor = tensorIn(seen);
  EXPECT_EQ(typeOf(seen), "bool[3]");
  EXPECT_EQ(tensor.data, tensorIn(flags).data) << "on the same memory";
}

TEST(HostValue, LeavesConstructorsWithATag) {
  const auto vm = relayVm(kIdentity);
  const ffi::Any tagged = makeAdt(3, {ffi::Any(int64_t{1})});
  EXPECT_TRUE(hostValue(*vm->engine(), tagged).same_as(tagged));
  const auto fields = hostValue(*vm->engine(), makeAdt(0, {tagged})).cast<ffi::Array<ffi::Any>>();
  EXPECT_TRUE(ffi::Any(fields[0]).same_as(tagged));
  EXPECT_EQ(hostValue(*vm->engine(), makeAdt(0, {})).cast<ffi::Array<ffi::Any>>().size(), 0u);
}

/// Sixty levels of pairs of the same pair have about 10^18 leaf positions.
TEST(HostValue, MakesATupleOfManyPlacesOnce) {
  const auto vm = relayVm(kIdentity);
  ffi::Any value = makeAdt(0, {ffi::Any(makeOf<uint8_t>({kDLUInt, 1, 1}, {1}))});
  for (int level = 0; level < 60; ++level) value = makeAdt(0, {value, value});
  ffi::Any seen = hostValue(*vm->engine(), value);
  for (int level = 0; level < 60; ++level) {
    const auto fields = seen.cast<ffi::Array<ffi::Any>>();
    ASSERT_TRUE(ffi::Any(fields[0]).same_as(ffi::Any(fields[1]))) << level;
    seen = ffi::Any(fields[0]);
  }
  EXPECT_EQ(typeOf(ffi::Any(seen.cast<ffi::Array<ffi::Any>>()[0])), "bool[1]");
}

TEST(ProgramArguments, MakeATupleOfManyPlacesOnce) {
  const auto vm = relayVm(kIdentity);
  ffi::Any value = ffi::Array<ffi::Any>{ffi::Any(makeOf<uint8_t>({kDLBool, 8, 1}, {1}))};
  for (int level = 0; level < 60; ++level) value = ffi::Array<ffi::Any>{value, value};
  const std::vector<ffi::AnyView> given{value, value};
  const ProgramArguments arguments(*vm->engine(), given.data(), given.size());
  EXPECT_TRUE(ffi::Any(arguments.views()[0]).same_as(ffi::Any(arguments.views()[1])));
  ffi::Any seen(arguments.views()[0]);
  for (int level = 0; level < 60; ++level) seen = ffi::Any(seen.cast<ffi::Array<ffi::Any>>()[1]);
  EXPECT_EQ(typeOf(ffi::Any(seen.cast<ffi::Array<ffi::Any>>()[0])), "uint1[1]");
}

TEST(HostValue, RefusesTuplesNestedTooDeeplyForTheNativeStack) {
  const auto vm = relayVm(kIdentity);
  const ffi::Any inside(makeInts({1}, {1}));
  const ffi::Any deep = nestedValue(inside, 1'000'000);
  try {
    static_cast<void>(hostValue(*vm->engine(), deep));
    FAIL() << "a million tuples fit on the stack";
  } catch (const ffi::Error& error) {
    EXPECT_EQ(error.kind(), "StackOverflow");
    EXPECT_NE(error.message().find("nest too deeply"), std::string::npos) << error.message();
  }
  EXPECT_EQ(useCount(inside), 2) << "here and in the innermost tuple";
}

}  // namespace
}  // namespace relaxscope::testing
