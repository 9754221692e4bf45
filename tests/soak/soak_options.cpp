#include "tests/soak/soak_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::soak {
namespace {

/// A check of an option's text, with what is allowed.
template <class IsAllowed>
CLI::Validator must_be(const std::string& allowed, const IsAllowed& is_allowed) {
  return CLI::Validator([=](std::string& text) { return is_allowed(text) ? "" : "'" + text + "': must be " + allowed; },
                        "");
}

bool is_whole(const std::string& text, unsigned long long least) {
  unsigned long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value >= least;
}

bool is_number(const std::string& text, double least) {
  const std::optional<double> value = parse_number(text);
  return value && *value >= least;
}

const CLI::Validator count_from_zero =
    must_be("a whole number, 0 or more", [](const std::string& text) { return is_whole(text, 0); });
const CLI::Validator small_count = must_be(
    "a whole number from 0 to 999999", [](const std::string& text) { return is_whole(text, 0) && text.size() <= 6; });
const CLI::Validator some_seconds =
    must_be("a number of seconds, 0 or more", [](const std::string& text) { return is_number(text, 0.0); });
const CLI::Validator some_time =
    must_be("a number of seconds, 0.001 or more", [](const std::string& text) { return is_number(text, 1e-3); });

CLI::Validator one_of(const std::vector<std::string_view>& names) {
  return CLI::Validator(
      [=](std::string& text) {
        if (std::find(names.begin(), names.end(), text) != names.end()) return std::string();
        return "'" + text + "': " + suggestion(text, names) + "must be one of " + joined(names);
      },
      "");
}

}  // namespace

std::optional<SoakOptions> read_options(int argc, const char* const* argv) {
  SoakOptions options;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  std::string method = "event";
  const std::vector<std::string_view> checks(check_names.begin(), check_names.end());

  CLI::App app{"Runs random sliders in time and checks each run; what fails is reduced to a small scenario file.",
               "soak"};
  app.add_option("--seconds", options.seconds, "go on for so long")
      ->type_name("S")
      ->check(some_seconds)
      ->capture_default_str();
  app.add_option("--cases", options.cases, "so many cases instead; 0: by --seconds")
      ->type_name("N")
      ->check(count_from_zero);
  app.add_option("--seed", options.seed, "case i depends on the seed and on i only")
      ->type_name("N")
      ->check(count_from_zero)
      ->capture_default_str();
  app.add_option("--first", options.first, "index of the first case")
      ->type_name("N")
      ->check(count_from_zero)
      ->capture_default_str();
  app.add_option("--threads", options.threads, "cases at a time; the processor's cores by default")
      ->type_name("N")
      ->check(small_count);
  app.add_flag("--full", options.checks.full,
               "further runs of each case: seen from other frames, in other units, by the prox method, ...");
  app.add_option("--only", options.checks.only, "one check, with what it needs; names below")
      ->type_name("CHECK")
      ->check(one_of(checks));
  app.add_option("--limit", options.checks.limit, "processor time of a run")
      ->type_name("S")
      ->check(some_time)
      ->capture_default_str();
  app.add_option("--method", method, "event or prox: which method is run")
      ->type_name("METHOD")
      ->check(one_of({"event", "prox"}))
      ->capture_default_str();
  app.add_option("--shrink", options.shrink_seconds, "time to reduce a failure; 0: it is written as it is")
      ->type_name("S")
      ->check(some_seconds)
      ->capture_default_str();
  app.add_option("--shrink-most", options.shrink_most, "failures of each kind that are reduced")
      ->type_name("N")
      ->check(small_count)
      ->capture_default_str();
  app.add_option("--out", options.out, "folder of the scenarios that fail")->type_name("DIR")->capture_default_str();
  app.add_option("--file", options.file, "check this scenario instead of random ones")->type_name("S.toml");
  app.add_flag("--print", options.print, "write the scenario of the first case to standard output and exit");
  app.footer(
      std::string("Examples:\n"
                  "  soak --seconds 600 --seed 7 --full\n"
                  "  soak --first 1000 --cases 50 --only prox\n"
                  "  soak --seed 1 --first 42 --print > case.toml && soak --full --file case.toml\n\n") +
      "Checks: " + joined(std::span(checks).first(8)) + ",\n  " + joined(std::span(checks).subspan(8)) +
      ".\nExit status: 0 no failures, 1 a case fails, 2 a bad option. What each check asks: tests/soak/README.md.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    app.exit(asked, std::cout, std::cerr);
    return {};
  } catch (const CLI::ParseError& error) {
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    throw std::invalid_argument(text + " (see --help)");
  }
  if (method == "prox") options.checks.method = SliderRunOptions::Method::Prox;
  if (!options.checks.only.empty()) options.checks.full = true;
  if (!options.file.empty()) options.checks.name = options.file;
  if (options.threads < 1) options.threads = 1;
  return options;
}

}  // namespace dryslip::soak
