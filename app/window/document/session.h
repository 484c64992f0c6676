// SPDX-License-Identifier: GPL-3.0-or-later
// The open files of a window as values, kept between starts.
#pragma once

#include <QList>
#include <QString>
#include <QVariantMap>

#include "views/core/selection.h"
#include "views/core/view_id.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class Document;
class Workspace;

/// An open file and what its tab shows; or a pair of which it is the new one.
struct OpenFile {
  QString path;
  ViewId view = ViewId::None;    ///< the current view; None: the one that opening the file shows
  ViewId centre = ViewId::None;  ///< of the panel in the centre
  QString function = {};         ///< name of the selected function; empty: none
  qint64 pcOffset = -1;          ///< of the selected instruction in it; -1: none
  QString digest = {};           ///< SHA-256 of its bytes, hex; empty: unknown
  QString old = {};              ///< the file that it is compared with in this tab; empty: none
  friend bool operator==(const OpenFile&, const OpenFile&) = default;
};
/// The tabs of a window from left to right.
struct Session {
  QList<OpenFile> files;
  int current = -1;  ///< index in `files`; -1: the start page
  friend bool operator==(const Session&, const Session&) = default;
};

/// The form that settings store.
QVariantMap toMap(const Session& session);
/// Entries that make no sense are left out.
Session sessionOfMap(const QVariantMap& map);

/// Sets function and pc of `file` to a place in an executable.
void setPlace(OpenFile& file, const Place& place, const Executable& executable);
/// The place of `file` in an executable, which may be another build; invalid where there is none.
Place placeIn(const Executable& executable, const OpenFile& file);
/// Sets all but the path of `file` to what a workspace shows.
void noteShown(OpenFile& file, Document* document, const Workspace& workspace);
/// Shows again what noteShown() noted.
void showAgain(const OpenFile& file, Document* document, Workspace* workspace);

}  // namespace relaxscope
