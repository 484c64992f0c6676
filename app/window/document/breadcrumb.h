// SPDX-License-Identifier: GPL-3.0-or-later
// Names the one selection: file, function, pc and callee. Each part leads to what it names.
#pragma once

#include <QWidget>

#include "views/core/document.h"

class QHBoxLayout;

namespace relaxscope {

class Breadcrumb : public QWidget {
  Q_OBJECT
 public:
  Breadcrumb(Document* document, QWidget* parent);
  /// The page that is shown when it is no place in the bytecode ("overview").
  void setPageTitle(const QString& title);
  [[nodiscard]] QString text() const;

 signals:
  void fileClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void rebuild();
  void addPart(const QString& text, bool code, bool last, const std::function<void()>& go);
  Document* document_;
  QHBoxLayout* layout_;
  QString page_;
  QStringList parts_;
};

}  // namespace relaxscope
