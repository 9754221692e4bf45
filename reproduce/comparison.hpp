#pragma once

#include <array>
#include <string>
#include <utility>

#include "dryslip/record/words.hpp"

namespace dryslip::reproduce {

/// Where an expected value comes from: few of them are numbers that somebody printed.
struct Basis {
  enum class Kind {
    Printed,       ///< a number or a statement of a paper, or what its figure shows
    Equations,     ///< follows from the equations of the paper, for its data or for ours where it has none
    OtherProgram,  ///< computed by a program that is not this one
    OwnGeometry  ///< our own: data that must come out again, geometry of shapes we chose, derivations, a second method
  };
  Kind kind;
  std::string text;  ///< the place, and why this tolerance: "Table 1, three digits"

  static Basis printed(std::string text) { return {Kind::Printed, std::move(text)}; }
  static Basis equations(std::string text) { return {Kind::Equations, std::move(text)}; }
  static Basis other_program(std::string text) { return {Kind::OtherProgram, std::move(text)}; }
  static Basis own_geometry(std::string text) { return {Kind::OwnGeometry, std::move(text)}; }
};

inline constexpr std::array all_basis_kinds{Basis::Kind::Printed, Basis::Kind::Equations, Basis::Kind::OtherProgram,
                                            Basis::Kind::OwnGeometry};
/// "printed in a paper", …
const char* phrase_of(Basis::Kind kind);

/// An expected number, or a feature of a picture as a number, beside ours.
struct Comparison {
  std::string what;       ///< with its unit: "force at breakaway, h = 5 mm [mN]"
  double expected = 0.0;  ///< `basis` says by whom
  double ours = 0.0;
  double tolerance = 0.0;  ///< largest |ours − expected| that counts as reproduced
  Basis basis;
  std::string because{};  ///< why it must differ; empty: it should be reproduced
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
std::string expected_text(const Comparison& comparison);
std::string ours_text(const Comparison& comparison);
std::string difference_text(const Comparison& comparison);

}  // namespace dryslip::reproduce

namespace dryslip {

template <>
inline constexpr std::array words<reproduce::Basis::Kind>{"printed", "equations", "other_program", "own_geometry"};
template <>
inline constexpr std::array words<reproduce::Verdict>{"reproduced", "differs", "not reproduced"};

}  // namespace dryslip
