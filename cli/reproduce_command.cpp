#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/progress_bar.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "reproduce/gallery.hpp"

namespace dryslip::cli {
namespace {

namespace fs = std::filesystem;
using namespace reproduce;

/// The items of all names, each once and in the order of the papers; none given: all.
std::vector<Item> chosen_items(const std::vector<std::string>& names) {
  if (names.empty()) return all_items();
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    try {
      for (const Item& item : find_items(name)) wanted.push_back(item.name);
    } catch (const std::invalid_argument& error) {
      throw CommandError(std::string("dryslip reproduce: ") + error.what());
    }
  }
  std::vector<Item> items;
  for (const Item& item : all_items())
    if (std::find(wanted.begin(), wanted.end(), item.name) != wanted.end()) items.push_back(item);
  return items;
}

/// The built-in scenarios of the items, each replaced by the file of its name in the folder where there is one.
ScenarioTexts scenarios_of(const std::vector<Item>& items, const std::string& folder) {
  ScenarioTexts scenarios = named_scenarios();
  if (folder.empty()) return scenarios;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) throw CommandError(folder + ": not a folder: --scenarios needs one");
  bool has_one = false;
  for (const Item& item : items) {
    for (const std::string& name : item.scenarios) {
      const std::string file = scenario_file_name(name);
      if (!fs::exists(fs::path(folder) / file, ignored)) continue;
      scenarios.texts[name] = file_reader(folder)(file);
      has_one = true;
    }
  }
  if (!has_one) throw CommandError(folder + ": holds none of the scenarios of these items");
  return scenarios;
}

/// Makes the folder of a file where it is missing.
void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw CommandError(folder.string() + ": cannot be created: " + error.message());
}

void write_gallery(const std::vector<GalleryFile>& files, const std::string& folder, const Streams& streams) {
  for (const GalleryFile& file : files) {
    const fs::path path = fs::path(folder) / file.path;
    make_folder(path.parent_path());
    OutputFile out(path.string(), streams.out);
    out.write(file.text);
    out.finish();
  }
}

}  // namespace

Outcome reproduce_command(const ReproduceOptions& options, const Streams& streams) {
  const std::vector<Item> items = chosen_items(options.items);
  OutputFile summary("", streams.out);
  if (options.list) {
    summary.write(options.json ? list_json(items) : list_text(items));
    return Outcome::Done;
  }
  if (options.out == "-") throw CommandError("dryslip reproduce: --out -: needs a folder");
  const ScenarioTexts scenarios = scenarios_of(items, options.scenarios);
  make_folder(options.out);  // before the work begins
  std::vector<ItemReport> reports;
  {
    // the summary is written after the bar is gone: both may be on one terminal
    const bool is_watched = streams.messages_on_terminal && !options.quiet;
    ProgressBar bar(streams.messages, is_watched ? ProgressBar::Visibility::Shown : ProgressBar::Visibility::Hidden,
                    "items");
    reports = run_items(items, scenarios, [&](std::size_t done) {
      bar.show(done, static_cast<double>(done) / static_cast<double>(items.size()));
    });
  }
  write_gallery(gallery_files(reports, scenarios), options.out, streams);
  summary.write(options.json ? summary_json(reports) : summary_text(reports));
  if (!options.quiet) streams.messages << "written: " << (fs::path(options.out) / "index.html").string() << "\n";
  bool failed = false;
  for (const ItemReport& report : reports) failed = failed || has_failed(report);
  return failed ? Outcome::NotConverged : Outcome::Done;
}

}  // namespace dryslip::cli
