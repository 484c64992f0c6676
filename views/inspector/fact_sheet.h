// SPDX-License-Identifier: GPL-3.0-or-later
// A page of facts from top to bottom: title, chips, rows of names and values, tables, bars on one scale, buttons.
// Independent of the subject of the facts.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

#include "views/core/selection.h"
#include "views/core/view_id.h"
#include "views/theme/theme.h"

class QVBoxLayout;

namespace relaxscope {

class FactSheet : public QWidget {
  Q_OBJECT
 public:
  FactSheet();

  // Parts; each is added below the others.
  void title(const QString& text);
  void chips(const QList<std::pair<QString, bool>>& texts);  ///< text, whether it is accented
  /// A separator line with a heading below it.
  void heading(const QString& text);
  struct Fact {
    QString label, value;
    Place link;
    ViewId view = ViewId::None;  ///< target of the value's link
    bool code = false;
  };
  void facts(const QList<Fact>& rows);
  struct TableCell {
    QString text;
    Token color = Token::Text;
    bool code = true, right = false, cut = false, small = false;
    Place link = {};
    ViewId view = ViewId::None;  ///< target of the cell's link
    QString tooltip = {};
  };
  /// Rows of cells under a heading; after 64 rows, only the number of further ones.
  void table(const QString& head, const std::vector<std::vector<TableCell>>& rows, int stretchColumn);
  struct Bar {
    QString label;
    double ns = 0, from = 0;
    bool strong = false;
  };
  void times(const QList<Bar>& rows, double scaleNs);
  void paragraph(const QStringList& sentences);
  struct Action {
    QString name, icon, text;
    std::function<void()> run;
  };
  void actions(const QList<Action>& buttons);
  /// To be called after the last part.
  void finish();

  /// Text of the sheet, one line per row.
  [[nodiscard]] const QStringList& lines() const { return lines_; }

 signals:
  void followed(const relaxscope::Place& place, relaxscope::ViewId view);  ///< a link was activated

 private:
  void separator();
  QWidget* linkTo(const QString& text, const Place& place, ViewId view, bool name);

  QVBoxLayout* layout_;
  QStringList lines_;
};

}  // namespace relaxscope
