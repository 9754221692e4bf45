#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/format_text.hpp"
#include "reproduce/gallery.hpp"

namespace dryslip::reproduce {
namespace {

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

/// One object, indented, with a line feed.
template <class Write>
std::string json_of(const Write& write) {
  std::string text;
  JsonText json(text, 2, WholeNumbers::WithPoint);
  json.begin_object();
  write(json);
  json.end_object();
  return text + "\n";
}

void write_head(const Item& item, ResultSink& sink) {
  sink.member("item", item.name);
  sink.member("paper", item.paper);
  sink.member("place", item.place);
  sink.member("title", item.title);
}

void write_words(const char* name, const std::vector<std::string>& words, ResultSink& sink) {
  sink.list(name, words, [&](const std::string& word) { sink.word(word); });
}

/// null where there is no such number.
void write_number(const char* name, double value, ResultSink& sink) {
  sink.key(name);
  std::isfinite(value) ? sink.number(value) : sink.nothing();
}

void write_comparison(const Comparison& c, ResultSink& sink) {
  sink.member("what", c.what);
  write_number("expected", c.expected, sink);
  write_number("ours", c.ours, sink);
  write_number("difference", difference(c), sink);
  write_number("tolerance", c.tolerance, sink);
  sink.member("basis_kind", word_of(c.basis.kind));
  sink.member("basis", c.basis.text);
  sink.member("verdict", word_of(verdict(c)));
  if (c.basis.kind == Basis::Kind::Printed) write_number("published", c.expected, sink);
  if (!c.because.empty()) sink.member("because", c.because);
}

void write_report(const ItemReport& report, ResultSink& sink) {
  const Item& item = report.item;
  const auto write_file = [&](const ItemFile& file) { sink.word(item.name + "/" + file.name); };
  write_head(item, sink);
  sink.member("reproduced", !has_failed(report));
  sink.objects("comparisons", report.result.comparisons, [&](const Comparison& c) { write_comparison(c, sink); });
  sink.member("remark", item.remark);
  write_words("scenarios", item.scenarios, sink);
  sink.list("pictures", report.result.pictures, write_file);
  sink.list("data", report.result.data, write_file);
  if (!report.failure.empty()) sink.member("failure", report.failure);
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
  return json_of([&](ResultSink& sink) {
    sink.objects("items", items, [&](const Item& item) {
      write_head(item, sink);
      write_words("scenarios", item.scenarios, sink);
    });
  });
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
  const ComparisonCounts counts = count_comparisons(reports);
  return json_of([&](ResultSink& sink) {
    sink.objects("items", reports, [&](const ItemReport& report) { write_report(report, sink); });
    sink.member("comparisons", counts.all);
    sink.member("reproduced", counts.reproduced);
    sink.member("differ", counts.differ);
    sink.member("not_reproduced", counts.not_reproduced());
    sink.object("by_basis", [&] {
      for (const Basis::Kind kind : all_basis_kinds) {
        sink.object(word_of(kind), [&] {
          sink.member("comparisons", counts.by_basis[static_cast<std::size_t>(kind)]);
          sink.member("reproduced", counts.reproduced_by_basis[static_cast<std::size_t>(kind)]);
        });
      }
    });
  });
}

}  // namespace dryslip::reproduce
