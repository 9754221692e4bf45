#include "dryslip/scenario/read_scenario.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/files/read_record.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/detail/read_parts.hpp"
#include "dryslip/scenario/forward_problem.hpp"

namespace dryslip {
namespace {

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

constexpr auto& problem_kinds = detail::Alternatives<decltype(ForwardProblem::model)>::words;

/// Sections that other commands, or later versions, read: named in the message, so that nobody looks for a typo.
void check_sections(const SectionReader& root) {
  std::vector<std::string_view> keys;
  detail::add_keys<Scenario>(keys);
  keys.insert(keys.end(), problem_kinds.begin(), problem_kinds.end());
  for (const char* name : problem_kinds)
    if (root.has(name))
      root.fail(name, "a problem of forward dynamics: read by `dryslip forward`; a contact needs [contact] instead");
  if (root.has("sweep"))
    root.fail("sweep", "not read by this version: the sections it reads are " + joined(std::span(keys).subspan(1)));
  root.allow_keys(keys, "keys of a scenario");
  for (const char* other : {"slider", "drive"})
    if (root.has("ball") && root.has(other)) root.fail(other, "cannot be combined with [ball]");
}

/// Takes the part of the weight normal to the table as the normal force.
void take_weight(Scenario& scenario, const SectionReader& contact) {
  const std::optional<double> weight = weight_on_table(scenario);
  if (!weight)
    contact.fail("normal_force", "missing: give contact.normal_force [N], or slider.mass [kg] for its weight");
  scenario.contact.normal_force = *weight;
  scenario.normal_force_source = Scenario::NormalForceSource::Weight;
}

void read_contact(Scenario& scenario, const SectionReader& contact) {
  std::vector<std::string_view> keys, settled;
  detail::add_keys<ContactPatch>(keys);
  detail::add_keys<Scenario>(keys, "contact");
  contact.allow_keys(keys, "keys of [contact]");
  if (!contact.has("normal_force")) {
    take_weight(scenario, contact);
    settled.push_back("normal_force");
  }
  if (!contact.has("support")) contact.fail("support", "missing: at least one [[contact.support]] is needed");
  const detail::ValueReader reader{contact};
  detail::read_fields_by(reader, scenario.contact, "", settled);
  detail::read_fields_by(reader, scenario, "contact");
  contact.within([&] { check_patch(scenario.contact); });
}

void read_ball(Scenario& scenario, const SectionReader& root) {
  root.within([&] { check_ball(*scenario.ball); });
  if (const auto initial = root.section("initial")) scenario.ball->initial = detail::read_record<BallState>(*initial);
  if (!scenario.run) return;
  root.within([&] {
    check_ball_options(*scenario.run);
    check_ball_until(ball_of(scenario), scenario.run->until);
  });
}

void remark_on_step(Scenario& scenario, const SectionReader& root) {
  if (scenario.run->method == SliderRunOptions::Method::Event && root.section("run")->has("step"))
    scenario.remarks.push_back("run.step: " + number_text(scenario.run->step) +
                               ": has no effect: method = \"event\" chooses its steps by run.tolerance");
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
  check_sections(root);

  Scenario scenario;
  std::vector<std::string_view> settled{"contact"};
  if (root.has("ball")) settled.push_back("initial");  // which is not that of a slider
  detail::read_fields_by(detail::ValueReader{root}, scenario, "", settled);
  if (scenario.run) remark_on_step(scenario, root);
  if (scenario.ball) read_ball(scenario, root);
  const auto contact = root.section("contact");
  if (!contact && scenario.ball) return scenario;
  if (!contact) root.fail("contact", "missing: a scenario needs [contact] with at least one [[contact.support]]");
  read_contact(scenario, *contact);
  return scenario;
}

}  // namespace dryslip
