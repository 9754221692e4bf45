#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/commands.hpp"

namespace dryslip::cli {

/// One option or argument of a command; `--help` and whatever else lists the options of a command are made from it.
struct OptionDescription {
  using Target = std::variant<bool*, double*, std::string*, std::vector<double>*, std::vector<std::string>*>;
  enum class Need { Optional, Required };

  std::string names;  ///< "-o,--out"; without dashes it is an argument
  std::string
      value;  ///< what follows: "FILE" and "FILE.svg" are files, "DIR" is a folder; empty: a flag, or one of `words`
  std::string purpose;  ///< one line
  Target target;        ///< where the value goes; what is there before is the default
  Need need = Need::Optional;
  std::vector<std::string> words = {};                   ///< values allowed; empty: any
  std::vector<std::string> suggested = {};               ///< values that a shell offers where any are allowed
  std::optional<std::array<std::string, 2>> range = {};  ///< least and largest number allowed, as messages show them
  int count = 1;                                         ///< of numbers, separated by commas
};

/// One command of the program: what it is called, what it takes, what it does.
struct Command {
  std::string name;
  std::string purpose;                     ///< one line
  std::vector<OptionDescription> options;  ///< arguments among them
  std::vector<std::string> examples;       ///< lines of shell that work in the folder of the project
  std::string notes = {};                  ///< lines; empty: none
  std::string failure = "not converged or not decidable, the result says so";  ///< exit status 2
  std::shared_ptr<const CommonOptions> common;                                 ///< what every command takes, as given
  std::function<Outcome(const Streams&)> run;  ///< for the values that the targets have then
};

/// All commands, in the order of `dryslip --help`, each with options of its own.
std::vector<Command> all_commands();

}  // namespace dryslip::cli
