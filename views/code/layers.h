// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of functions: keys of Document::derived(), and the names that all views show.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "views/core/derived.h"
#include "vmcore/analysis/regions/layer_map.h"

namespace relaxscope {

/// The layers of one function; empty for functions without bytecode.
struct FunctionLayers {
  using Value = LayerMap;
  static constexpr bool kIsExtra = true;
  FuncIndex function;

  bool operator==(const FunctionLayers&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const { return isShortFunction(source, function); }
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const {
    return layerMapOf(*source.executable, function, stop);
  }
};

/// Those of all functions that have some, in the order of the function table.
struct AllLayers {
  using Value = std::vector<LayerMap>;
  static constexpr bool kIsExtra = true;
  static constexpr size_t kShortCode = 2'000;  ///< instructions

  bool operator==(const AllLayers&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const {
    return layerMapsOf(*source.executable, stop);
  }
};

class LayerTexts {
  Q_DECLARE_TR_FUNCTIONS(LayerTexts)
 public:
  /// The user's name of a layer, else that of its region with its number: "blocks 3", "layer 0". `notes` may be null.
  static QString name(const LayerMap& layers, const LayerCopy& copy, const NoteTable* notes);
  /// The same without the user's names.
  static QString ownName(const LayerName& name);
  /// "pc 2–92".
  static QString range(InstrIndex first, InstrIndex last);
  /// Why a stretch of code is not one of the layers that it resembles, as a sentence.
  static QString whyNot(const Executable& executable, const FunctionRegions& regions, const AlmostRegion& almost,
                        const NoteTable* notes);
};

}  // namespace relaxscope
