// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of the file beside their decoded fields, linked both ways: a click on bytes shows the field, a
// field or a selection elsewhere shows its bytes.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>

#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/hex/area.h"
#include "views/hex/tree.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {

class HexView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next byte"), "Left Right"},
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next row"), "Up Down"},
      {QT_TRANSLATE_NOOP("viewKeys", "Start, end of the file"), "Ctrl+Home Ctrl+End"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show what the byte belongs to"), "Enter"},
  };

  HexView(Document* document, QWidget* parent);
  QList<QWidget*> cornerWidgets() override { return {offset_, find_}; }
  bool startFind() override;
  void findNext(bool backwards) override;
  bool startGoTo() override;
  bool isSettled() const override { return !task_.isPending(); }
  [[nodiscard]] HexArea* area() const { return area_; }
  [[nodiscard]] QTreeView* tree() const { return tree_; }
  [[nodiscard]] FindBar* findBar() const { return bar_; }
  /// The nested names of the byte under the cursor: "x.so › modules › function table › function 3 › name".
  [[nodiscard]] QString pathText() const { return path_->toolTip(); }
  void goToOffset(uint64_t offset);
  /// Scrolls to the damaged field of a file that cannot be opened.
  void showDamage();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void findFrom(uint64_t from, bool backwards);
  void reload();
  void follow();
  void chooseByte(uint64_t offset);
  void chooseField(const QModelIndex& index);
  void followField(const QModelIndex& index);
  void showNode(const std::vector<ByteNode>& path);
  void showNames(const std::vector<ByteNode>& path);
  void showPath();
  void select(const std::vector<ByteNode>& path, bool activate);
  void menu(const QPoint& pos);
  void connectParts();
  void applyTheme();
  [[nodiscard]] const ByteMap* map() const { return area_->map(); }
  [[nodiscard]] std::vector<ByteNode> pathTo(const Place& place) const;

  QSplitter* splitter_;
  HexArea* area_;
  FindBar* bar_;
  QLabel* path_;
  QTreeView* tree_;
  HexTree* model_;
  QLineEdit* offset_;
  QToolButton* find_;
  LatestTask task_;
  uint64_t anchor_ = 0;     ///< byte where incremental search starts
  Place shown_;             ///< the place of the shown bytes; suppresses the echo of our own selection
  bool following_ = false;  ///< the tree follows the bytes; suppresses the reverse update
};

}  // namespace relaxscope
