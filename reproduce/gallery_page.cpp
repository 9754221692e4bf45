#include <algorithm>
#include <string_view>

#include "dryslip/drawing/escaped_markup.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/format_text.hpp"
#include "reproduce/basis_words.hpp"
#include "reproduce/gallery.hpp"

namespace dryslip::reproduce {
namespace {

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>dryslip: figures and tables of the papers</title>
<style>
:root { --ink: #1d2733; --quiet: #5a6672; --line: #d7dde3; --blue: #2b4a6f; --good: #1d6b3f; --known: #7a5200; --bad: #b00020; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f6f8fa; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .8rem; } h3 { font-size: 1.05rem; margin: 0 0 .6rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem .9rem; } a { color: var(--blue); }
.items { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr)); align-items: start; }
article { background: white; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; min-width: 0; }
figure { margin: 0 0 .8rem; } figure img { display: block; width: 100%; height: auto; } figcaption { font-size: .88rem; color: var(--quiet); }
summary { font-size: .88rem; cursor: pointer; margin-bottom: .3rem; } table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: .88rem; }
th, td { text-align: left; padding: .1rem .4rem .1rem 0; vertical-align: top; } td { overflow-wrap: anywhere; }
tbody { border-top: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.reproduced { color: var(--good); } .differs { color: var(--known); } .failed { color: var(--bad); font-weight: bold; }
.basis, .remark, .links { font-size: .88rem; color: var(--quiet); } td.basis { font-size: .8rem; padding-bottom: .4rem; }
.kind { border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; font-size: .8rem; color: var(--blue); white-space: nowrap; }
.counts { max-width: 52rem; margin: 0 0 1rem; table-layout: auto; font-size: .95rem; } .counts .number { padding-left: .8rem; }
</style>
</head>
<body>
)";

/// Of the style sheet.
const char* class_of(const Comparison& c) {
  return verdict(c) == Verdict::NotReproduced ? "failed" : word_of(verdict(c));
}

std::string tolerance_text(const Comparison& c) {
  return c.tolerance > 0.0 ? "tolerance " + format_text("{:.2g}", c.tolerance) : "no tolerance";
}

/// How many values there are of each basis.
std::string basis_table(const ComparisonCounts& counts) {
  std::string text =
      "<table class=\"counts\">\n<thead><tr><th>expected values</th><th class=\"number\">compared</th>"
      "<th class=\"number\">reproduced</th></tr></thead>\n<tbody>\n";
  for (const Basis::Kind kind : all_basis_kinds) {
    const std::size_t k = static_cast<std::size_t>(kind);
    text += format_text(
        "<tr><td><span class=\"kind\">{}</span> {}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        words_of(kind).on_page, words_of(kind).explanation, counts.by_basis[k], counts.reproduced_by_basis[k]);
  }
  return text + "</tbody></table>\n";
}

/// What is compared and the verdict, the numbers below, and why it counts.
std::string comparison_rows(const Comparison& c) {
  const bool differs = verdict(c) == Verdict::Differs;
  return format_text(
      "<tbody><tr><td colspan=\"2\">{}</td><td class=\"number {}\">{}</td></tr>\n<tr><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n"
      "<tr><td colspan=\"3\" class=\"basis\"><span class=\"kind\">{}</span> {}; {}{}</td></tr></tbody>\n",
      escaped_markup(c.what), class_of(c), differs ? "differs" : verdict_text(c), expected_text(c), ours_text(c),
      difference_text(c), words_of(c.basis.kind).on_page, escaped_markup(c.basis.text), tolerance_text(c),
      differs ? ". It " + escaped_markup(verdict_text(c)) : "");
}

/// The comparisons of an item; many of them are folded, unless one has failed.
std::string comparison_table(const ItemReport& report) {
  constexpr std::size_t many = 8;
  const std::vector<Comparison>& all = report.result.comparisons;
  const auto same =
      std::count_if(all.begin(), all.end(), [](const Comparison& c) { return verdict(c) == Verdict::Reproduced; });
  std::string text = format_text(
      "<details{}><summary>{} of {} values reproduced</summary>\n<table>\n<thead><tr><th "
      "class=\"number\">expected</th>"
      "<th class=\"number\">ours</th><th class=\"number\">difference</th></tr></thead>\n",
      all.size() <= many || has_failed(report) ? " open" : "", same, all.size());
  for (const Comparison& c : all) text += comparison_rows(c);
  return text + "</table></details>\n";
}

std::string link(const std::string& path, const std::string& name) {
  return format_text("<a href=\"{}\">{}</a>", path, escaped_markup(name));
}

std::string article(const ItemReport& report) {
  const Item& item = report.item;
  const std::string heading = item.place.empty() ? item.title : item.place + ": " + item.title;
  std::string text = format_text("<article id=\"{}\">\n<h3>{}</h3>\n", item.name, escaped_markup(heading));
  for (const ItemFile& picture : report.result.pictures) {
    const std::string path = item.name + "/" + picture.name;
    text += format_text(
        "<figure><a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\" "
        "loading=\"lazy\"></a><figcaption>{1}</figcaption></figure>\n",
        path, escaped_markup(picture.caption));
  }
  if (!report.failure.empty())
    text += "<p class=\"failed\">NOT REPRODUCED: " + escaped_markup(report.failure) + "</p>\n";
  text += comparison_table(report);
  if (!item.remark.empty()) text += "<p class=\"remark\">" + escaped_markup(item.remark) + "</p>\n";
  text += "<p class=\"links\">";
  for (const std::string& name : item.scenarios) {
    const std::string file = scenario_file_name(name);
    text += link(item.name + "/" + file, file) + " · ";
  }
  for (const ItemFile& file : report.result.data) text += link(item.name + "/" + file.name, file.name) + " · ";
  text +=
      link(item.name + "/result.json", "result.json") + "<br><code>dryslip reproduce " + item.name + "</code></p>\n";
  return text + "</article>\n";
}

}  // namespace

