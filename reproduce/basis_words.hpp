#pragma once

#include "reproduce/comparison.hpp"

namespace dryslip::reproduce {

/// What is said of a basis.
struct BasisWords {
  const char* on_page;      ///< a word or two
  const char* phrase;       ///< after a number of values
  const char* explanation;  ///< in the summary
};
const BasisWords& words_of(Basis::Kind kind);

}  // namespace dryslip::reproduce
