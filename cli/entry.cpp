#include "cli/entry.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/command_list.hpp"
#include "cli/completions.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/version.hpp"

namespace dryslip::cli {
namespace {

constexpr std::string_view units_note =
    "SI units, radians, counter-clockwise positive. A load is the external load that overcomes friction (what the "
    "slider\n"
    "exerts on the support).\n";

std::string exit_status_note(const std::string& failure) {
  return "Exit status: 0 done; 1 bad input, one line says where and what is allowed; 2 " + failure +
         ";\n130 interrupted.";
}

/// What --help shows behind the names of an option.
std::string value_text(const OptionDescription& option) {
  std::string text = option.value;
  for (const std::string& word : option.words) text += (text.empty() ? "" : "|") + word;
  return text;
}

/// What --help says of an option, and of its value where none is given.
std::string purpose_text(const OptionDescription& option, const CLI::Option& parsed) {
  if (parsed.get_required()) return option.purpose + " (required)";
  if (parsed.get_default_str().empty()) return option.purpose;
  return option.purpose + " (default: " + parsed.get_default_str() + ")";
}

std::string range_complaint(const std::string& text, const std::array<std::string, 2>& range) {
  const std::optional<double> value = parse_number(text), least = parse_number(range[0]), most = parse_number(range[1]);
  if (value && *value >= *least && *value <= *most) return "";
  return "'" + text + "': must be a number from " + range[0] + " to " + range[1];
}

std::string word_complaint(const std::string& text, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return "";
  const std::vector<std::string_view> known(words.begin(), words.end());
  return "'" + text + "': " + suggestion(text, known) + "must be one of " + joined(known);
}

void add_option(CLI::App& command, const OptionDescription& option) {
  if (bool* const* const flag = std::get_if<bool*>(&option.target)) {
    command.add_flag(option.names, **flag, option.purpose);
    return;
  }
  CLI::Option& parsed = *std::visit(
      [&](auto* target) { return command.add_option(option.names, *target, option.purpose); }, option.target);
  parsed.required(option.need == OptionDescription::Need::Required);
  if (!option.value.empty()) parsed.type_name(option.value);
  if (!option.words.empty())
    parsed.check([words = option.words](const std::string& text) { return word_complaint(text, words); });
  if (option.range)
    parsed.check([range = *option.range](const std::string& text) { return range_complaint(text, range); });
  if (option.count > 1) parsed.delimiter(',')->expected(option.count);
  if (parsed.get_expected_max() == 1) parsed.capture_default_str();
  parsed.description(purpose_text(option, parsed));
  parsed.option_text(value_text(option));
}

/// What the program takes where no command stands; every command takes the first.
std::vector<OptionDescription> program_options() {
  return {{.names = "-h,--help", .value = "", .purpose = "print this help and exit", .target = {}},
          {.names = "--version", .value = "", .purpose = "print the version and exit", .target = {}},
          {.names = "--completions",
           .value = "",
           .purpose = "print the completions for a shell and exit",
           .target = {},
           .words = {"bash", "zsh", "fish"}}};
}

/// The command line of the program: one subcommand of CLI11 per command.
struct CommandLine {
  std::vector<Command> commands = all_commands();
  CLI::App app{"Dry (Coulomb) friction of extended (patch) contacts", "dryslip"};

  CommandLine() {
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.get_formatter()->label("Positionals", "Arguments");
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    const std::vector<OptionDescription> options = program_options();
    app.set_help_flag(options[0].names, options[0].purpose);
    app.set_version_flag(options[1].names, std::string("dryslip ") + version, options[1].purpose);
    app.add_option_function<std::string>(
           options[2].names,
           [this](const std::string& shell) {
             for (Command& command : commands) command.options.push_back(program_options()[0]);
             throw CLI::CallForVersion(completion_script(shell, program_options(), commands), 0);
           },
           options[2].purpose)
        ->check([words = options[2].words](const std::string& shell) { return word_complaint(shell, words); })
        ->option_text(value_text(options[2]));
    app.footer("dryslip COMMAND --help explains a command, with an example that works.\n\n" + std::string(units_note) +
               exit_status_note(Command{}.failure));
    for (const Command& command : commands) add(command);
  }

  void add(const Command& command) {
    CLI::App& parser = *app.add_subcommand(command.name, command.purpose);
    parser.group("Commands");
    for (const OptionDescription& option : command.options) add_option(parser, option);
    std::string footer = "Example:\n";
    for (const std::string& example : command.examples) footer += "  " + example + "\n";
    if (!command.notes.empty()) footer += "\n" + command.notes + "\n";
    parser.footer(footer + "\n" + std::string(units_note) + exit_status_note(command.failure));
  }

