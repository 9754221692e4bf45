#pragma once

#include <string>

#include "dryslip/record/reference.hpp"

namespace dryslip {

/// Where a section stands in a file.
struct SectionPlace {
  std::string path;      ///< "contact.support"; empty: the file itself
  std::string note{};    ///< behind its name in the heading, such as "with `[ball]`"
  bool is_list = false;  ///< any number of them: [[contact.support]]
};

/// A section of a file, and those inside it, as sections of a Markdown page: each key with value, unit, meaning, range and default. The
/// alternatives of a choice share one section.
std::string reference_sections(const RecordReference& record, const SectionPlace& place);

}  // namespace dryslip
