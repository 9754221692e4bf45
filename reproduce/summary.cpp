#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "dryslip/scenario/format_text.hpp"
#include "reproduce/gallery.hpp"

namespace dryslip::reproduce {
namespace {

using Json = nlohmann::ordered_json;

/// Letters of a text in UTF-8.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

using Row = std::array<std::string, 6>;

std::vector<Row> rows_of(const ItemReport& report) {
  std::vector<Row> rows;
  for (const Comparison& c : report.result.comparisons) {
    rows.push_back({rows.empty() ? report.item.name : "", c.what, published_text(c), ours_text(c), difference_text(c),
                    verdict_text(c)});
  }
  if (!report.failure.empty()) rows.push_back({report.item.name, "", "", "", "", "NOT REPRODUCED: " + report.failure});
  return rows;
}

const char* word_of(Verdict verdict) {
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

std::string summary_text(std::span<const ItemReport> reports) {
  std::vector<Row> rows{{"item", "what", "published", "ours", "difference", "verdict"}};
  std::array<int, 3> counts{};
  std::string failed;
  for (const ItemReport& report : reports) {
    for (Row& row : rows_of(report)) rows.push_back(std::move(row));
    for (const Comparison& c : report.result.comparisons) ++counts[static_cast<std::size_t>(verdict(c))];
    if (has_failed(report)) failed += (failed.empty() ? "" : ", ") + report.item.name;
  }
  Row::size_type widest[6] = {};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widest[k] = std::max(widest[k], width_of(row[k]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string room(widest[k] - width_of(row[k]), ' ');
      const bool is_number = k >= 2 && k <= 4;
      line += is_number ? room + row[k] : row[k] + room;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  text += format_text("\n{} items, {} comparisons: {} reproduced, {} differ for a known reason, {} not reproduced{}\n",
                      reports.size(), counts[0] + counts[1] + counts[2], counts[0], counts[1], counts[2],
                      failed.empty() ? "" : "\nFAILED: " + failed);
  return text;
}

std::string summary_json(std::span<const ItemReport> reports) {
  Json all = Json::array();
  for (const ItemReport& report : reports) {
    const Item& item = report.item;
    Json comparisons = Json::array(), pictures = Json::array(), data = Json::array();
    for (const Comparison& c : report.result.comparisons) {
      Json one{{"what", c.what},
               {"published", c.published},
               {"ours", c.ours},
               {"difference", difference(c)},
               {"tolerance", c.tolerance},
               {"basis", c.basis},
               {"verdict", word_of(verdict(c))}};
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
  return Json{{"items", std::move(all)}}.dump(2) + "\n";
}

}  // namespace dryslip::reproduce