  /// The command that was called; for use once the arguments are parsed.
  const Command& chosen() const {
    const auto is_called = [this](const Command& command) { return app.got_subcommand(command.name); };
    return *std::find_if(commands.begin(), commands.end(), is_called);
  }

  std::vector<std::string_view> command_names() const {
    std::vector<std::string_view> names;
    for (const Command& command : commands) names.push_back(command.name);
    return names;
  }
};

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// An argument that a command does not know, with the nearest option.
std::string unknown_argument(const CLI::App& command, const std::string& given) {
  const std::vector<std::string> names = option_names(command);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string name = command.get_parent() == nullptr ? "dryslip" : "dryslip " + command.get_name();
  const std::string kind = given.starts_with("-") ? "unknown option" : "unexpected argument";
  return name + ": " + kind + " '" + given + "': " + suggestion(given, known) + "options: " + joined(known);
}

/// The first argument where it should be a command and is none.
std::string unknown_command(const CommandLine& line, const std::string& given) {
  const std::vector<std::string_view> known = line.command_names();
  return "dryslip: unknown command '" + given + "': " + suggestion(given, known) + "commands: " + joined(known);
}

/// What CLI11 found wrong, as one line; a misspelt option counts for more than what is missing because of it.
std::string one_line(const CLI::ParseError& error, const CommandLine& line, std::span<const char* const> arguments) {
  const std::vector<CLI::App*> chosen = line.app.get_subcommands();
  const CLI::App& command = chosen.empty() ? line.app : *chosen.front();
  const std::vector<std::string> known = option_names(command);
  for (const std::string argument : arguments.subspan(1)) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.size() > 1 && name.starts_with("-") && std::find(known.begin(), known.end(), name) == known.end())
      return unknown_argument(command, name);
  }
  const std::vector<std::string> extra = line.app.remaining(true);
  if (error.get_name() == "ExtrasError" && !extra.empty()) return unknown_argument(command, extra.front());
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return (chosen.empty() ? "dryslip" : "dryslip " + command.get_name()) + ": " + text + " (see --help)";
}

/// Throws where a command would write over a file that it reads.
void check_outputs(const Command& command) {
  const auto file_of = [](const OptionDescription& option) -> std::string {
    const auto* target = std::get_if<std::string*>(&option.target);
    return target != nullptr && option.value.starts_with("FILE") ? **target : "";
  };
  const auto is_written = [](const OptionDescription& option) {
    return option.names == "-o,--out" || option.names == "--events" || option.names == "--plot";
  };
  for (const OptionDescription& output : command.options)
    for (const OptionDescription& input : command.options) {
      if (!is_written(output) || is_written(input)) continue;
      std::error_code none;  // of a file that is not there
      if (std::filesystem::equivalent(file_of(output), file_of(input), none))
        throw CommandError("dryslip " + command.name + ": " + file_of(output) + ": is " +
                           (input.names == "scenario" ? "the scenario" : "read by " + input.names) +
                           ": must be another file");
    }
}

}  // namespace

int run(int argc, const char* const* argv, const Streams& streams) {
  CommandLine line;
  const auto status = [](Outcome outcome) { return static_cast<int>(outcome); };
  const auto bad_input = [&](const std::string& message) {
    streams.messages << message << "\n";
    return status(Outcome::BadInput);
  };
  try {
    if (argc < 2) return bad_input(line.app.help());
    const std::vector<std::string_view> names = line.command_names();
    const std::string first = argv[1];
    if (!first.starts_with("-") && std::find(names.begin(), names.end(), first) == names.end())
      return bad_input(unknown_command(line, first));
    line.app.parse(argc, argv);
    check_outputs(line.chosen());
    return status(line.chosen().run(streams));
  } catch (const CLI::Success& asked) {
    // --help and --version
    line.app.exit(asked, streams.out, streams.messages);
    return status(Outcome::Done);
  } catch (const CLI::ParseError& error) {
    return bad_input(one_line(error, line, std::span(argv, static_cast<std::size_t>(argc))));
  } catch (const CommandError& error) {
    return bad_input(error.what());
  } catch (const InvalidInput& error) {  // what only the model of a contact, a slider or joints can find wrong
    return bad_input(scenario_name(*line.chosen().common) + ": " + error.what());
  } catch (const std::invalid_argument& error) {
    return bad_input(error.what());
  } catch (const OutputClosed&) {
    return status(Outcome::Done);
  } catch (const std::bad_alloc&) {
    return bad_input("dryslip: not enough memory");
  }
}

}  // namespace dryslip::cli
