#include "reproduce/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dryslip/record/format_text.hpp"
#include "reproduce/basis_words.hpp"

namespace dryslip::reproduce {
namespace {

/// Digits after the point that show a tenth of the tolerance; whole numbers where nothing but equality counts.
int decimals(const Comparison& comparison) {
  if (comparison.tolerance <= 0.0) return 0;
  return std::clamp(static_cast<int>(std::ceil(1.0 - std::log10(comparison.tolerance))), 0, 15);
}

/// Without digits that are zeros at the end, and with a power of ten for very small numbers.
std::string number(double value, int digits) {
  if (value != 0.0 && std::abs(value) < 1e-4) return format_text("{:.3g}", value);
  std::string text = format_text("{:.{}f}", value, digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace

const BasisWords& words_of(Basis::Kind kind) {
  static constexpr std::array<BasisWords, all_basis_kinds.size()> words{{
      {"printed", "printed in a paper", "a number or a statement of a paper, or what its figure shows"},
      {"equations", "following from equations",
       "follows from equations, for the data of the paper, or for ours where it has none"},
      {"other program", "from another program", "computed by a program that is not this one"},
      {"our own", "our own geometry or derivation", "our own data, geometry, derivation or second method"},
  }};
  return words[static_cast<std::size_t>(kind)];
}

const char* phrase_of(Basis::Kind kind) { return words_of(kind).phrase; }

double difference(const Comparison& comparison) { return comparison.ours - comparison.expected; }

Verdict verdict(const Comparison& comparison) {
  if (std::abs(difference(comparison)) <= comparison.tolerance) return Verdict::Reproduced;
  return comparison.because.empty() ? Verdict::NotReproduced : Verdict::Differs;
}

std::string verdict_text(const Comparison& comparison) {
  const Verdict found = verdict(comparison);
  if (found == Verdict::NotReproduced) return "NOT REPRODUCED";
  return word_of(found) + (found == Verdict::Differs ? ", because " + comparison.because : "");
}

std::string expected_text(const Comparison& comparison) { return format_text("{:.10g}", comparison.expected); }

std::string ours_text(const Comparison& comparison) {
  const bool is_whole = comparison.tolerance <= 0.0 && comparison.ours == std::round(comparison.ours);
  if (comparison.tolerance <= 0.0 && !is_whole) return format_text("{:.6g}", comparison.ours);
  return number(comparison.ours, decimals(comparison));
}

std::string difference_text(const Comparison& comparison) {
  const double value = difference(comparison);
  return value == 0.0 ? "0" : format_text("{:+.1e}", value);
}

}  // namespace dryslip::reproduce
