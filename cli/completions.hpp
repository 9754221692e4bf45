#pragma once

#include <string>
#include <vector>

#include "cli/command_list.hpp"

namespace dryslip::cli {

/// A script that lets a shell ("bash", "zsh" or "fish") complete commands, options, their words, files and folders.
/// `options`: what the program takes where no command stands.
std::string completion_script(const std::string& shell, const std::vector<OptionDescription>& options,
                              const std::vector<Command>& commands);

}  // namespace dryslip::cli
