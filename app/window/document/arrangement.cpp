// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/arrangement.h"

#include <QDataStream>
#include <QIODevice>

namespace relaxscope {
namespace {

constexpr qint32 kMostViews = 64;  // more are no arrangement of ours

template <class T, class Read>
bool readList(QDataStream& in, QList<T>& list, Read read) {
  qint32 count = 0;
  in >> count;
  if (in.status() != QDataStream::Ok || count < 0 || count > kMostViews) return false;
  for (qint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
    T each;
    read(each);
    list.append(each);
  }
  return in.status() == QDataStream::Ok;
}

}  // namespace

QByteArray toBytes(const Arrangement& arrangement) {
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_4);
  out << arrangement.docks << arrangement.bottomSized << arrangement.moved;
  for (const QString& name : arrangement.current) out << name;
  // Versions without floating views end here.
  out << static_cast<qint32>(arrangement.floats.size());
  for (const Arrangement::Float& each : arrangement.floats) out << each.view << each.home << each.geometry;
  out << static_cast<qint32>(arrangement.seconds.size());
  for (const Arrangement::Second& each : arrangement.seconds) out << each.view << each.panel << each.function;
  return bytes;
}

std::optional<Arrangement> arrangementOf(const QByteArray& bytes) {
  QDataStream in(bytes);
  in.setVersion(QDataStream::Qt_6_4);
  Arrangement out;
  in >> out.docks >> out.bottomSized >> out.moved;
  for (QString& name : out.current) in >> name;
  if (in.status() != QDataStream::Ok) return {};
  if (in.atEnd()) return out;
  const bool whole =
      readList(in, out.floats, [&in](Arrangement::Float& each) { in >> each.view >> each.home >> each.geometry; }) &&
      readList(in, out.seconds, [&in](Arrangement::Second& each) { in >> each.view >> each.panel >> each.function; });
  if (!whole) return {};
  return out;
}

}  // namespace relaxscope
