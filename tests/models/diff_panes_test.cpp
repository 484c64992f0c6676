// SPDX-License-Identifier: Apache-2.0
// The tables of a pair, where their rows lead, the differences of a constant, and both memory plans.
#include <gtest/gtest.h>

#include <QTest>

#include "tests/models/diff_view_support.h"
#include "tests/models/program.h"
#include "views/constants/histogram_strip.h"
#include "views/diff/area.h"
#include "views/diff/constant_pane.h"
#include "views/diff/kernel_pane.h"
#include "views/diff/plan_painter.h"
#include "views/diff/plan_pane.h"
#include "views/diff/tables.h"
#include "views/diff/uses.h"
#include "views/widgets/data_table.h"

namespace relaxscope {
namespace {

using testing::DiffViews;
using testing::FusedPair;
using testing::paintedText;
using testing::rowsOf;
using testing::settle;

TEST_F(DiffViews, TablesListWhatDiffersFirst) {
  for (const PairState state : {PairState::Same, PairState::Changed, PairState::Removed, PairState::Added}) {
    KernelPair kernel;
    kernel.old = kernel.now = pairStateName(state);
    kernel.state = state;
    made_.kernels.push_back(kernel);
    ConstantPair constant;
    constant.old = constant.now = ConstIndex(static_cast<int64_t>(made_.constants.size()));
    constant.state = state;
    made_.constants.push_back(constant);
  }
  compare();
  const auto column = [](const TablePanel* panel) {
    QStringList out;
    const TableSource& source = *panel->table()->tableModel()->source();
    for (size_t row = 0; row < source.rows(); ++row) out << source.plainText(row, 1);
    return out.join(QLatin1Char(' '));
  };
  EXPECT_EQ(column(view_->kernels()), QStringLiteral("added removed changed same"));
  EXPECT_EQ(column(view_->constants()), QStringLiteral("c[3] c[2] c[1] c[0]"));
}

TEST_F(DiffViews, RowsOfConstantsAndKernelsLeadToWhatUsesThem) {
  ConstantPair constant, unused;
  constant.old = constant.now = ConstIndex(0);
  unused.old = ConstIndex(7);
  made_.constants = {constant, unused};
  KernelPair kernel;
  kernel.old = kernel.now = "softmax";
  made_.kernels = {kernel};
  compare();
  view_->showTab(QStringLiteral("constants"));
  const auto enter = [this](TablePanel* panel, int row) {
    panel->table()->showRow(row);
    QTest::keyClick(panel->table(), Qt::Key_Return);
    EXPECT_TRUE(settle(*view_));
    return comparison_->place();
  };
  EXPECT_EQ(enter(view_->constants(), 0), (DiffPlace{0, 2}));
  EXPECT_EQ(comparison_->remark(), QStringLiteral("c[0]: use 1 of 3"));
  EXPECT_EQ(enter(view_->constants(), 0), (DiffPlace{0, 3}));
  EXPECT_EQ(enter(view_->constants(), 0), (DiffPlace{0, 5})) << "of the new side alone";
  EXPECT_EQ(enter(view_->constants(), 0), (DiffPlace{0, 2})) << "from the first one again";
  EXPECT_EQ(enter(view_->constants(), 1), (DiffPlace{0, 2}));
  EXPECT_EQ(comparison_->remark(), QStringLiteral("No code uses c[7]"));
  view_->showTab(QStringLiteral("kernels"));
  view_->showTab(QStringLiteral("memory"));
  EXPECT_EQ(enter(view_->kernels(), 0), (DiffPlace{0, 6}));
  EXPECT_EQ(comparison_->remark(), QStringLiteral("softmax: use 1 of 1"));
  EXPECT_TRUE(view_->area()->isVisible()) << "it is shown in the listing";
  comparison_->select({0, 0});
  EXPECT_TRUE(comparison_->remark().isEmpty());
}

TEST(DiffUses, ThatDifferComeBeforeThoseThatAreEqual) {
  DiffTablesInput input;
  input.old = input.now = std::make_shared<const Executable>(testing::straight(4));
  ExecutableDiff diff;
  diff.functions = {rowsOf("0 = 0\n1 = 1\n2 ~ 2 operands\n3 = 3\n")};
  input.diff = std::make_shared<const ExecutableDiff>(diff);
  DiffSubject subject;
  for (size_t i = 0; i < input.old->functions.size(); ++i)
    if (!input.old->functions[i].isBytecode()) subject.oldFunction = FuncIndex(static_cast<int64_t>(i));
  const auto uses = usesOf(input, subject);
  ASSERT_GE(uses.size(), 4u);
  EXPECT_EQ(uses[0], (DiffPlace{0, 2}));
  EXPECT_EQ(uses[1], (DiffPlace{0, 0}));
  EXPECT_TRUE(usesOf(input, {}).empty());
}

TEST_F(DiffViews, AKernelShowsItsLines) {
  KernelPair gone, same;
  gone.old = "matmul";
  gone.state = PairState::Removed;
  same.old = same.now = "softmax";
  made_.kernels = {same, gone};
  compare();
  view_->showTab(QStringLiteral("kernel"));
  EXPECT_TRUE(view_->kernelPane()->toPlainText().startsWith(QStringLiteral("Select a kernel")));
  view_->showTab(QStringLiteral("kernels"));
  view_->showTab(QStringLiteral("instructions"));
  const auto select = [this](int row) {
    view_->kernels()->table()->setCurrentIndex(view_->kernels()->table()->model()->index(row, 0));
    EXPECT_TRUE(settle(*view_));
    return view_->kernelPane()->toPlainText();
  };
  EXPECT_EQ(select(0), QStringLiteral("matmul\nOnly one file has this kernel."));
  EXPECT_TRUE(view_->kernelPane()->isVisible()) << "the tab comes with the kernel";
  EXPECT_EQ(select(1), QStringLiteral("softmax\nNo line of it differs."));
}

TEST_F(DiffViews, AConstantShowsHowItsElementsDiffer) {
  const auto tensor = [](std::vector<uint8_t> values) {
    TensorConstant out;
    out.dtype = {static_cast<uint8_t>(TypeCode::UInt), 8, 1};
    out.shape = {static_cast<int64_t>(values.size())};
    out.data = Bytes::own(std::move(values));
    return Constant{out};
  };
  ConstantPair constant;
  constant.old = ConstIndex(static_cast<int64_t>(pair_.old.constants.size()));
  constant.now = ConstIndex(static_cast<int64_t>(pair_.now.constants.size()));
  pair_.old.constants.push_back(tensor({1, 2, 3, 4}));
  pair_.now.constants.push_back(tensor({1, 2, 2, 14}));
  constant.state = PairState::Changed;
  constant.difference = ElementDifference{4, 2, 10, 2.5, 0, 0};
  made_.constants = {constant};
  compare();
  EXPECT_FALSE(view_->constantPane()->isVisible());
  view_->showTab(QStringLiteral("constants"));
  view_->constants()->table()->setCurrentIndex(view_->constants()->table()->model()->index(0, 0));
  ASSERT_TRUE(settle(*view_));
  EXPECT_TRUE(view_->constantPane()->isVisible());
  EXPECT_EQ(view_->constantPane()->text(),
            QStringLiteral("c[1]\n2 of 4 elements differ · largest absolute difference 10 · "
                           "largest relative difference 2.5\nΔ, new minus old, of the 2 elements that differ"));
  const auto& bars = view_->constantPane()->histogram()->bars();
  ASSERT_TRUE(bars);
  EXPECT_EQ(bars->low, -1);
  EXPECT_EQ(bars->high, 10);
  EXPECT_EQ(bars->counts.front() + bars->counts.back(), 2u);
  const TableSource& source = *view_->constants()->table()->tableModel()->source();
  EXPECT_EQ(source.cell(0, 2).tooltip,
            QStringLiteral("2 of 4 elements differ\nlargest absolute difference 10\nlargest relative difference 2.5\n"
                           "Enter: where code uses it"));
}

/// The MLP with itself, but for its second storage, which is another one on each side.
class DiffPlanPanes : public DiffViews {
 protected:
  void SetUp() override {
    DiffViews::SetUp();
    pair_.old = pair_.now = *testing::documentOfFile(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so").executable;
    FunctionPair main;
    main.old = main.now = pair_.old.findFunction("main");
    main.state = PairState::Changed;
    const Function& function = *pair_.old.function(main.old);
    for (auto pc = static_cast<int64_t>(function.startInstr); pc < static_cast<int64_t>(function.endInstr); ++pc) {
      InstructionRow row;
      row.old = row.now = InstrIndex(pc);
      if (pc == function.startInstr + kSecond) {
        row.now = {};
        row.state = RowState::Removed;
        main.rows.push_back(row);
        std::swap(row.old, row.now);
        row.state = RowState::Added;
      }
      main.rows.push_back(row);
    }
    made_ = {};
    made_.functions = {main};
    compare();
    view_->showTab(QStringLiteral("memory"));
    ASSERT_TRUE(settle(*view_));
  }
  static constexpr int64_t kSecond = 10;  ///< pc that allocates it
};

TEST_F(DiffPlanPanes, DrawBothPlansOnOneScale) {
  const DiffPlans* plans = view_->plans()->plans();
  ASSERT_NE(plans, nullptr);
  ASSERT_TRUE(plans->of(Side::Old) && plans->of(Side::New));
  EXPECT_EQ(plans->of(Side::Old)->states,
            (std::vector<RowState>{RowState::Same, RowState::Removed, RowState::Same, RowState::Same, RowState::Same}));
  EXPECT_EQ(plans->of(Side::New)->states,
            (std::vector<RowState>{RowState::Same, RowState::Added, RowState::Same, RowState::Same, RowState::Same}));
  EXPECT_EQ(plans->instructions, static_cast<int64_t>(made_.functions[0].rows.size()) - 1);
  const DiffPlanLayout layout = layOutPlans(*plans, 800, 0);
  EXPECT_EQ(layout.of(Side::Old).rows.left(), layout.of(Side::New).rows.left());
  EXPECT_EQ(layout.of(Side::Old).rows.width(), layout.of(Side::New).rows.width());
  EXPECT_GT(layout.of(Side::New).head.top(), layout.of(Side::Old).curve.bottom());
  const QString text = paintedText(*view_->plans());
  EXPECT_EQ(text.count(QStringLiteral("peak 768 B at pc 10")), 2) << text.toStdString();
  EXPECT_EQ(text.count(QStringLiteral("5 storage(s), 1,152 B")), 2) << text.toStdString();
  EXPECT_EQ(text.count(QStringLiteral("f32[n, 24]")), 6) << "three tensors in two storages: " << text.toStdString();
}

TEST_F(DiffPlanPanes, AStorageLeadsToItsAllocation) {
  const DiffPlanLayout layout = layOutPlans(*view_->plans()->plans(), view_->plans()->viewport()->width(), 0);
  const QPoint pos = layout.of(Side::Old).row(1).center();
  ASSERT_TRUE(view_->plans()->hitAt(pos));
  const QStringList readout = view_->plans()->readout(*view_->plans()->hitAt(pos));
  EXPECT_EQ(readout.mid(0, 2).join(QLatin1Char(' ')), QStringLiteral("removed 384 B · pc 10–20"));
  comparison_->select({0, 0});
  QTest::mouseClick(view_->plans()->viewport(), Qt::LeftButton, Qt::NoModifier, pos);
  EXPECT_EQ(comparison_->place(), (DiffPlace{0, static_cast<uint32_t>(kSecond)}));
  EXPECT_FALSE(view_->plans()->hitAt(layout.of(Side::Old).head.center()));
}

TEST(DiffPlans, OfAFunctionOfOneSideHaveOne) {
  const FusedPair pair;
  DiffTablesInput input;
  input.diff = std::make_shared<const ExecutableDiff>(pair.diff);
  input.old = std::make_shared<const Executable>(pair.old);
  input.now = std::make_shared<const Executable>(pair.now);
  const auto plans = plansOf(input, 1);
  ASSERT_TRUE(plans);
  EXPECT_TRUE(plans->of(Side::Old));
  EXPECT_FALSE(plans->of(Side::New));
  EXPECT_FALSE(plansOf(input, 99)->of(Side::Old));
}

}  // namespace
}  // namespace relaxscope
