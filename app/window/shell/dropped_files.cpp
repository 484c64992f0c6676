// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/dropped_files.h"

#include <QFileInfo>

#include "app/window/document/late_constants.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

enum class Kind : uint8_t { Executable, Profile, ParameterList, Arrays };

Kind kindOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("npz") || suffix == QLatin1String("npy") || suffix == QLatin1String("safetensors"))
    return Kind::Arrays;
  if (isParameterList(path)) return Kind::ParameterList;
  return looksLikeTraceFile(path.toStdString()) ? Kind::Profile : Kind::Executable;
}

}  // namespace

DroppedFiles sortDropped(const QStringList& paths, bool wanted) {
  DroppedFiles out;
  for (const QString& path : paths) (wanted && isParameterList(path) ? out.lists : out.files).append(path);
  if (out.files.size() != 2) return out;
  const Kind first = kindOf(out.files[0]), second = kindOf(out.files[1]);
  out.compared = first == second && first != Kind::Arrays;
  const bool isList = first == Kind::ParameterList, isWithList = isList || second == Kind::ParameterList;
  if (out.compared || !isWithList || (isList ? second : first) != Kind::Executable) return out;
  out.constants = out.files.takeAt(isList ? 0 : 1);
  return out;
}

}  // namespace relaxscope
