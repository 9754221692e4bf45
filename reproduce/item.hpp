#pragma once

#include <map>
#include <string>
#include <vector>

#include "dryslip/scenario/forward_problem.hpp"
#include "dryslip/scenario/scenario.hpp"
#include "reproduce/comparison.hpp"

namespace dryslip::reproduce {

/// Named scenarios as text, by their names without ".toml"; whoever runs items may change them.
struct ScenarioTexts {
  std::map<std::string, std::string> texts;

  /// Throw ScenarioError as the readers do, std::out_of_range for a name that is not there.
  Scenario scenario(const std::string& name) const;
  ForwardProblem forward_problem(const std::string& name) const;
};

/// The scenarios of the folder scenarios/, compiled in.
const ScenarioTexts& named_scenarios();

/// A file of an item: data or picture.
struct ItemFile {
  std::string name;  ///< with its ending: .csv, .json, .svg
  std::string text;
  std::string caption{};  ///< of a picture
};

/// What an item found. Every number in it comes from this run.
struct ItemResult {
  std::vector<Comparison> comparisons;
  std::vector<ItemFile> pictures;  ///< .svg
  std::vector<ItemFile> data;      ///< .csv, .json
};

/// Reproduces a figure or table.
using ItemRun = ItemResult(const ScenarioTexts& scenarios);

/// A published figure or table: scenario in; data, picture, verdict out.
struct Item {
  std::string name;   ///< unique: "kardan_fig_3"
  std::string place;  ///< in the paper: "Fig. 3"; empty beyond the papers
  std::string title;
  std::string remark;                  ///< misprints, and choices where the paper is silent: a sentence or two
  std::vector<std::string> scenarios;  ///< names
  ItemRun* run;
  std::string paper{};  ///< key of docs/references.bib, or "beyond"; all_items() says it
};

}  // namespace dryslip::reproduce
