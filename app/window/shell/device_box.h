// SPDX-License-Identifier: GPL-3.0-or-later
// The list of devices for runs: this computer's processor at once, others as soon as a worker has reported them. Hidden
// while there is nothing to choose; the status bar names the processor.
#pragma once

#include <QStringList>

#include <memory>

#include "app/window/shell/tool_combo.h"

namespace relaxscope {

class WorkerLink;
namespace wire {
struct Hello;
}

class Document;

/// Whether its file holds CUDA kernels, so that a run needs a GPU.
[[nodiscard]] bool needsGpu(const Document& document);

class DeviceBox : public ToolCombo {
  Q_OBJECT
 public:
  explicit DeviceBox(QWidget* parent);
  ~DeviceBox() override;

  /// The selected device: "cpu", "cuda:0".
  [[nodiscard]] QString chosen() const { return currentData().toString(); }
  [[nodiscard]] QStringList all() const;
  /// "CPU · x86-64-v3, 2 cores": the processor that runs use.
  [[nodiscard]] const QString& processor() const { return processor_; }
  /// Whether the shown document needs a GPU: then one is chosen, the emulated one where there is no other.
  void setNeedsGpu(bool needs);
  /// Whether runs use the emulated GPU.
  [[nodiscard]] bool isEmulated() const;
  /// A worker described its computer. Ignored for the default worker, whose computer, this one, is already described.
  void workerGreeted(const QString& deviceText);
  /// Starts a worker only to list its devices. Asynchronous; without a worker the list is unchanged.
  void ask();

 signals:
  void processorChanged();
  void chosenChanged();

 private:
  void setProcessor(const QString& text);
  void addDevices(const wire::Hello& hello);
  /// Selects the device that was chosen for documents of this kind, or the usual one.
  void select();
  bool needsGpu_ = false;
  QString processor_;
  std::unique_ptr<WorkerLink> link_;
};

}  // namespace relaxscope
