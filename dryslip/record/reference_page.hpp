#pragma once

#include <string>

#include "dryslip/record/reference.hpp"

namespace dryslip {

/// Where a table stands in a file.
struct TablePlace {
  std::string path;      ///< "contact.support"; empty: the file itself
  std::string note{};    ///< behind its name in the heading, such as "with `[ball]`"
  bool is_list = false;  ///< any number of them: [[contact.support]]
};

/// A table of a file and the tables in it as sections of a Markdown page: each key with value, unit, meaning, range and default. The
/// alternatives of a choice are in one section of their own.
std::string reference_sections(const RecordReference& record, const TablePlace& place);

}  // namespace dryslip
