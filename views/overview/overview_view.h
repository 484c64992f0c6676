// SPDX-License-Identifier: GPL-3.0-or-later
// The first page of a file: its identity, its findings and where a run spends its time. Every figure links to its
// source.
#pragma once

#include <vector>

#include "views/core/view.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace relaxscope {

class FindingFeed;

class OverviewView : public View {
  Q_OBJECT
 public:
  OverviewView(Document* document, QWidget* parent);
  void renderAll(QPainter* painter, const QSize& size) override;
  [[nodiscard]] bool isSettled() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void schedule();
  void rebuild();
  /// Tiles in as many columns as fit; cards side by side or, in a narrow view, one below the other.
  void arrange();
  void buildHead();
  void buildTiles();
  void buildFindings();
  void addFindings(QVBoxLayout* rows, QWidget* parent);
  void buildHottest();
  void buildIdentity();
  void buildRun();
  QVBoxLayout* card(QWidget* parent, const QString& name, const QString& icon, const QString& title,
                    const QString& link, ViewId view);
  [[nodiscard]] QString noCallsSentence() const;
  void go(ViewId view, const Place& place = {});

  FindingFeed* feed_;
  QWidget* content_;
  QVBoxLayout* column_;
  QBoxLayout* cards_ = nullptr;
  QGridLayout* tileGrid_ = nullptr;
  std::vector<QWidget*> tiles_;  ///< in tileGrid_
  QWidget* page_ = nullptr;      ///< everything that rebuild() replaces
  bool pending_ = false;
  bool stale_ = false;  ///< a rebuild was due while the view was hidden
};

}  // namespace relaxscope
