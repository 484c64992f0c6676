// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/figure_record.h"

namespace relaxscope {
namespace {

FigureRecord* existing = nullptr;

}  // namespace

FigureRecord::FigureRecord() { existing = this; }
FigureRecord::~FigureRecord() { existing = nullptr; }
FigureRecord* FigureRecord::current() { return existing; }

void recordElided(const QString& text, const QString& shown) {
  if (existing != nullptr) existing->elided.push_back({text, shown});
}

}  // namespace relaxscope
