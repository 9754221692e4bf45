#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <tuple>

#include "dryslip/record/counted.hpp"
#include "dryslip/record/format_text.hpp"
#include "reproduce/gallery.hpp"

namespace dryslip::reproduce {
namespace {

using Json = nlohmann::ordered_json;

/// Letters of a text in UTF-8.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

using Row = std::array<std::string, 7>;

std::vector<Row> rows_of(const ItemReport& report) {
  std::vector<Row> rows;
  for (const Comparison& c : report.result.comparisons) {
    rows.push_back({rows.empty() ? report.item.name : "", c.what, word_of(c.basis.kind), expected_text(c), ours_text(c),
                    difference_text(c), verdict_text(c)});
  }
  if (!report.failure.empty())
    rows.push_back({report.item.name, "", "", "", "", "", "NOT REPRODUCED: " + report.failure});
  return rows;
}

const char* word_of_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::Reproduced:
      return "reproduced";
    case Verdict::Differs:
      return "differs";
    case Verdict::NotReproduced:
      return "not reproduced";
  }
  return "";
}

}  // namespace

std::string list_text(std::span<const Item> items) {
  std::string text;
  for (const Paper& paper : all_papers()) {
    bool is_first = true;
    for (const Item& item : items) {
      if (item.paper != paper.key) continue;
      if (is_first) text += (text.empty() ? "" : "\n") + paper.title + "\n";
      is_first = false;
      text += format_text("  {:<34}{}{}\n", item.name, item.place.empty() ? "" : item.place + ": ", item.title);
    }
  }
  return text;
}

std::string list_json(std::span<const Item> items) {
  Json all = Json::array();
  for (const Item& item : items) {
    all.push_back({{"item", item.name},
                   {"paper", item.paper},
                   {"place", item.place},
                   {"title", item.title},
                   {"scenarios", item.scenarios}});
  }
  return Json{{"items", std::move(all)}}.dump(2) + "\n";
}

ComparisonCounts count_comparisons(std::span<const ItemReport> reports) {
  ComparisonCounts counts;
  for (const ItemReport& report : reports) {
    for (const Comparison& c : report.result.comparisons) {
      const std::size_t kind = static_cast<std::size_t>(c.basis.kind);
      const bool is_reproduced = verdict(c) == Verdict::Reproduced;
      ++counts.all;
      ++counts.by_basis[kind];
      counts.reproduced += is_reproduced;
      counts.reproduced_by_basis[kind] += is_reproduced;
      counts.differ += verdict(c) == Verdict::Differs;
    }
  }
  return counts;
}

std::string summary_text(std::span<const ItemReport> reports) {
  std::vector<Row> rows{{"item", "what", "basis", "expected", "ours", "difference", "verdict"}};
  std::string failed;
  for (const ItemReport& report : reports) {
    for (Row& row : rows_of(report)) rows.push_back(std::move(row));
    if (has_failed(report)) failed += (failed.empty() ? "" : ", ") + report.item.name;
  }
  Row::size_type widest[std::tuple_size_v<Row>] = {};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widest[k] = std::max(widest[k], width_of(row[k]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string room(widest[k] - width_of(row[k]), ' ');
      const bool is_number = k >= 3 && k <= 5;
      line += is_number ? room + row[k] : row[k] + room;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  const ComparisonCounts counts = count_comparisons(reports);
  text += format_text("\n{}, {}: {} reproduced, {} differ for a known reason, {} not reproduced\n",
                      counted(reports.size(), "item"), counted(counts.all, "comparison"), counts.reproduced,
                      counts.differ, counts.not_reproduced());
  text += "Of the expected values\n";
  for (const Basis::Kind kind : all_basis_kinds) {
    const std::size_t k = static_cast<std::size_t>(kind);
    text +=
        format_text("  {:>4} {}: {} reproduced\n", counts.by_basis[k], phrase_of(kind), counts.reproduced_by_basis[k]);
  }
  return text + (failed.empty() ? "" : "FAILED: " + failed + "\n");
}

std::string summary_json(std::span<const ItemReport> reports) {
  Json all = Json::array();
  for (const ItemReport& report : reports) {
    const Item& item = report.item;
    Json comparisons = Json::array(), pictures = Json::array(), data = Json::array();
    for (const Comparison& c : report.result.comparisons) {
      Json one{{"what", c.what},           {"expected", c.expected},
               {"ours", c.ours},           {"difference", difference(c)},
               {"tolerance", c.tolerance}, {"basis_kind", word_of(c.basis.kind)},
               {"basis", c.basis.text},    {"verdict", word_of_verdict(verdict(c))}};
      if (c.basis.kind == Basis::Kind::Printed) one["published"] = c.expected;
      if (!c.because.empty()) one["because"] = c.because;
      comparisons.push_back(std::move(one));
    }
    for (const ItemFile& file : report.result.pictures) pictures.push_back(item.name + "/" + file.name);
    for (const ItemFile& file : report.result.data) data.push_back(item.name + "/" + file.name);
    Json entry{{"item", item.name},
               {"paper", item.paper},
               {"place", item.place},
               {"title", item.title},
               {"reproduced", !has_failed(report)},
               {"comparisons", std::move(comparisons)},
               {"remark", item.remark},
               {"scenarios", item.scenarios},
               {"pictures", std::move(pictures)},
               {"data", std::move(data)}};
    if (!report.failure.empty()) entry["failure"] = report.failure;
    all.push_back(std::move(entry));
  }
  const ComparisonCounts counts = count_comparisons(reports);
  Json by_basis = Json::object();
  for (const Basis::Kind kind : all_basis_kinds)
    by_basis[word_of(kind)] = {{"comparisons", counts.by_basis[static_cast<std::size_t>(kind)]},
                               {"reproduced", counts.reproduced_by_basis[static_cast<std::size_t>(kind)]}};
  Json summary{{"items", std::move(all)},
               {"comparisons", counts.all},
               {"reproduced", counts.reproduced},
               {"differ", counts.differ},
               {"not_reproduced", counts.not_reproduced()},
               {"by_basis", std::move(by_basis)}};
  return summary.dump(2) + "\n";
}

}  // namespace dryslip::reproduce
