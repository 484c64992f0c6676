// SPDX-License-Identifier: Apache-2.0
// Internal to the JSON form. One value of a JSON text as a flat tree that is filled, read and cleared again: after the
// first few elements of a list no more allocation is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

class JsonTree {
 public:
  enum class Kind : uint8_t { Null, Boolean, Negative, Unsigned, Float, String, Object, Array };

 private:
  static constexpr uint32_t kNoKey = ~uint32_t{0};
  struct Node {
    Kind kind = Kind::Null;
    uint32_t end = 0;       ///< after its last descendant
    uint32_t key = kNoKey;  ///< text of a member's name
    uint32_t text = 0;
    uint32_t children = 0;
    union {
      uint64_t whole;
      double real;
    } number{0};
  };

 public:
  /// A value inside the tree; valid until the tree is cleared.
  class Value {
   public:
    Value(const JsonTree& tree, uint32_t index) : tree_(&tree), index_(index) {}
    [[nodiscard]] Kind kind() const { return node().kind; }
    [[nodiscard]] bool isObject() const { return kind() == Kind::Object; }
    [[nodiscard]] bool isArray() const { return kind() == Kind::Array; }
    [[nodiscard]] bool isString() const { return kind() == Kind::String; }
    [[nodiscard]] bool isBoolean() const { return kind() == Kind::Boolean; }
    [[nodiscard]] bool isInteger() const { return kind() == Kind::Negative || kind() == Kind::Unsigned; }
    [[nodiscard]] bool isNumber() const { return isInteger() || kind() == Kind::Float; }
    [[nodiscard]] bool boolean() const { return node().number.whole != 0; }
    /// The value if Unsigned; its two's complement if Negative.
    [[nodiscard]] uint64_t whole() const { return node().number.whole; }
    [[nodiscard]] double real() const;
    [[nodiscard]] const std::string& text() const { return tree_->texts_[node().text]; }
    /// Number of elements of an array or members of an object.
    [[nodiscard]] uint32_t size() const { return node().children; }
    /// The member of that name, the last one of duplicates. nullopt if this is not an object.
    [[nodiscard]] std::optional<Value> find(std::string_view key) const;
    /// Element `at`, which must exist. Linear time.
    [[nodiscard]] Value operator[](uint32_t at) const;
    /// Short text for messages.
    [[nodiscard]] std::string shown() const;
    [[nodiscard]] bool operator==(std::string_view wanted) const { return isString() && text() == wanted; }

    /// Elements in order.
    class Iterator {
     public:
      Iterator(const JsonTree& tree, uint32_t index) : tree_(&tree), index_(index) {}
      Value operator*() const { return {*tree_, index_}; }
      Iterator& operator++() {
        index_ = tree_->nodes_[index_].end;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return index_ != other.index_; }

     private:
      const JsonTree* tree_;
      uint32_t index_;
    };
    [[nodiscard]] Iterator begin() const { return {*tree_, index_ + 1}; }
    [[nodiscard]] Iterator end() const { return {*tree_, node().end}; }

   private:
    [[nodiscard]] const Node& node() const { return tree_->nodes_[index_]; }
    const JsonTree* tree_;
    uint32_t index_;
  };

  // Called in text order.
  void addNull() { add(Kind::Null); }
  void add(bool value) { add(Kind::Boolean).number.whole = value ? 1 : 0; }
  void add(int64_t value) { add(Kind::Negative).number.whole = static_cast<uint64_t>(value); }
  void add(uint64_t value) { add(Kind::Unsigned).number.whole = value; }
  void add(double value) { add(Kind::Float).number.real = value; }
  /// Takes the text and swaps a reusable buffer into its place.
  void addText(std::string& text) { add(Kind::String).text = keep(text); }
  void key(std::string& text) { key_ = keep(text); }
  void open(Kind kind);
  void close();

  /// Number of open containers.
  [[nodiscard]] size_t depth() const { return open_.size(); }
  /// The root value; the tree must not be empty.
  [[nodiscard]] Value root() const { return {*this, 0}; }
  void clear();

 private:
  Node& add(Kind kind);
  uint32_t keep(std::string& text);

  std::vector<Node> nodes_;
  std::vector<uint32_t> open_;
  std::vector<std::string> texts_;  ///< reusable buffers
  uint32_t used_ = 0;               ///< number of texts in use
  uint32_t key_ = kNoKey;
};

}  // namespace relaxscope
