// SPDX-License-Identifier: GPL-3.0-or-later
// The code of the selected kernel or module: its source in colours, or its bytes. Follows the selection: a module, a
// kernel of it, or the kernel that a call site or function launches.
#pragma once

#include <QToolButton>

#include "views/core/view.h"
#include "views/modules/code_pane.h"
#include "views/modules/kernel_places.h"

class QHBoxLayout;

namespace relaxscope {

class ElidedLabel;
class EmptyNote;

class SourceView : public View {
  Q_OBJECT
 public:
  SourceView(Document* document, QWidget* parent);
  QList<QWidget*> cornerWidgets() override { return {callSite_}; }
  bool startFind() override;
  void findNext(bool backwards) override;
  [[nodiscard]] CodePane* pane() const { return pane_; }
  /// "cuda, softmax_kernel, CUDA C++ source, 12.3 KB".
  [[nodiscard]] QString headText() const;

 private:
  void reload();
  void follow();
  /// The module and kernel of the selection; both invalid: it denotes none.
  [[nodiscard]] KernelPlace target() const;
  void showPlace(const KernelPlace& place);
  void showHead();
  void goToCallSite();
  [[nodiscard]] std::string kernelName() const;
  [[nodiscard]] InstrIndex callSite() const;
  [[nodiscard]] QString emptyReason() const;
  void applyTheme();

  EmptyNote* empty_;
  ElidedLabel* head_;
  QHBoxLayout* headRow_ = nullptr;
  CodePane* pane_;
  QToolButton* callSite_;
  KernelPlaces places_;
  KernelPlace shown_;
};

}  // namespace relaxscope
