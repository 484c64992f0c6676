// SPDX-License-Identifier: GPL-3.0-or-later
// The document of a view that is shown once more: the same data with a selection of its own, which is locked to one
// function or follows the first document's. What is activated in it becomes the subject of the first.
#pragma once

#include <string>

#include "views/core/document.h"

namespace relaxscope {

class SecondDocument : public Document {
  Q_OBJECT
 public:
  /// Follows `first`, which must outlive it.
  SecondDocument(Document* first, QObject* parent);

  [[nodiscard]] bool isLocked() const { return !locked_.empty(); }
  /// Locks it to the function that it shows; without one it goes on following. Else follows the first document.
  void setLocked(bool locked);
  /// Locks it to a function of this name; false: there is none, and nothing changes.
  bool lockTo(const std::string& function);
  /// The name of the function that it is locked to, as in the file; empty: it follows.
  [[nodiscard]] const std::string& lockedTo() const { return locked_; }
  /// The name of the function that it shows, for display.
  [[nodiscard]] QString subjectName() { return shownName(selection()->subject()); }

 signals:
  void subjectChanged();  ///< it was locked, released, or shows another function or one by another name

 private:
  void takeData();
  void follow();
  void lead();
  void connectSelections();

  Document* origin_;
  std::string locked_;
};

}  // namespace relaxscope
