// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the overview that paint themselves: tiles, findings, calls, the bar of a run.
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>

#include <vector>

#include "views/theme/theme.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/diagnostics.h"

namespace relaxscope {

/// A figure with its name; clicking leads to where it comes from.
class OverviewTile : public QAbstractButton {
  Q_OBJECT
 public:
  OverviewTile(const QString& icon, const QString& title, const Figure& figure, const QString& note, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString icon_, title_, note_;
  Figure figure_;
};

/// One finding: severity, title, consequence, place, "Show me".
class FindingRow : public QWidget {
  Q_OBJECT
 public:
  FindingRow(Severity severity, const QString& title, const QString& text, const QString& place, bool first,
             QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QPushButton* showButton() { return show_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  Severity severity_;
  QString title_, text_, place_;
  bool first_;
  QPushButton* show_;
};

/// One callee of the hottest, or the header (no kind) or the rest.
class CallRow : public QAbstractButton {
  Q_OBJECT
 public:
  enum class Role : uint8_t { Header, Call, Rest };
  struct Data {
    Role role = Role::Call;
    QString name, count;
    Figure total;
    double share = 0;  ///< of the run
    double scale = 1;  ///< share at which the bar is full
    CallKind kind = CallKind::Other;
    bool odd = false;
  };
  CallRow(Data row, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Data data_;
};

/// Parts of a run that sum to it, as one bar with a legend below.
class RunBar : public QWidget {
  Q_OBJECT
 public:
  struct Part {
    CallKind kind;
    QString name;
    double ns;
    double share;
  };
  RunBar(std::vector<Part> parts, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<Part> parts_;
};

/// A short word in a frame: "shared library, x86-64".
class OverviewChip : public QWidget {
  Q_OBJECT
 public:
  OverviewChip(const QString& text, Token ink, Token back, bool framed, const QString& icon, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString text_, icon_;
  Token ink_, back_;
  bool framed_;
};

/// One line that loses its middle where it does not fit; the tooltip has all of it.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  ElidedLabel(const QString& text, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// "16.9 %", "<0.1 %".
QString percentText(double share);

}  // namespace relaxscope
