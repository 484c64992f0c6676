// SPDX-License-Identifier: Apache-2.0
// Settings kept between starts, and which entries are evicted.
#include "app/window/settings.h"

#include <gtest/gtest.h>

#include <QSettings>

namespace relaxscope {
namespace {

QVariantMap runOf(int number) { return {{QStringLiteral("device"), QStringLiteral("cpu:%1").arg(number)}}; }

TEST(Settings, TheOldestLastRunMakesRoomWhereverItsPathSorts) {
  QSettings().remove(QStringLiteral("run/last"));
  // The newest path sorts first and the oldest last.
  const auto path = [](int number) { return QStringLiteral("/models/%1.so").arg(900 - number); };
  constexpr int kKept = 50;
  for (int i = 0; i < kKept; ++i) settings::setLastRun(path(i), runOf(i));
  settings::setLastRun(path(0), runOf(100));  // used again: now the newest
  settings::setLastRun(path(kKept), runOf(kKept));
  EXPECT_EQ(settings::lastRun(path(kKept)), runOf(kKept));
  EXPECT_EQ(settings::lastRun(path(kKept - 1)), runOf(kKept - 1)) << "a newer one whose path sorts first";
  EXPECT_EQ(settings::lastRun(path(0)), runOf(100));
  EXPECT_TRUE(settings::lastRun(path(1)).isEmpty()) << "the oldest";
  EXPECT_FALSE(settings::lastRun(path(2)).isEmpty());
  QSettings().remove(QStringLiteral("run/last"));
}

TEST(Settings, LastRunsOfAnOlderVersionGoFirst) {
  QVariantMap all;
  for (int i = 0; i < 50; ++i) all[QStringLiteral("/old/%1.so").arg(i)] = runOf(i);
  QSettings().setValue(QStringLiteral("run/last"), all);
  settings::setLastRun(QStringLiteral("/a.so"), runOf(1));
  settings::setLastRun(QStringLiteral("/b.so"), runOf(2));
  EXPECT_EQ(settings::lastRun(QStringLiteral("/a.so")), runOf(1));
  EXPECT_EQ(settings::lastRun(QStringLiteral("/b.so")), runOf(2));
  QSettings().remove(QStringLiteral("run/last"));
}

TEST(Settings, OfRelease01AreRead) {
  const QSettings stored(QStringLiteral(RELAXSCOPE_TEST_DATA "/release_0_1/settings.conf"), QSettings::IniFormat);
  ASSERT_EQ(stored.allKeys().size(), 2) << "recent/files and run/last";
  QSettings current;
  for (const QString& key : stored.allKeys()) current.setValue(key, stored.value(key));
  const QString path = QStringLiteral("/srv/models/mlp_dynamic.so");
  const QList<settings::Recent> recent = settings::recent();
  ASSERT_EQ(recent.size(), 1);
  EXPECT_EQ(recent[0].path, path);
  EXPECT_EQ(recent[0].variant, QStringLiteral("R5"));
  EXPECT_GT(recent[0].instructions, 0);
  EXPECT_FALSE(settings::lastRun(path).isEmpty());
  for (const QString& key : stored.allKeys()) current.remove(key);
}

}  // namespace
}  // namespace relaxscope
