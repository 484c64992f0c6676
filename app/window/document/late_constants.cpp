// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/late_constants.h"

#include <QFile>
#include <QFileInfo>

#include "views/core/engine_text.h"
#include "vmcore/base/regular_file.h"
#include "vmcore/format/vm/parameter_list.h"

namespace relaxscope {

LateConstants::LateConstants(Document* document, QWidget* parent)
    : QObject(parent), document_(document), strip_(new ErrorStrip(parent)) {
  strip_->setObjectName(QStringLiteral("constantsStrip"));
  connect(strip_, &ErrorStrip::actionClicked, this, [this] { emit document_->requested(request::LoadConstants{}); });
}

void LateConstants::documentLoaded(const QString& problem) {
  task_.cancel();
  problem_ = problem;
  update();
  if (!problem_.isEmpty()) showProblem(path_);
}

void LateConstants::update() {
  const DocumentData& data = document_->data();
  const size_t missing = data.executable ? lateBoundCount(*data.executable) : 0;
  wanted_ =
      missing > 0 || (!data.edited && data.file && data.file->executable && lateBoundCount(*data.file->executable) > 0);
  if (missing == 0) strip_->clear();
  else showMissing();
}

void LateConstants::load(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  task_.start(
      [origin = document_->data(), absolute](const std::stop_token& stop) { return boundData(origin, absolute, stop); },
      [this, absolute](const Result<DocumentData>& made) {
        problem_ = made.ok() ? QString() : engineText(made.error().text());
        if (!made.ok()) {
          showProblem(absolute);
          emit failed();
          return;
        }
        path_ = absolute;
        emit bound(*made);
      });
}

void LateConstants::showMissing() {
  const size_t missing = lateBoundCount(*document_->executable());
  strip_->showMessage(
      ErrorStrip::Level::Info,
      tr("%n constant(s) of this executable are late-bound and stored in a separate file.", nullptr,
         static_cast<int>(missing)),
      {}, tr("The file is a parameter list saved with the executable. Load it, or drop it here, to see the values."),
      tr("Load constants file…"));
}

void LateConstants::showProblem(const QString& path) {
  strip_->showMessage(
      ErrorStrip::Level::Error, tr("The constants of %1 were not loaded: %2").arg(QFileInfo(path).fileName(), problem_),
      {}, tr("A constants file holds exactly the tensors that the executable names."), tr("Choose another file…"));
}

bool isParameterList(const QString& path) {
  constexpr qint64 kMagicBytes = 8;
  const auto opened = openRegularFile(QFile::encodeName(path).toStdString());
  QFile file;
  if (!opened || !file.open(opened->descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) return false;
  const QByteArray head = file.read(kMagicBytes);
  return looksLikeParameterList(Bytes::copyOf({head.constData(), static_cast<size_t>(head.size())}));
}

}  // namespace relaxscope
