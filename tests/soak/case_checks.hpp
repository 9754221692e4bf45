#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/slider/slider.hpp"

namespace dryslip::soak {

/// Every check by name, in the order they are made; "scenario" is that the reader takes the file. README.md says what is asked.
inline constexpr std::array<std::string_view, 15> check_names{
    "scenario",   "ends",         "start",        "balance",     "friction",  "turned", "mirrored", "shifted",
    "body_frame", "units_of_two", "units_of_ten", "output_step", "tolerance", "prox",   "bracket"};

struct CheckOptions {
  bool full = false;               ///< also what needs further runs: the same motion seen otherwise, prox, stop times
  std::string only;                ///< one check by name, with the first run that it needs; empty: all
  std::string name = "case.toml";  ///< of the scenario, in messages
  double limit = 5.0;              ///< for one run, of processor time [s]
  SliderRunOptions::Method method = SliderRunOptions::Method::Event;  ///< of the runs; prox checks the checks
};

struct Failure {
  std::string check;
  std::string message;
};

/// Failures with the same words and other numbers are of one kind.
std::string kind_of(const Failure& failure);

/// What is known of a case.
struct CaseReport {
  bool is_valid = true;  ///< false: the scenario was refused when read
  std::vector<Failure> failures;
  std::vector<std::string>
      notes;  ///< "cut": compared in part; "sensitive": to its spread; "slow_prox", "static_support": not with prox
  int steps = 0;
  double seconds = 0.0;  ///< of processor time, for the first run
};

/// Called before a run with the check it is for: the time allowed for it starts anew.
using BeginRun = std::function<void(const std::string& check)>;

/// Reads the scenario and goes through the checks. Ends, start, balance and friction are of its run; where that one does not end,
/// nothing else is asked.
CaseReport check_case(const std::string& scenario, const CheckOptions& options, const BeginRun& begin);

}  // namespace dryslip::soak
