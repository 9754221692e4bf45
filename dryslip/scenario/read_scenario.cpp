#include "dryslip/scenario/read_scenario.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/files/section_reader.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/scenario/detail/read_contact.hpp"
#include "dryslip/scenario/detail/read_sections.hpp"

namespace dryslip {
namespace {

using detail::Range;
using detail::SectionReader;
using detail::TomlNode;

std::string read_file_text(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) throw std::runtime_error("is a folder, not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot be opened");
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw std::runtime_error("cannot be read");
  return text;
}

/// The keys of a scenario file. Its last three tables are problems of forward dynamics, which have a reader of their own.
constexpr std::string_view root_keys[] = {"title", "contact", "slider", "ball",  "initial",  "drive",
                                          "table", "run",     "joint",  "screw", "mechanism"};
constexpr std::size_t own_keys = 8;  // of the reader here

/// Tables that other commands, or later versions, read: named in the message, so that nobody looks for a typo.
void reject_other_tables(const SectionReader& root) {
  for (const std::string_view name : std::span(root_keys).subspan(own_keys))
    if (root.has(name))
      root.fail(name, "a problem of forward dynamics: read by `dryslip forward`; a contact needs [contact] instead");
  if (root.has("sweep"))
    root.fail("sweep", "not read by this version: the tables it reads are " + joined(std::span(root_keys).subspan(1)));
}

void read_normal_force(Scenario& scenario, const SectionReader& contact) {
  if (contact.has("normal_force")) {
    scenario.contact.normal_force = contact.number("normal_force", Range::NotNegative);
    return;
  }
  if (!scenario.slider || !scenario.slider->mass)
    contact.fail("normal_force", "missing: give contact.normal_force [N], or slider.mass [kg] for its weight");
  // The weight's part normal to the table: m g cos(tilt).
  const Table table = scenario.table.value_or(Table{});
  scenario.contact.normal_force = *scenario.slider->mass * table.gravity * std::cos(table.tilt);
  scenario.normal_force_source = Scenario::NormalForceSource::Weight;
}

/// The key as it stands in the scenario: loops that came from a file are found under `file`.
std::string written_key(const std::string& key, const SectionReader& contact) {
  const std::size_t loops = key.find(".loops");
  if (loops == std::string::npos) return key;
  const std::string file = key.substr(0, loops) + ".file";
  return detail::line_of(contact.node(), file) > detail::line_of(contact.node(), key) ? file : key;
}

void read_contact(Scenario& scenario, const SectionReader& contact) {
  contact.allow_keys({"normal_force", "model", "mu", "mu_static", "tolerance", "support"});
  scenario.model = static_cast<ContactModel>(contact.word("model", {"exact", "pade", "ellipsoid", "quartic", "table"}));
  read_normal_force(scenario, contact);
  scenario.contact.mu = contact.optional_number("mu", Range::NotNegative);
  scenario.contact.mu_static = contact.optional_number("mu_static", Range::NotNegative);
  scenario.load_tolerance = contact.number("tolerance", scenario.load_tolerance, Range::Positive);
  if (!(scenario.load_tolerance < 1.0))
    contact.fail("tolerance", number_text(scenario.load_tolerance) + ": must lie between 0 and 1 [-]");
  if (!contact.has("support")) contact.fail("support", "missing: at least one [[contact.support]] is needed");
  for (const SectionReader& support : contact.sections("support"))
    scenario.contact.supports.push_back(detail::read_support(support));
  try {
    check_patch(scenario.contact);
  } catch (const InvalidInput& error) {
    contact.fail(written_key(error.key(), contact), printable(error.explanation()));
  }
}

void read_ball(Scenario& scenario, const SectionReader& root, const SectionReader& ball) {
  for (const char* other : {"slider", "drive"})
    if (root.has(other)) root.fail(other, "given beside [ball]: a ball has no " + std::string(other));
  scenario.ball = detail::read_ball(ball);
  if (const auto initial = root.section("initial")) scenario.ball->initial = detail::read_ball_initial(*initial);
}

void read_run(Scenario& scenario, const SectionReader& run) {
  scenario.run = detail::read_run(run);
  if (run.has("step") && scenario.run->method == SliderRunOptions::Method::Event)
    scenario.remarks.push_back("run.step: " + number_text(scenario.run->step) +
                               ": has no effect: method = \"event\" chooses its steps by run.tolerance");
}

/// What a ball cannot do, once table and run are read.
void check_ball_run(const Scenario& scenario, const SectionReader& root) {
  if (!scenario.run) return;
  try {
    check_ball_options(*scenario.run);
    if (scenario.run->until == SliderRunOptions::Until::Rest)
      check_ball_until(ball_of(scenario), BallRunOptions::Until::Rest);
  } catch (const InvalidInput& error) {
    root.fail(error.key(), printable(error.explanation()));
  }
}

}  // namespace

FileReader file_reader(const std::string& folder) {
  return [folder](const std::string& name) { return read_file_text(std::filesystem::path(folder) / name); };
}

Scenario read_scenario(const std::string& file) {
  std::string text;
  try {
    text = read_file_text(file);
  } catch (const std::runtime_error& error) {
    throw ScenarioError(file, 0, error.what());
  }
  return parse_scenario(text, file, file_reader(std::filesystem::path(file).parent_path().string()));
}

Scenario parse_scenario(std::string_view text, const std::string& name, const FileReader& read_file) {
  const TomlNode tree = detail::parse_toml(text, name);
  const detail::ScenarioSource source{name, read_file};
  const SectionReader root(source, tree, "");
  reject_other_tables(root);
  root.allow_keys(root_keys, "keys of a scenario");

  Scenario scenario;
  scenario.title = root.text("title", "");
  if (const auto slider = root.section("slider")) scenario.slider = detail::read_slider(*slider);
  if (const auto ball = root.section("ball")) read_ball(scenario, root, *ball);
  const auto initial = root.section("initial");
  if (initial && !scenario.ball) scenario.initial = detail::read_initial(*initial);
  if (const auto drive = root.section("drive")) scenario.drive = detail::read_drive(*drive);
  if (const auto table = root.section("table")) scenario.table = detail::read_table(*table);
  if (const auto run = root.section("run")) read_run(scenario, *run);
  if (scenario.ball) check_ball_run(scenario, root);
  const auto contact = root.section("contact");
  if (!contact && scenario.ball) return scenario;
  if (!contact) root.fail("contact", "missing: a scenario needs [contact] with at least one [[contact.support]]");
  read_contact(scenario, *contact);
  return scenario;
}

}  // namespace dryslip
