// SPDX-License-Identifier: GPL-3.0-or-later
// A popup that lists all references to a function, constant or register; Enter goes to the selected one.
#pragma once

#include <QFrame>

#include "views/code/reference_index.h"
#include "views/widgets/data_table.h"

class QLabel;

namespace relaxscope {

class ReferencesPopup : public QFrame {
  Q_OBJECT
 public:
  ReferencesPopup(Document* document, const ReferenceSubject& subject, QWidget* parent);
  /// Shows it near `anchor`, inside the screen.
  void openAt(const QPoint& globalAnchor);
  [[nodiscard]] DataTable* table() const { return panel_->table(); }
  [[nodiscard]] QString title() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void take(std::vector<Reference> references);
  void go(int row);
  Document* document_;
  ReferenceSubject subject_;
  std::shared_ptr<const ReferencesSource> source_;
  QLabel* title_;
  TablePanel* panel_;
};

}  // namespace relaxscope
