#include "tests/soak/case_checks.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <exception>
#include <optional>
#include <stdexcept>

#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "tests/soak/compare_runs.hpp"
#include "tests/soak/prox_check.hpp"

namespace dryslip::soak {
namespace {

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class CaseChecks {
 public:
  CaseChecks(const Scenario& scenario, const CheckOptions& options, const BeginRun& begin)
      : slider_(slider_of(scenario)), run_options_(run_options_of(scenario)), options_(options), begin_(begin) {
    if (options.method == SliderRunOptions::Method::Prox) run_options_.method = options.method;
  }

  CaseReport run() {
    if (!first_run()) return report_;
    check("start", [&] { return check_start(slider_, run_); });
    check("balance", [&] { return check_balance(slider_, run_); });
    // the load of a row is that of its step, in the axes of the step's start
    if (options_.method != SliderRunOptions::Method::Prox)
      check("friction", [&] { return check_friction(slider_, run_); });
    if (!options_.full) return report_;
    for (const SameMotion& motion : same_motions(slider_, run_options_)) {
      check(motion.name, [&] { return seen_otherwise(motion, 1e-7); });
    }
    check("output_step", [&] { return other_output_steps(); });
    if (options_.method == SliderRunOptions::Method::Prox) return report_;
    check("tolerance", [&] { return other_tolerance(); });
    check("prox", [&] { return by_prox(); });
    if (is_free(slider_)) check("bracket", [&] { return stop_in_bracket(); });
    return report_;
  }

 private:
  bool first_run() {
    begin_("ends");
    const double start = processor_time();
    Finding finding;
    try {
      run_ = simulate_slider(slider_, run_options_);
      finding = check_end(run_options_, run_);
    } catch (const std::exception& error) {
      finding = std::string("exception: ") + error.what();
    }
    report_.seconds = processor_time() - start;
    report_.steps = run_.steps;
    if (finding) report_.failures.push_back({"ends", *finding});
    return !finding;
  }

  template <class Ask>
  void check(const std::string& name, Ask ask) {
    if (std::find(check_names.begin(), check_names.end(), name) == check_names.end())
      throw std::logic_error(name + ": a check that is not in check_names");
    if (!options_.only.empty() && options_.only != name) return;
    begin_(name);
    Finding finding;
    try {
      finding = ask();
    } catch (const std::exception& error) {
      finding = std::string("exception: ") + error.what();
    }
    if (finding) report_.failures.push_back({name, *finding});
  }

  const Spread& spread() {
    if (!spread_) spread_ = spread_of(slider_, run_options_);
    return *spread_;
  }

  Finding seen_otherwise(const SameMotion& motion, double part) {
    const SliderRun other = simulate_slider(motion.slider, motion.options);
    Likeness likeness = compare_rows(slider_, run_, motion, other, part);
    if (likeness.difference) {
      begin_(motion.name);
      likeness = compare_rows(slider_, run_, motion, other, part, spread());
      if (!likeness.difference) report_.notes.push_back("sensitive");
    }
    if (likeness.is_cut) report_.notes.push_back("cut");
    return likeness.difference;
  }

  /// An output step is no step of the integration.
  Finding other_output_steps() {
    SliderRunOptions options = run_options_;
    // halves of a number are exact
    options.output_step = run_options_.output_step / 4.0;
    if (const Finding finding = check_same_bits(run_, simulate_slider(slider_, options))) return finding;
    begin_("output_step");
    options.output_step = *run_options_.duration;
    return check_same_bits(run_, simulate_slider(slider_, options));
  }

  Finding other_tolerance() {
    SameMotion motion{.name = "tolerance", .slider = slider_, .options = run_options_};
    motion.options.tolerance = 1e-2 * run_options_.tolerance;
    return seen_otherwise(motion, 1e-6);
  }

  Finding by_prox() {
    // prox knows static friction of the whole body only, the event method also that of a support that holds by itself
    if (has_static_coefficients(slider_) && can_hold_supports(slider_)) {
      report_.notes.push_back("static_support");
      return {};
    }
    double start = processor_time();
    const ProxTime time{[&] {
                          begin_("prox");
                          start = processor_time();
                        },
                        [&] { return processor_time() - start; }, 0.8 * options_.limit};
    ProxFinding result = check_prox(slider_, run_options_, run_, time);
    if (result.finding) {
      begin_("prox");
      result = check_prox(slider_, run_options_, run_, time, spread());
      if (!result.finding) report_.notes.push_back("sensitive");
    }
    if (result.is_cut) report_.notes.push_back("cut");
    if (result.gave_up) report_.notes.push_back("slow_prox");
    return result.finding;
  }

  /// A body left to itself comes to rest in the bracket that is proven for it.
  Finding stop_in_bracket() {
    SliderRunOptions options = run_options_;
    options.until = SliderRunOptions::Until::Rest;
    options.duration = 10.0 * *run_options_.duration;
    const SliderRun run = simulate_slider(slider_, options);
    begin_("bracket");
    const StopTimeBracket bracket = bracket_stop_time(slider_);
    const double end = run.samples.back().t;
    const std::string numbers = number_text(end, 12) + " for " + number_text(bracket.earliest, 12) + " to " +
                                number_text(bracket.latest, 12) + " s";
    if (run.outcome == RunOutcome::NeverAtRest) {
      if (bracket.latest >= end) return {};
      return "moves still at " + numbers;
    }
    if (run.outcome != RunOutcome::AtRest) return "does not end: " + number_text(end);
    if (end >= bracket.earliest * (1.0 - 1e-9) && end <= bracket.latest * (1.0 + 1e-9)) return {};
    return "stops at " + numbers;
  }

  Slider slider_;
  SliderRunOptions run_options_;
  const CheckOptions& options_;
  const BeginRun& begin_;
  SliderRun run_;
  std::optional<Spread> spread_;  // made when it is first needed
  CaseReport report_;
};

}  // namespace

std::string kind_of(const Failure& failure) {
  std::string kind = failure.check;
  bool in_number = false;  // the e of 1e-5 is no letter
  for (const char c : failure.message) {
    in_number = std::isdigit(static_cast<unsigned char>(c)) || (in_number && c == 'e');
    if (!in_number && std::isalpha(static_cast<unsigned char>(c))) kind += c;
  }
  return kind;
}

CaseReport check_case(const std::string& scenario, const CheckOptions& options, const BeginRun& begin) {
  try {
    CaseChecks checks(parse_scenario(scenario, options.name, file_reader(".")), options, begin);
    return checks.run();
  } catch (const std::exception& error) {
    return {.is_valid = false, .failures = {{"scenario", error.what()}}, .notes = {}};
  }
}

}  // namespace dryslip::soak
