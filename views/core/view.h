// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of all views, and the registry with one row per view.
#pragma once

#include <QIcon>
#include <QWidget>

#include <ranges>
#include <span>

#include "views/core/document.h"
#include "views/core/subject.h"
#include "views/core/view_id.h"

class QAction;

namespace relaxscope {

class Comparison;

/// A view shows one document, or a pair of them as PairView does. It connects to the document's signals itself,
/// restores its own selection by name after a reload, and paints with theme colours only.
class View : public QWidget {
  Q_OBJECT
 public:
  View(Document* document, QWidget* parent) : QWidget(parent), document_(document) {}

  /// Null in a view of a pair.
  [[nodiscard]] Document* document() const { return document_; }
  [[nodiscard]] ViewId id() const { return id_; }
  /// Also sets the object name: "view.listing".
  void setId(ViewId id);
  /// Widgets for the right end of the tab strip (view options); owned by the view.
  [[nodiscard]] virtual QList<QWidget*> cornerWidgets() { return {}; }
  /// Opens the view's own find or filter field; false when it has none (the window's search takes over).
  virtual bool startFind() { return false; }
  virtual void findNext(bool /*backwards*/) {}
  /// Opens the view's own input of a place (an offset); false: the window asks for a function or pc.
  virtual bool startGoTo() { return false; }
  /// Size of the whole content in logical pixels, used for exported pictures.
  [[nodiscard]] virtual QSize contentSize() const { return size(); }
  /// Height at which nothing of it is scrolled away; 0: it shows nothing yet. Negative: it has no height of its own.
  [[nodiscard]] virtual int wantedHeight() const { return -1; }
  /// Vector and picture export: paints the whole content, not only what is visible.
  virtual void renderAll(QPainter* painter, const QSize& size);
  /// Whether asynchronous work (layout, statistics) is done, so that a screenshot can be taken.
  [[nodiscard]] virtual bool isSettled() const { return true; }
  /// View state that is saved with the window (column widths, sort order).
  [[nodiscard]] virtual QByteArray saveViewState() const { return {}; }
  virtual void restoreViewState(const QByteArray& /*state*/) {}

 signals:
  /// A badge after the tab's title (number of findings); empty: none.
  void badgeChanged(const QString& text);
  void wantedHeightChanged();

 private:
  Document* document_;
  ViewId id_ = ViewId::None;
};

/// A view of two documents that are compared. It connects to the comparison's signals itself.
class PairView : public View {
  Q_OBJECT
 public:
  PairView(Comparison* comparison, QWidget* parent) : View(nullptr, parent), comparison_(comparison) {}
  [[nodiscard]] Comparison* comparison() const { return comparison_; }
  /// Steps of the menu Compare: to the next difference that the view shows, or the one before.
  [[nodiscard]] virtual bool hasStep(bool backwards) const;
  virtual void step(bool backwards);

 signals:
  void stepsChanged();
  /// Another view of the pair is to be shown.
  void viewRequested(relaxscope::ViewId id);

 private:
  Comparison* comparison_;
};

/// Keys that a view handles itself, as the shortcut sheet lists them.
struct ViewKeyRow {
  const char* text;  ///< QT_TRANSLATE_NOOP("viewKeys", "Zoom in, out")
  const char* keys;  ///< as shown, separated by spaces: "+ -", "Ctrl+Wheel"
};

/// Position of a view in the default layout.
enum class ViewArea : uint8_t { Left, Centre, Right, Bottom };
struct ViewRow {
  ViewId id;
  const char* title;  ///< QT_TRANSLATE_NOOP("views", "Listing")
  const char* icon;   ///< file name in :/icons without ".svg"
  const char* keys;   ///< key sequence that shows it; empty: none
  ViewArea area;
  bool needsTrace;                           ///< --screenshot starts a run if there is no trace
  View* (*create)(Document*, QWidget*);      ///< null: it shows no document
  std::span<const ViewKeyRow> keyRows = {};  ///< empty: none beyond those of its tables
  bool ofFunction = false;                   ///< shows one function, and can be shown once more for another
  Subjects subjects = kDocuments;            ///< what it can show
  View* (*createOfPair)(Comparison*, QWidget*) = nullptr;  ///< null: it shows no pair
  /// "listing".
  [[nodiscard]] const char* name() const { return viewName(id); }
};
std::span<const ViewRow> viewRegistry();
/// The views that can show such a subject, in the same order.
inline auto viewsOf(Subject subject) {
  return viewRegistry() | std::views::filter([subject](const ViewRow& row) { return row.subjects.has(subject); });
}
/// Translated title of a view.
QString viewTitle(const ViewRow& row);
/// Null if not found.
const ViewRow* findView(ViewId id);

}  // namespace relaxscope
