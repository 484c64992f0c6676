// SPDX-License-Identifier: Apache-2.0
#include "views/core/comparison.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

#include <atomic>
#include <mutex>

#include "tests/models/browse_support.h"
#include "tests/models/diff_support.h"
#include "tests/models/program.h"

namespace relaxscope {
namespace {

using testing::compareAndWait;
using testing::documentOf;
using testing::engineOf;
using testing::FusedPair;
using testing::program;
using testing::rowsOf;

/// Comparisons that were replaced may still run when a test ends, whose variables they use: declared after those.
struct PoolIsDone {
  ~PoolIsDone() { QThreadPool::globalInstance()->waitForDone(); }
};

/// Compares as the fused pair is, notes the options of the last call, and can be made to wait.
struct NotingEngine {
  ~NotingEngine() {
    waits = false;
    QThreadPool::globalInstance()->waitForDone();
  }
  Comparison::Engine engine() {
    return [this](const DiffSide&, const DiffSide&, const DiffOptions& options,
                  const std::stop_token& stop) -> Result<ExecutableDiff> {
      while (waits && !stop.stop_requested()) QThread::yieldCurrentThread();
      const std::scoped_lock lock(mutex);  // a comparison that was replaced may still run
      if (!stop.stop_requested()) given = options;
      return pair.diff;
    };
  }
  const FusedPair pair;
  DiffOptions given;
  std::mutex mutex;
  std::atomic<bool> waits = false;
};

ExecutableDiff diffOf(FunctionPair pair) {
  ExecutableDiff diff;
  diff.functions = {std::move(pair)};
  return diff;
}

DocumentData named(Executable executable, const char* path) {
  DocumentData data = documentOf(std::move(executable));
  data.path = QLatin1String(path);
  return data;
}

TEST(Differences, AreNeighbouringRowsThatDiffer) {
  const ExecutableDiff diff = diffOf(rowsOf("0 = 0\n1 - . removed\n2 ~ 1 operands\n3 = 2\n. + 3 inserted\n"));
  EXPECT_EQ(differencesOf(diff), (std::vector<Difference>{{0, 1, 3}, {0, 4, 5}}));
}

TEST(Differences, HoldTheEqualRowsBetweenThePartsOfOneChange) {
  const ExecutableDiff diff = diffOf(rowsOf("0 ~ . fused a\n1 = 0\n2 ~ 1 fused a\n3 = 2\n4 - . removed\n"));
  EXPECT_EQ(differencesOf(diff), (std::vector<Difference>{{0, 0, 3}, {0, 4, 5}}));
}

TEST(Differences, BeginAnewWhereAnotherGroupBegins) {
  const ExecutableDiff diff =
      diffOf(rowsOf("0 ~ . fused a\n1 ~ 0 fused a\n2 ~ . fused b\n3 ~ 1 fused b\n4 - . removed\n"));
  EXPECT_EQ(differencesOf(diff), (std::vector<Difference>{{0, 0, 2}, {0, 2, 5}}));
}

TEST(Differences, LeaveOutWhatOnlyMovedAndHiddenKinds) {
  const ExecutableDiff diff = diffOf(rowsOf("0 m .\n1 = 0\n. m 1\n2 ~ 2 operands\n3 = 3\n4 ~ 4 memory\n"));
  EXPECT_EQ(differencesOf(diff), (std::vector<Difference>{{0, 3, 4}, {0, 5, 6}}));
  KindSet hidden;
  hidden.set(static_cast<size_t>(ChangeKind::Memory));
  EXPECT_EQ(differencesOf(diff, hidden), (std::vector<Difference>{{0, 3, 4}}));
}

TEST(Differences, OfAFunctionWithoutRowsIsOne) {
  FunctionPair compiled;
  compiled.state = PairState::Changed;
  FunctionPair signature = rowsOf("0 = 0\n");
  Change change;
  change.kind = ChangeKind::Signature;
  signature.changes = {change};
  ExecutableDiff diff;
  diff.functions = {compiled, signature};
  EXPECT_EQ(differencesOf(diff), (std::vector<Difference>{{0, 0, 0}, {1, 0, 0}}));
}

/// Bytes of a file that was written over.
class Overwritten : public ByteSource {
 public:
  void fetch(const uint8_t*, size_t) const override {}
  bool copy(const uint8_t*, size_t, uint8_t*) const override { return false; }
  bool intact() const override { return false; }
};

TEST(Comparison, OfAFileThatWasOverwrittenIsNone) {
  NotingEngine noting;
  Comparison comparison(nullptr, noting.engine());
  static constexpr uint8_t kNone = 0;
  auto file = std::make_shared<LoadedFile>();
  file->bytes = Bytes::from(std::make_shared<Overwritten>(), &kNone, 1);
  DocumentData old = documentOf(program("fn main(x)\n  ret %0\n"));
  old.file = file;
  comparison.setData(Side::Old, old);
  comparison.setData(Side::New, documentOf(program("fn main(x)\n  ret %0\n")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !comparison.isPending(); }));
  EXPECT_EQ(comparison.diff(), nullptr) << "zeros in place of what it held are no content";
  EXPECT_TRUE(comparison.error().contains(QStringLiteral("overwritten"))) << comparison.error().toStdString();
}

TEST(Comparison, RunsOffTheGuiThreadAndStartsAtTheFirstDifference) {
  const FusedPair pair;
  QThread* ran = nullptr;
  const PoolIsDone wait;
  Comparison comparison(nullptr,
                        [&](const DiffSide& old, const DiffSide& now, const DiffOptions&,
                            const std::stop_token&) -> Result<ExecutableDiff> {
                          ran = QThread::currentThread();
                          EXPECT_EQ(old.executable->code.size(), pair.old.code.size());
                          EXPECT_EQ(now.executable->code.size(), pair.now.code.size());
                          return pair.diff;
                        });
  QSignalSpy changed(&comparison, &Comparison::diffChanged);
  ASSERT_TRUE(compareAndWait(comparison, documentOf(pair.old), documentOf(pair.now)));
  EXPECT_NE(ran, QThread::currentThread());
  EXPECT_EQ(changed.count(), 1);
  ASSERT_EQ(comparison.differences().size(), 2u) << "the fused calls with what follows, and a function";
  EXPECT_EQ(comparison.place(), (DiffPlace{0, 1}));
  EXPECT_EQ(comparison.current(), 0);
}

TEST(Comparison, StepsThroughDifferencesAndFromPlacesBetweenThem) {
  const FusedPair pair;
  Comparison comparison(nullptr, engineOf(pair.diff));
  ASSERT_TRUE(compareAndWait(comparison, documentOf(pair.old), documentOf(pair.now)));
  EXPECT_EQ(comparison.neighbour(true), -1);
  comparison.step(false);
  EXPECT_EQ(comparison.current(), 1);
  EXPECT_EQ(comparison.place(), (DiffPlace{1, 0}));
  EXPECT_EQ(comparison.neighbour(false), -1);
  comparison.step(false);
  EXPECT_EQ(comparison.current(), 1);
  comparison.select({0, 7});
  EXPECT_EQ(comparison.current(), -1);
  EXPECT_EQ(comparison.neighbour(true), 0);
  EXPECT_EQ(comparison.neighbour(false), 1);
}

TEST(Comparison, PassesOnHandMadeMatchesThatBothSidesHave) {
  NotingEngine noting;
  const DiffOptions& given = noting.given;
  Comparison comparison(nullptr, noting.engine());
  QSignalSpy changed(&comparison, &Comparison::handMatchesChanged);
  ASSERT_TRUE(compareAndWait(comparison, documentOf(noting.pair.old), documentOf(noting.pair.now)));
  comparison.matchByHand("gone", "kept");
  comparison.matchByHand("no such function", "main");
  comparison.cutMatch("main", "main");
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_EQ(given.matched, (NamePairs{{"gone", "kept"}}));
  EXPECT_EQ(given.unmatched, (NamePairs{{"main", "main"}}));
  EXPECT_EQ(changed.count(), 3);
  comparison.matchByHand("kept", "kept");
  comparison.matchByHand("main", "main");
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_EQ(given.matched, (NamePairs{{"kept", "kept"}, {"main", "main"}})) << "a function has one match";
  EXPECT_TRUE(given.unmatched.empty());
}

TEST(Comparison, KeepsTheFunctionWhenItComparesAgain) {
  const FusedPair pair;
  Comparison comparison(nullptr, engineOf(pair.diff));
  ASSERT_TRUE(compareAndWait(comparison, documentOf(pair.old), documentOf(pair.now)));
  comparison.select({2, 0});
  comparison.cutMatch("main", "main");
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_EQ(comparison.place(), (DiffPlace{2, 0}));
}

TEST(Comparison, SwapsSidesWithTheirMatches) {
  NotingEngine noting;
  Comparison comparison(nullptr, noting.engine());
  ASSERT_TRUE(compareAndWait(comparison, named(noting.pair.old, "/a/base.so"), named(noting.pair.now, "/a/fused.so")));
  EXPECT_EQ(comparison.title(), QStringLiteral("base ↔ fused"));
  comparison.matchByHand("gone", "kept");
  comparison.swap();
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_EQ(comparison.title(), QStringLiteral("fused ↔ base"));
  EXPECT_EQ(noting.given.matched, (NamePairs{{"kept", "gone"}}));
}

TEST(Comparison, KeepsWhatItWasUntilTheNextOneIsThere) {
  NotingEngine noting;
  Comparison comparison(nullptr, noting.engine());
  ASSERT_TRUE(compareAndWait(comparison, named(noting.pair.old, "/a/base.so"), named(noting.pair.now, "/a/fused.so")));
  const auto before = comparison.diff();
  const auto old = comparison.executable(Side::Old), now = comparison.executable(Side::New);
  noting.waits = true;
  QSignalSpy changed(&comparison, &Comparison::diffChanged);
  comparison.swap();
  EXPECT_TRUE(comparison.isPending());
  EXPECT_EQ(comparison.diff(), before);
  EXPECT_EQ(changed.count(), 0);
  EXPECT_EQ(comparison.executable(Side::Old), now);
  EXPECT_EQ(comparison.compared(Side::Old).executable, old);
  EXPECT_EQ(comparison.compared(Side::Old).name, QStringLiteral("base"));
  EXPECT_EQ(comparison.functionName(Side::Old, old->findFunction("gone")), QStringLiteral("gone"));
  QSignalSpy opened(&comparison, &Comparison::openRequested);
  comparison.open({1, 0});
  ASSERT_EQ(opened.count(), 1) << "gone, which only the old one has";
  EXPECT_EQ(opened[0][0].value<Side>(), Side::New) << "where it is now";
  noting.waits = false;
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_NE(comparison.diff(), before);
  EXPECT_EQ(comparison.compared(Side::Old).executable, now);
}

TEST(Comparison, OfAFileThatWasReadAgainOpensNothingInIt) {
  NotingEngine noting;
  Comparison comparison(nullptr, noting.engine());
  ASSERT_TRUE(compareAndWait(comparison, named(noting.pair.old, "/a/base.so"), named(noting.pair.now, "/a/fused.so")));
  noting.waits = true;
  comparison.setData(Side::New, named(program(testing::kProgram), "/a/fused.so"));
  QSignalSpy opened(&comparison, &Comparison::openRequested);
  comparison.open({2, 0});
  EXPECT_EQ(opened.count(), 0);
  EXPECT_EQ(comparison.functionName(Side::New, comparison.diff()->functions[2].now), QStringLiteral("kept"));
}

TEST(Comparison, IsNamedByWhatTellsTheFilesApart) {
  const Executable executable = program(testing::kProgram);
  Comparison comparison(nullptr, engineOf({}));
  const auto title = [&](const char* old, const char* now) {
    EXPECT_TRUE(compareAndWait(comparison, named(executable, old), named(executable, now)));
    return comparison.title();
  };
  EXPECT_EQ(title("/x/pair_base/model.so", "/x/pair_fused/model.so"), QStringLiteral("pair_base ↔ pair_fused"));
  EXPECT_EQ(title("/x/before/mlp.so", "/x/after/mlp.so"), QStringLiteral("before/mlp ↔ after/mlp"));
  EXPECT_EQ(title("/x/mlp.so", "/x/mlp.rsasm"), QStringLiteral("mlp.so ↔ mlp.rsasm"));
}

TEST(Comparison, ReportsAnErrorAndADiffAfterIt) {
  const FusedPair pair;
  bool fails = true;
  const PoolIsDone wait;
  Comparison comparison(
      nullptr,
      [&](const DiffSide&, const DiffSide&, const DiffOptions&, const std::stop_token&) -> Result<ExecutableDiff> {
        if (fails) return Error("these are of two instruction sets");
        return pair.diff;
      });
  ASSERT_TRUE(compareAndWait(comparison, documentOf(pair.old), documentOf(pair.now)));
  EXPECT_EQ(comparison.error(), QStringLiteral("these are of two instruction sets"));
  EXPECT_EQ(comparison.diff(), nullptr);
  fails = false;
  comparison.swap();
  ASSERT_TRUE(testing::waitForDiff(comparison));
  EXPECT_TRUE(comparison.error().isEmpty());
  EXPECT_NE(comparison.diff(), nullptr);
}

TEST(Comparison, ValuesAreExchangedWithTheSidesAndGoWithTheTraces) {
  const PoolIsDone done;
  const FusedPair pair;
  Comparison comparison;
  comparison.setData(Side::Old, documentOf(pair.old));
  comparison.setData(Side::New, documentOf(pair.now));
  ValueComparison values;
  values.results.emplace_back("result", ValueDifference{{8, 1, 0.25, 0.5, 3, 0}, 0, 0, {}});
  QSignalSpy changed(&comparison, &Comparison::valuesChanged);
  comparison.setValues(std::make_shared<const ValueComparison>(values));
  ASSERT_NE(comparison.values(), nullptr);
  EXPECT_EQ(comparison.values()->results[0].second.elements.nanOld, 3u);
  comparison.swap();
  EXPECT_EQ(comparison.values()->results[0].second.elements.nanNow, 3u);
  EXPECT_FALSE(comparison.values()->results[0].second.elements.largestRelative);
  comparison.swap();
  EXPECT_EQ(comparison.values()->results[0].second.elements.largestRelative, 0.5) << "as it was measured";
  EXPECT_EQ(changed.count(), 3);
  comparison.setTrace(Side::New, nullptr);
  EXPECT_EQ(comparison.values(), nullptr);
  EXPECT_EQ(changed.count(), 4);
}

TEST(Comparison, CanBeStopped) {
  const FusedPair pair;
  Comparison comparison(
      nullptr,
      [](const DiffSide&, const DiffSide&, const DiffOptions&, const std::stop_token& stop) -> Result<ExecutableDiff> {
        while (!stop.stop_requested()) QThread::yieldCurrentThread();
        return Error("cancelled");
      });
  comparison.setData(Side::Old, documentOf(pair.old));
  comparison.setData(Side::New, documentOf(pair.now));
  EXPECT_TRUE(comparison.isPending());
  comparison.cancel();
  EXPECT_FALSE(comparison.isPending());
  EXPECT_FALSE(comparison.error().isEmpty());
}

}  // namespace
}  // namespace relaxscope
