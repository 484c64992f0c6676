// SPDX-License-Identifier: Apache-2.0
// A document and one visible view on it.
#pragma once

#include <gtest/gtest.h>

#include <QCoreApplication>

#include <memory>

#include "tests/models/browse_support.h"

namespace relaxscope::testing {

template <class V>
struct Shown {
  explicit Shown(DocumentData given, QSize size = {700, 500}) {
    document.setData(std::move(given));
    view = std::make_unique<V>(&document, nullptr);
    view->resize(size);
    view->show();
    EXPECT_TRUE(settle(*view));
  }
  Place place() {
    QCoreApplication::processEvents();
    return document.selection()->current();
  }
  void select(const Place& place) {
    document.selection()->select(place);
    EXPECT_TRUE(settle(*view));
  }
  void select(FuncIndex function, InstrIndex pc = {}) {
    Place p;
    p.function = function;
    p.pc = pc;
    select(p);
  }
  FuncIndex function(const char* name) { return document.executable()->findFunction(name); }
  Document document;
  std::unique_ptr<V> view;
};

}  // namespace relaxscope::testing
