// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/device_box.h"

#include <QSysInfo>
#include <QThread>

#include "app/window/run/worker_link.h"
#include "app/window/settings.h"
#include "views/core/document.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

const QString kProcessor = QStringLiteral("CPU · ");
const QString kEmulated = QStringLiteral("emulated:0");

bool isGpu(const QString& device) { return device.startsWith(QLatin1String("cuda")); }

/// This computer's architecture: "x86-64-v3".
QString architecture() {
  QString name = QSysInfo::currentCpuArchitecture().replace(QLatin1Char('_'), QLatin1Char('-'));
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("x86-64-v4")) name += QStringLiteral("-v4");
  else if (__builtin_cpu_supports("x86-64-v3")) name += QStringLiteral("-v3");
  else if (__builtin_cpu_supports("x86-64-v2")) name += QStringLiteral("-v2");
#endif
  return name;
}

}  // namespace

bool needsGpu(const Document& document) {
  const auto& file = document.data().file;
  return file != nullptr && file->library && needsCudaDevice(*file->library);
}

DeviceBox::DeviceBox(QWidget* parent)
    : ToolCombo("toolbar.device", 200, tr("Device to run on"), parent),
      processor_(kProcessor + tr("%1, %n core(s)", nullptr, QThread::idealThreadCount()).arg(architecture())) {
  addItem(Theme::instance()->icon(QStringLiteral("cpu")), kProcessor + architecture(), QStringLiteral("cpu"));
  hide();
  for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
    connect(model(), change, this, [this] { setVisible(count() > 1); });
  connect(this, &QComboBox::activated, this, [this] {
    if (needsGpu_) settings::setGpu(chosen());
    else settings::setDevice(chosen());
    emit chosenChanged();
  });
}

DeviceBox::~DeviceBox() = default;

QStringList DeviceBox::all() const {
  QStringList names;
  for (int i = 0; i < count(); ++i) names.append(itemData(i).toString());
  return names;
}

void DeviceBox::workerGreeted(const QString& deviceText) {
  if (!deviceText.isEmpty() && !settings::workerCommand().isEmpty()) setProcessor(kProcessor + deviceText);
}

void DeviceBox::setProcessor(const QString& text) {
  processor_ = text;
  setItemText(0, text.section(QStringLiteral(", "), 0, 0));
  emit processorChanged();
}

void DeviceBox::ask() {
  link_ = std::make_unique<WorkerLink>();
  connect(link_.get(), &WorkerLink::message, this, [this](const wire::Message& message) {
    if (const auto* hello = std::get_if<wire::Hello>(&message)) addDevices(*hello);
  });
  link_->start(settings::workerCommand());
}

void DeviceBox::addDevices(const wire::Hello& hello) {
  for (const std::string& name : hello.devices) {
    const QString id = QString::fromStdString(name);
    if (findData(id) >= 0) continue;
    const QString title = id.toUpper().replace(QLatin1Char(':'), QLatin1Char(' '));
    addItem(Theme::instance()->icon(QStringLiteral("gpu")), title, id);
  }
  if (!settings::workerCommand().isEmpty()) setProcessor(kProcessor + QString::fromStdString(hello.deviceText));
  select();
  link_->quit();
}

void DeviceBox::setNeedsGpu(bool needs) {
  if (needs == needsGpu_) return;
  needsGpu_ = needs;
  if (needs) addItem(Theme::instance()->icon(QStringLiteral("gpu")), tr("Emulated GPU"), kEmulated);
  else removeItem(findData(kEmulated));
  select();
}

bool DeviceBox::isEmulated() const { return chosen() == kEmulated; }

void DeviceBox::select() {
  if (needsGpu_) {
    int gpu = findData(settings::gpu());
    for (int i = 0; i < count() && gpu < 0; ++i)
      if (isGpu(itemData(i).toString())) gpu = i;
    setCurrentIndex(gpu >= 0 ? gpu : findData(kEmulated));
  } else if (const int last = findData(settings::device()); last >= 0) {
    setCurrentIndex(last);
  } else {
    setCurrentIndex(0);
  }
  emit chosenChanged();
}

}  // namespace relaxscope
