// SPDX-License-Identifier: GPL-3.0-or-later
// The devices that a run can use: this computer's processor at once, the rest when a worker has named them.
#pragma once

#include <QStringList>

#include <memory>

#include "app/window/shell/tool_combo.h"

namespace relaxscope {

class WorkerLink;
namespace wire {
struct Hello;
}

class DeviceBox : public ToolCombo {
  Q_OBJECT
 public:
  explicit DeviceBox(QWidget* parent);
  ~DeviceBox() override;

  /// "cpu", "cuda:0".
  [[nodiscard]] QString chosen() const { return currentData().toString(); }
  [[nodiscard]] QStringList all() const;
  /// "CPU · x86-64-v3, 2 cores": the processor that runs happen on.
  [[nodiscard]] const QString& processor() const { return processor_; }
  /// A worker described the computer it runs on. One beside the program runs on this one, which is described already.
  void workerGreeted(const QString& deviceText);
  /// Starts a worker only to hear which devices it has. Answers later; without a worker the list stays as it is.
  void ask();

 signals:
  void processorChanged();

 private:
  void setProcessor(const QString& text);
  void addDevices(const wire::Hello& hello);
  QString processor_;
  std::unique_ptr<WorkerLink> link_;
};

}  // namespace relaxscope
