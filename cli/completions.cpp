#include "cli/completions.hpp"

#include <sstream>
#include <string_view>

namespace dryslip::cli {
namespace {

/// What a shell offers where an option wants its value.
enum class Offer { Flag, Nothing, Words, File, Folder };

Offer offer_of(const OptionDescription& option) {
  if (!option.words.empty() || !option.suggested.empty()) return Offer::Words;
  if (option.value.starts_with("FILE")) return Offer::File;
  if (option.value == "DIR") return Offer::Folder;
  return option.value.empty() ? Offer::Flag : Offer::Nothing;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

std::string words_of(const OptionDescription& option) {
  return joined(option.words.empty() ? option.suggested : option.words, " ");
}

/// What the file has to end in: ".svg" of "FILE.svg".
std::string suffix_of(const OptionDescription& option) { return option.value.substr(std::string("FILE").size()); }

/// "-o" and "--out" of "-o,--out"; none for an argument.
std::vector<std::string> names_of(const OptionDescription& option) {
  std::vector<std::string> names;
  if (!option.names.starts_with("-")) return names;
  std::istringstream stream(option.names);
  for (std::string name; std::getline(stream, name, ',');) names.push_back(name);
  return names;
}

/// One word in single quotes, with these in front of each of the characters `special`.
std::string quoted(std::string_view text, std::string_view special, std::string_view in_front, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += in_front;
    result += c == '\'' ? std::string(quote) : std::string(1, c);
  }
  return result + "'";
}

// ---- bash

std::string bash_offer(const OptionDescription& option) {
  switch (offer_of(option)) {
    case Offer::Words:
      return "_dryslip_words '" + words_of(option) + "'";
    case Offer::File:
      return "_dryslip_files '" + suffix_of(option) + "'";
    case Offer::Folder:
      return "_dryslip_folders";
    default:
      return ":";
  }
}

/// Values of options, then names of options, then what stands without a name.
std::string bash_case(const std::string& name, const std::vector<OptionDescription>& options) {
  std::string values, argument = ":";
  std::vector<std::string> names;
  for (const OptionDescription& option : options) {
    const std::vector<std::string> own = names_of(option);
    names.insert(names.end(), own.begin(), own.end());
    if (own.empty())
      argument = bash_offer(option);
    else if (offer_of(option) != Offer::Flag)
      values += "        " + joined(own, " | ") + ") " + bash_offer(option) + " ;;\n";
  }
  return "    " + name + ")\n      case $previous in\n" + values +
         "        *) if [[ $current == -* ]]; then _dryslip_words '" + joined(names, " ") + "'; else " + argument +
         "; fi ;;\n      esac\n      ;;\n";
}

constexpr std::string_view bash_head = R"(# bash completion for dryslip

_dryslip_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_dryslip_folders() { mapfile -t COMPREPLY < <(compgen -d -- "$current"); }
_dryslip_files() { mapfile -t COMPREPLY < <(compgen -f -X "!*$1" -- "$current"; [[ -z $1 ]] || compgen -d -- "$current"); }

_dryslip() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)); then command=${COMP_WORDS[1]}; fi
  case $command in
)";

std::string bash_script(std::vector<OptionDescription> options, const std::vector<Command>& commands) {
  std::string text(bash_head);
  OptionDescription first{.names = "command", .value = "", .purpose = "", .target = {}};
  for (const Command& command : commands) {
    text += bash_case(command.name, command.options);
    first.words.push_back(command.name);
  }
  options.push_back(first);
  return text + bash_case("*", options) + "  esac\n}\ncomplete -o filenames -F _dryslip dryslip\n";
}

// ---- zsh

std::string zsh_word(const std::string& text, const std::string& purpose, const std::string& after) {
  const std::string escaped = quoted(purpose, "[]:\\", "\\", "'\\''");
  return "'" + text + escaped.substr(1, escaped.size() - 2) + after + "'";
}

std::string zsh_offer(const OptionDescription& option) {
  switch (offer_of(option)) {
    case Offer::Flag:
      return "";
    case Offer::Words:
      return ":word:(" + words_of(option) + ")";
    case Offer::File:
      return ":file:_files" + (suffix_of(option).empty() ? "" : " -g \"*" + suffix_of(option) + "\"");
    case Offer::Folder:
      return ":folder:_files -/";
    case Offer::Nothing:
      break;
  }
  return ":value: ";
}

std::string zsh_arguments(const std::vector<OptionDescription>& options) {
  std::string text = "      _arguments";
  for (const OptionDescription& option : options) {
    const std::vector<std::string> names = names_of(option);
    if (names.empty()) text += " \\\n        '*" + zsh_offer(option) + "'";
    const std::string others = names.size() > 1 ? "(" + joined(names, " ") + ")" : "";
    for (const std::string& name : names) {
      const bool is_flag = offer_of(option) == Offer::Flag;
      const std::string joint = is_flag ? "" : name.starts_with("--") ? "=" : "+";
      text += " \\\n        " + zsh_word(others + name + joint + "[", option.purpose, "]" + zsh_offer(option));
    }
  }
  return text + "\n      ;;\n";
}

std::string zsh_script(const std::vector<OptionDescription>& options, const std::vector<Command>& commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    names += "      " + zsh_word(command.name + ":", command.purpose, "") + "\n";
    cases += "    " + command.name + ")\n" + zsh_arguments(command.options);
  }
  return R"(#compdef dryslip

_dryslip() {
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    local -a commands=(
)" + names +
         R"(    )
    _describe command commands
    return
  fi
  case $words[2] in
    -*)
)" + zsh_arguments(options) +
         R"(  esac
  # the command replaces the program
  shift words
  ((CURRENT--))
  case $words[1] in
)" + cases +
         R"(  esac
}

if [[ $funcstack[1] == _dryslip ]]; then _dryslip "$@"; else compdef _dryslip dryslip; fi
)";
}

// ---- fish

std::string fish_word(const std::string& text) { return quoted(text, "\\", "\\", "\\'"); }

std::string fish_offer(const OptionDescription& option) {
  switch (offer_of(option)) {
    case Offer::Flag:
      return "";
    case Offer::Words:
      return " -x -a '" + words_of(option) + "'";
    case Offer::File:
      return suffix_of(option).empty() ? " -r -F" : " -x -a '(__fish_complete_suffix " + suffix_of(option) + ")'";
    case Offer::Folder:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::Nothing:
      break;
  }
  return " -x";
}

std::string fish_lines(const std::vector<OptionDescription>& options, const std::string& condition) {
  std::string text;
  for (const OptionDescription& option : options) {
    text += "complete -c dryslip -n '" + condition + "'";
    const std::vector<std::string> names = names_of(option);
    for (const std::string& name : names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += fish_offer(option) + (names.empty() ? "" : " -d " + fish_word(option.purpose)) + "\n";
  }
  return text;
}

std::string fish_script(const std::vector<OptionDescription>& options, const std::vector<Command>& commands) {
  std::string text =
      "# fish completion for dryslip\n\ncomplete -c dryslip -f\n" + fish_lines(options, "__fish_use_subcommand");
  for (const Command& command : commands) {
    text +=
        "complete -c dryslip -n __fish_use_subcommand -a " + command.name + " -d " + fish_word(command.purpose) + "\n";
    text += fish_lines(command.options, "__fish_seen_subcommand_from " + command.name);
  }
  return text;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::vector<OptionDescription>& options,
                              const std::vector<Command>& commands) {
  if (shell == "bash") return bash_script(options, commands);
  return shell == "zsh" ? zsh_script(options, commands) : fish_script(options, commands);
}

}  // namespace dryslip::cli
