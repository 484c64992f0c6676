// SPDX-License-Identifier: Apache-2.0
// relax_text_trial COUNT SEED FILE_OR_FOLDER...: changes the texts COUNT times as an editor would (tokens,
// numbers, lines, indentation) or as a disk would (bytes), and builds each result. Exits with 1 if one of them took
// more than 2 s of processor time (10 s with sanitizers); a sanitizer's report or a broken promise aborts and prints
// the number. relax_text_trial --write NUMBER SEED OUT FILE_OR_FOLDER...: writes one changed source.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/random.h"
#include "tests/fuzz/trial.h"

namespace {

using namespace relaxscope;

fuzz::Trial gTrial{"relax_text_trial", "change"};

using Tokens = std::vector<std::string>;

/// Names, numbers, strings, operators, blanks and line ends; together they are the text.
Tokens tokensOf(const std::string& text) {
  Tokens tokens;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (isWord(text[at]))
      while (end < text.size() && isWord(text[end])) ++end;
    else if (text[at] == ' ')
      while (end < text.size() && text[end] == ' ') ++end;
    else if (text[at] == '"') end = std::min(text.find('"', end), text.size() - 1) + 1;
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string joined(const Tokens& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

constexpr std::array kWords = {"0",
                               "1",
                               "-1",
                               "2",
                               "7",
                               "200",
                               "9223372036854775807",
                               "-9223372036854775808",
                               "18446744073709551616",
                               "4294967296",
                               "1e400",
                               "T.int64(0)",
                               "T.int64(-4)",
                               "T.float32(\"nan\")",
                               "\"float32\"",
                               "\"int8\"",
                               "\"uint64\"",
                               "\"float16\"",
                               "\"bool\"",
                               "\"bfloat16\"",
                               "\"\"",
                               "n",
                               "m",
                               "x",
                               "cls",
                               "Module",
                               "None",
                               "True",
                               "False",
                               "()",
                               "(x,)",
                               "[",
                               "]",
                               "(",
                               ")",
                               ",",
                               ":",
                               "=",
                               "\n",
                               "\n    ",
                               "    ",
                               "//",
                               "%",
                               "+",
                               "*",
                               "-",
                               "/",
                               "<<",
                               ">>",
                               "&",
                               "|",
                               "^",
                               "~",
                               "<",
                               "and",
                               "or",
                               "not",
                               "if",
                               "else:",
                               "return",
                               "with",
                               "def",
                               "R.Tensor",
                               "R.Tuple",
                               "R.Any",
                               "R.Shape",
                               "R.Callable",
                               "R.const",
                               "R.shape",
                               "R.prim_value",
                               "R.match_cast",
                               "R.call_tir",
                               "T.if_then_else",
                               "T.Select",
                               "T.Cast",
                               "T.max",
                               "T.exp",
                               "T.Buffer",
                               "T.sblock",
                               "T.init",
                               "T.axis.remap",
                               "T.axis.reduce",
                               "T.grid",
                               "range",
                               "T.reinterpret",
                               "T.popcount",
                               "n // 2",
                               "n * m",
                               "n % 0",
                               "0 // 0",
                               "T.truncdiv",
                               "metadata[\"ir.GenericConst\"][0]",
                               "\"\\x00\""};

size_t tokenAt(const Tokens& tokens, fuzz::Random& random) { return random.below(tokens.size()); }
auto placeOf(Tokens& tokens, size_t at) { return tokens.begin() + static_cast<std::ptrdiff_t>(at); }

/// The tokens from the start of a random line to its end.
std::pair<size_t, size_t> lineOf(const Tokens& tokens, fuzz::Random& random) {
  size_t begin = tokenAt(tokens, random), end = begin;
  while (begin > 0 && tokens[begin - 1] != "\n") --begin;
  while (end < tokens.size() && tokens[end] != "\n") ++end;
  return {begin, std::min(end + 1, tokens.size())};
}

void changeLine(Tokens& tokens, fuzz::Random& random) {
  const auto [begin, end] = lineOf(tokens, random);
  const Tokens line(placeOf(tokens, begin), placeOf(tokens, end));
  const uint64_t how = random.below(4);
  if (how != 0) tokens.erase(placeOf(tokens, begin), placeOf(tokens, end));
  if (how == 1 || tokens.empty()) return;
  if (how == 3) {  // another indentation
    tokens.insert(placeOf(tokens, begin), line.begin(), line.end());
    tokens.insert(placeOf(tokens, begin), std::string(random.below(3) * 4, ' '));
    return;
  }
  const size_t to = lineOf(tokens, random).first;
  tokens.insert(placeOf(tokens, to), line.begin(), line.end());
}

void changeTokens(Tokens& tokens, const Tokens& other, fuzz::Random& random) {
  if (tokens.empty()) return;
  const size_t at = tokenAt(tokens, random);
  switch (random.below(8)) {
    case 0: tokens.erase(placeOf(tokens, at)); return;
    case 1: tokens.insert(placeOf(tokens, at), tokens[tokenAt(tokens, random)]); return;
    case 2: std::swap(tokens[at], tokens[tokenAt(tokens, random)]); return;
    case 3: tokens[at] = kWords[random.below(kWords.size())]; return;
    case 4: tokens[at] = other[tokenAt(other, random)]; return;
    case 5: {  // a word for a word
      for (size_t i = 0; i < tokens.size(); ++i) {
        std::string& token = tokens[(at + i) % tokens.size()];
        if (std::isalnum(static_cast<unsigned char>(token.front())) == 0) continue;
        token = tokens[tokenAt(tokens, random)];
        return;
      }
      return;
    }
    case 6: {  // a number for a number
      for (size_t i = 0; i < tokens.size(); ++i) {
        std::string& token = tokens[(at + i) % tokens.size()];
        if (std::isdigit(static_cast<unsigned char>(token.front())) == 0) continue;
        token = std::to_string(random.below(12));
        return;
      }
      return;
    }
    default: changeLine(tokens, random);
  }
}

fuzz::Buffer changed(const std::vector<fuzz::Buffer>& files, uint64_t number) {
  if (number % 4 == 3) return fuzz::mutated(files, gTrial.seed, number);
  fuzz::Random random(gTrial.seed * 0x9E3779B97F4A7C15ULL + number);
  const auto tokens = [&] {
    const fuzz::Buffer& file = files[random.below(files.size())];
    return tokensOf(std::string(file.begin(), file.end()));
  };
  Tokens mine = tokens();
  const Tokens other = tokens();
  for (uint64_t n = 1 + random.below(4); n > 0; --n) changeTokens(mine, other, random);
  const std::string text = joined(mine);
  return {text.begin(), text.end()};
}

int writeOne(const std::vector<fuzz::Buffer>& files, char** argv) {
  const fuzz::Buffer bytes = changed(files, std::strtoull(argv[2], nullptr, 10));
  std::ofstream(argv[4], std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return 0;
}

int trial(uint64_t count, const std::vector<fuzz::Buffer>& files) {
#ifdef RELAXSCOPE_SANITIZED
  constexpr double kSlowest = 10;
#else
  constexpr double kSlowest = 2;
#endif
  fuzz::Slowest slowest;
  for (gTrial.number = 0; gTrial.number < count; ++gTrial.number) {
    const Bytes input = Bytes::own(changed(files, gTrial.number));
    slowest.time(gTrial, [&] { fuzz::runRelaxText(input); });
  }
  std::printf("%llu changes of %zu sources, seed %llu: slowest %.3f s (change %llu)\n",
              static_cast<unsigned long long>(count), files.size(), static_cast<unsigned long long>(gTrial.seed),
              slowest.seconds, static_cast<unsigned long long>(slowest.number));
  return slowest.seconds > kSlowest ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc > 5 && std::string_view(argv[1]) == "--write";
  const int first = write ? 5 : 3;
  if (argc <= first) {
    std::fprintf(stderr, "usage: relax_text_trial COUNT SEED FILE_OR_FOLDER...\n");
    return 2;
  }
  gTrial.seed = std::strtoull(argv[write ? 3 : 2], nullptr, 10);
  auto files = fuzz::contentOf(argc - first, argv + first);
  std::erase_if(files, [](const fuzz::Buffer& file) { return std::ranges::find(file, 0) != file.end(); });  // no texts
  if (files.empty()) return 2;
  if (write) return writeOne(files, argv);
  fuzz::nameWhenItDies(gTrial);
  return trial(std::strtoull(argv[1], nullptr, 10), files);
}
