#pragma once

#include <string>

namespace dryslip::reproduce {

/// A published number, or a feature of a picture as a number, beside ours.
struct Comparison {
  std::string what;        ///< with its unit: "force at breakaway, h = 5 mm [mN]"
  double published = 0.0;  ///< as printed, or as it follows from what is printed
  double ours = 0.0;
  double tolerance = 0.0;  ///< largest |ours − published| that counts as reproduced
  std::string basis;       ///< where `published` stands, and why this tolerance: "Table 1, three digits"
  std::string because{};   ///< why it must differ; empty: it should be reproduced
};

enum class Verdict {
  Reproduced,
  Differs,       ///< for the known reason
  NotReproduced  ///< though it should be
};

double difference(const Comparison& comparison);
Verdict verdict(const Comparison& comparison);

/// "reproduced", "differs, because ...", "NOT REPRODUCED"
std::string verdict_text(const Comparison& comparison);

/// Numbers for people: those that are compared with as many digits as the tolerance asks for.
std::string published_text(const Comparison& comparison);
std::string ours_text(const Comparison& comparison);
std::string difference_text(const Comparison& comparison);

}  // namespace dryslip::reproduce
