// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/json/tree.h"

#include <fmt/format.h>

namespace relaxscope {

JsonTree::Node& JsonTree::add(Kind kind) {
  const auto index = static_cast<uint32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.kind = kind;
  node.end = index + 1;
  node.key = key_;
  key_ = kNoKey;
  if (!open_.empty()) ++nodes_[open_.back()].children;
  return nodes_.back();
}

uint32_t JsonTree::keep(std::string& text) {
  if (used_ == texts_.size()) texts_.emplace_back();
  texts_[used_].swap(text);
  return used_++;
}

void JsonTree::open(Kind kind) {
  add(kind);
  open_.push_back(static_cast<uint32_t>(nodes_.size() - 1));
}

void JsonTree::close() {
  nodes_[open_.back()].end = static_cast<uint32_t>(nodes_.size());
  open_.pop_back();
}

void JsonTree::clear() {
  constexpr size_t kMaxTexts = 1024, kLargeText = 4096;
  nodes_.clear();
  open_.clear();
  // Memory needed by one large element is not kept for small ones.
  if (texts_.size() > kMaxTexts) texts_.resize(kMaxTexts);
  for (uint32_t i = 0; i < used_ && i < texts_.size(); ++i)
    if (texts_[i].capacity() > kLargeText) texts_[i] = std::string();
  used_ = 0;
  key_ = kNoKey;
}

double JsonTree::Value::real() const {
  switch (kind()) {
    case Kind::Negative: return static_cast<double>(static_cast<int64_t>(whole()));
    case Kind::Unsigned: return static_cast<double>(whole());
    default: return node().number.real;
  }
}

std::optional<JsonTree::Value> JsonTree::Value::find(std::string_view key) const {
  std::optional<Value> found;
  if (!isObject()) return found;
  const Node& object = node();
  for (uint32_t at = index_ + 1; at < object.end; at = tree_->nodes_[at].end)
    if (tree_->texts_[tree_->nodes_[at].key] == key) found.emplace(*tree_, at);
  return found;
}

JsonTree::Value JsonTree::Value::operator[](uint32_t at) const {
  Iterator each = begin();
  for (uint32_t i = 0; i < at; ++i) ++each;
  return *each;
}

std::string JsonTree::Value::shown() const {
  switch (kind()) {
    case Kind::Null: return "null";
    case Kind::Boolean: return boolean() ? "true" : "false";
    case Kind::Negative: return fmt::format("{}", static_cast<int64_t>(whole()));
    case Kind::Unsigned: return fmt::format("{}", whole());
    case Kind::Float: return fmt::format("{}", real());
    case Kind::String: return fmt::format("\"{}\"", text().substr(0, 200));
    case Kind::Object: return "an object";
    case Kind::Array: break;
  }
  return "a list";
}

}  // namespace relaxscope
