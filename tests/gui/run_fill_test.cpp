// SPDX-License-Identifier: Apache-2.0
// Arguments of the run dialog from files of arrays, and the focus on what is missing.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>

#include "app/window/run/run_dialog.h"
#include "gui_support.h"
#include "vmcore/format/container/npz.h"

namespace relaxscope {
namespace {

using namespace gui;

NpyArray bytes(int64_t extent) {
  return {DataType{0, 8, 1}, {extent}, Bytes::own(std::vector<uint8_t>(static_cast<size_t>(extent)))};
}

/// main(x, y, w): y is int8[2], w a tuple of at least two fields; nothing is known of x.
std::shared_ptr<const Executable> program() {
  using B = ExecutableBuilder;
  B b;
  b.beginFunction("main", std::vector<std::string>{"x", "y", "w"});
  const auto int8 = B::c(b.addConstant(DataType{0, 8, 1})), context = B::c(b.addConstant(StringConstant{"y"}));
  b.emitCall("vm.builtin.check_tensor_info", {B::r(1), B::imm(1), int8, context});
  b.emitCall("vm.builtin.match_shape", {B::r(1), B::voidArg(), B::imm(1), B::imm(0), B::imm(2), context});
  b.emitCall("vm.builtin.tuple_getitem", {B::r(2), B::imm(1)}, 3);
  b.emitRet(0);
  return std::make_shared<const Executable>(b.finish());
}

class RunFill : public ::testing::Test {
 protected:
  void SetUp() override {
    RunSpec last;
    last.path = folder_.filePath(QStringLiteral("model.bin"));
    dialog_ = std::make_unique<RunDialog>(program(), last, QStringList(), nullptr);
    dialog_->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog_->show();
  }
  QString write(const char* name, const std::vector<std::pair<std::string, NpyArray>>& arrays) {
    QFile file(folder_.filePath(QLatin1String(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    const std::vector<uint8_t> content = writeNpz(arrays);
    file.write(reinterpret_cast<const char*>(content.data()), static_cast<qint64>(content.size()));
    return file.fileName();
  }
  void fill(const QString& path) {
    dialog_->fillFrom(path);
    ASSERT_TRUE(waitFor([this] { return !dialog_->isBusy(); }));
  }
  QLineEdit* field(int argument) {
    return dialog_->findChild<QLineEdit*>(QStringLiteral("run.value.%1").arg(argument));
  }
  QString note() { return dialog_->findChild<QLabel*>(QStringLiteral("run.problem"))->text(); }

  QTemporaryDir folder_;
  std::unique_ptr<RunDialog> dialog_;
};

TEST_F(RunFill, TheFirstMissingArgumentHasTheFocus) {
  EXPECT_EQ(dialog_->focusWidget(), field(0));
  EXPECT_TRUE(note().startsWith(QStringLiteral("x: enter a value"))) << note().toStdString();
}

TEST_F(RunFill, ArraysFillArgumentsOfTheirNamesAndTuples) {
  const QString file = write("in.npz", {{"y", bytes(2)}, {"w_1", bytes(1)}, {"w_0", bytes(1)}});
  fill(file);
  EXPECT_EQ(field(1)->text(), QStringLiteral("@%1:y").arg(file));
  EXPECT_EQ(field(2)->text(), QStringLiteral("(@%1:w_0, @%1:w_1)").arg(file));
  EXPECT_EQ(note(), QStringLiteral("in.npz: 2 of 3 argument(s) filled"));
  EXPECT_EQ(dialog_->focusWidget(), field(0)) << "it is still missing";
}

TEST_F(RunFill, AnArrayOfAnotherShapeIsNamed) {
  const QString file = write("in.npz", {{"x", bytes(1)}, {"y", bytes(3)}});
  const QString before = field(1)->text();
  fill(file);
  EXPECT_EQ(field(1)->text(), before);
  EXPECT_EQ(note(),
            QStringLiteral("in.npz: 1 of 3 argument(s) filled; y: @%1:y is int8[3], the parameter is i8[2]").arg(file));
}

TEST_F(RunFill, AFileThatIsNoneIsReported) {
  fill(folder_.filePath(QStringLiteral("missing.npz")));
  EXPECT_TRUE(note().contains(QStringLiteral("missing.npz"))) << note().toStdString();
}

TEST_F(RunFill, TheTypesSaySourcesOfTheirOwn) {
  QStringList texts;
  for (const QLabel* label : dialog_->findChildren<QLabel*>()) texts << label->text();
  EXPECT_TRUE(texts.contains(QStringLiteral("check")));
  EXPECT_TRUE(texts.contains(QStringLiteral("builtin tuple_getitem")));
}

}  // namespace
}  // namespace relaxscope
