#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "reproduce/items.hpp"

namespace dryslip::reproduce {

/// A file of the gallery.
struct GalleryFile {
  std::string path;  ///< from the folder of the gallery: "kardan_fig_3/run.csv"
  std::string text;
};

/// Everything that the gallery consists of: a folder per item with data, pictures and the scenarios as they were used, and
/// index.html as the last, which links them and needs nothing else.
std::vector<GalleryFile> gallery_files(std::span<const ItemReport> reports, const ScenarioTexts& scenarios);

/// Name of a scenario's copy in the folder of an item.
std::string scenario_file_name(const std::string& scenario);

/// The page alone.
std::string gallery_page(std::span<const ItemReport> reports);

/// Names and titles of items, paper by paper.
std::string list_text(std::span<const Item> items);
std::string list_json(std::span<const Item> items);

/// How many comparisons there are of each basis and with each verdict.
struct ComparisonCounts {
  std::size_t all = 0, reproduced = 0, differ = 0;
  std::array<std::size_t, all_basis_kinds.size()> by_basis{}, reproduced_by_basis{};
  std::size_t not_reproduced() const { return all - reproduced - differ; }
};
ComparisonCounts count_comparisons(std::span<const ItemReport> reports);

/// Rows for a terminal: item, what, basis, expected, ours, difference, verdict; and lines that count.
std::string summary_text(std::span<const ItemReport> reports);

/// The summary as JSON, with tolerances, reasons and the names of all files.
std::string summary_json(std::span<const ItemReport> reports);

}  // namespace dryslip::reproduce
