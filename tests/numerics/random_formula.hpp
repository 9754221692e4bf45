#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace dryslip::tests {

/// How formulas are joined: in a pattern such as "(@a?@b)" stand @a, @b and @c for parts, ? for one of the words.
struct Join {
  std::string pattern;
  std::vector<std::string> words{};
};

/// What random formulas are made of.
struct FormulaKit {
  std::vector<std::string> leaves;
  std::vector<Join> joins;
};

inline std::string random_formula(const FormulaKit& kit, std::mt19937& random, int depth) {
  const auto pick = [&](const auto& from) { return from[random() % from.size()]; };
  if (depth == 0 || random() % 7 == 0) return pick(kit.leaves);
  const auto put = [](std::string& text, const std::string& mark, const std::string& part) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + part.size()))
      text.replace(at, mark.size(), part);
  };
  const auto part = [&] { return random_formula(kit, random, depth - 1); };
  const std::string a = part(), b = part();
  const Join join = pick(kit.joins);
  std::string text = join.pattern;
  if (!join.words.empty()) put(text, "?", pick(join.words));
  if (text.find("@c") != std::string::npos) put(text, "@c", part());
  put(text, "@a", a);
  put(text, "@b", b);
  return text;
}

}  // namespace dryslip::tests
