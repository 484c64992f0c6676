// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/call_titles.h"

#include <QCoreApplication>

#include <iterator>

namespace relaxscope {
namespace {

/// Indexed by CallTitle.
struct Titles {
  CallKind kind;
  const char* forms[4];
};
constexpr Titles kTitles[] = {
    {CallKind::VmFunction,
     {QT_TRANSLATE_NOOP("callKinds", "VM function"), QT_TRANSLATE_NOOP("callKinds", "VM function"),
      QT_TRANSLATE_NOOP("callKinds", "VM functions"), QT_TRANSLATE_NOOP("callKinds", "VM functions, self time")}},
    {CallKind::Kernel,
     {QT_TRANSLATE_NOOP("callKinds", "kernel"), QT_TRANSLATE_NOOP("callKinds", "kernel"),
      QT_TRANSLATE_NOOP("callKinds", "kernels"), QT_TRANSLATE_NOOP("callKinds", "kernels")}},
    {CallKind::GpuKernel,
     {QT_TRANSLATE_NOOP("callKinds", "GPU kernel"), QT_TRANSLATE_NOOP("callKinds", "GPU kernel"),
      QT_TRANSLATE_NOOP("callKinds", "GPU kernels"), QT_TRANSLATE_NOOP("callKinds", "GPU kernels")}},
    {CallKind::Memory,
     {QT_TRANSLATE_NOOP("callKinds", "memory"), QT_TRANSLATE_NOOP("callKinds", "memory builtin"),
      QT_TRANSLATE_NOOP("callKinds", "memory"), QT_TRANSLATE_NOOP("callKinds", "memory")}},
    {CallKind::Shape,
     {QT_TRANSLATE_NOOP("callKinds", "shape"), QT_TRANSLATE_NOOP("callKinds", "shape builtin"),
      QT_TRANSLATE_NOOP("callKinds", "shape"), QT_TRANSLATE_NOOP("callKinds", "shapes")}},
    {CallKind::Check,
     {QT_TRANSLATE_NOOP("callKinds", "check"), QT_TRANSLATE_NOOP("callKinds", "check"),
      QT_TRANSLATE_NOOP("callKinds", "checks"), QT_TRANSLATE_NOOP("callKinds", "checks")}},
    {CallKind::Copy,
     {QT_TRANSLATE_NOOP("callKinds", "copy"), QT_TRANSLATE_NOOP("callKinds", "copy"),
      QT_TRANSLATE_NOOP("callKinds", "copies"), QT_TRANSLATE_NOOP("callKinds", "copies")}},
    {CallKind::Wait,
     {QT_TRANSLATE_NOOP("callKinds", "wait"), QT_TRANSLATE_NOOP("callKinds", "wait"),
      QT_TRANSLATE_NOOP("callKinds", "waits"), QT_TRANSLATE_NOOP("callKinds", "waits")}},
    {CallKind::Other,
     {QT_TRANSLATE_NOOP("callKinds", "other"), QT_TRANSLATE_NOOP("callKinds", "builtin"),
      QT_TRANSLATE_NOOP("callKinds", "other"), QT_TRANSLATE_NOOP("callKinds", "other builtins")}},
};
static_assert(
    [] {
      for (size_t i = 0; i < std::size(kTitles); ++i)
        if (static_cast<size_t>(kTitles[i].kind) != i) return false;
      return std::size(kTitles) == static_cast<size_t>(CallKind::Other) + 1;
    }(),
    "every kind has a row, at its number");

}  // namespace

QString callKindTitle(CallKind kind, CallTitle form) {
  return QCoreApplication::translate("callKinds", kTitles[static_cast<size_t>(kind)].forms[static_cast<size_t>(form)]);
}

}  // namespace relaxscope
