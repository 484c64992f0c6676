// SPDX-License-Identifier: GPL-3.0-or-later
// One view among those of a document: each exists once, and some can be shown once more.
#pragma once

#include <QHash>
#include <QString>

#include "views/core/view_id.h"

namespace relaxscope {

struct ViewKey {
  ViewId id = ViewId::None;
  bool second = false;  ///< the one that is shown once more

  ViewKey() = default;
  ViewKey(ViewId view, bool isSecond = false) : id(view), second(isSecond) {}  // a view by itself means its first one
  friend bool operator==(const ViewKey&, const ViewKey&) = default;
};
inline size_t qHash(const ViewKey& key, size_t seed = 0) {
  return qHashMulti(seed, static_cast<int>(key.id), key.second);
}

inline const QString kSecondSuffix = QStringLiteral(".second");
/// "listing", "listing.second".
inline QString keyName(const ViewKey& key) {
  return QLatin1String(viewName(key.id)) + (key.second ? kSecondSuffix : QString());
}
/// The id is None if no view has this name.
inline ViewKey keyOfName(const QString& name) {
  const bool second = name.endsWith(kSecondSuffix);
  return {viewOfName(second ? QStringView(name).chopped(kSecondSuffix.size()) : QStringView(name)), second};
}

}  // namespace relaxscope