std::string scenario_file_name(const std::string& scenario) {
  return scenario.substr(scenario.rfind('/') + 1) + ".toml";
}

std::string gallery_page(std::span<const ItemReport> reports) {
  std::string body, contents;
  for (const Paper& paper : all_papers()) {
    std::string articles;
    for (const ItemReport& report : reports) {
      if (report.item.paper != paper.key) continue;
      articles += article(report);
    }
    if (articles.empty()) continue;
    contents += format_text("<a href=\"#{}\">{}</a>\n", paper.key, paper.key);
    body += format_text("<section id=\"{}\">\n<h2>{}</h2>\n<div class=\"items\">\n{}</div>\n</section>\n", paper.key,
                        escaped_markup(paper.title), articles);
  }
  const auto failed = std::count_if(reports.begin(), reports.end(), has_failed);
  const ComparisonCounts counts = count_comparisons(reports);
  return std::string(head) + "<h1>Figures and tables of the papers, computed by dryslip</h1>\n" +
         format_text(
             "<p>{}, {}: {} reproduced, {} differ for a known reason, {} not reproduced. {}"
             "Every number comes from the run that wrote this page; reproduced means within the tolerance that "
             "stands beside the value.</p>\n{}<nav>\n{}</nav>\n",
             counted(reports.size(), "item"), counted(counts.all, "comparison"), counts.reproduced, counts.differ,
             counts.not_reproduced(),
             failed > 0 ? format_text("<strong class=\"failed\">{} failed.</strong> ",
                                      counted(static_cast<std::size_t>(failed), "item"))
                        : "",
             basis_table(counts), contents) +
         body + "</body>\n</html>\n";
}

std::vector<GalleryFile> gallery_files(std::span<const ItemReport> reports, const ScenarioTexts& scenarios) {
  std::vector<GalleryFile> files;
  for (const ItemReport& report : reports) {
    const std::string folder = report.item.name + "/";
    for (const std::string& name : report.item.scenarios)
      files.push_back({folder + scenario_file_name(name), scenarios.texts.at(name)});
    for (const ItemFile& file : report.result.data) files.push_back({folder + file.name, file.text});
    for (const ItemFile& file : report.result.pictures) files.push_back({folder + file.name, file.text});
    files.push_back({folder + "result.json", summary_json({&report, 1})});
  }
  files.push_back({"index.html", gallery_page(reports)});
  return files;
}

}  // namespace dryslip::reproduce
