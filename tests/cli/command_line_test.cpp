#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <sstream>
#include <string>
#include <thread>

#include "cli/command_list.hpp"
#include "cli/entry.hpp"
#include "dryslip/version.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::StartsWith;

const std::string block = source_file("scenarios/kardan_general_motion.toml");
const std::string three_twists = "vx,vy,omega\n0.2,0,0\n0,0,2\n-0.1,0.3,-4\n";

/// Runs a line of bash; the program is in $DRYSLIP.
int run_shell(const std::string& line) {
  const std::string command = "export DRYSLIP='" + program() + "'; " + line;
  const TemporaryFolder folder;
  const int status = std::system(("bash " + folder.write("line.sh", command)).c_str());
  return WEXITSTATUS(status);
}

TEST(CommandLine, TellsItsVersion) {
  const ProgramResult result = run_program({.arguments = {"--version"}});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, std::string("dryslip ") + version + "\n");
}

TEST(CommandLine, AnswersMistakesWithOneLineAndStatusOne) {
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Case> cases{
      {{"laod", block},
       "dryslip: unknown command 'laod': did you mean 'load'? commands: load, motion, moment, points, surface, "
       "simulate, terminal, fit, forward, reproduce, check"},
      {{"sweep", block},
       "dryslip: unknown command 'sweep': commands: load, motion, moment, points, surface, simulate, terminal, "
       "fit, forward, reproduce, check"},
      {{"load", block, "--twist", "-"}, "dryslip load: unknown option '--twist': did you mean '--twists'?"},
      {{"check", block, "-x"}, "dryslip check: unknown option '-x'"},
      {{"--versio"}, "dryslip: unknown option '--versio': did you mean '--version'?"},
      {{"load", block}, "dryslip load: --twists is required"},
      {{"load", "--twists", "-"}, "dryslip load: scenario is required"},
      {{"load", block, "--twists"}, "dryslip load: --twists: 1 required FILE missing"},
      {{"check", block, "second.toml"}, "dryslip check: "},
      {{"fit", block, "--model", "quartik"},
       "dryslip fit: --model: 'quartik': did you mean 'quartic'? must be one of pade, ellipsoid, quartic, table, all"},
      {{"--completions", "csh"}, "dryslip: --completions: 'csh': did you mean 'zsh'? must be one of bash, zsh, fish"},
      {{"check", "no_such_file.toml"}, "no_such_file.toml: cannot be opened"},
      {{"check", "/tmp"}, "/tmp: is a folder, not a file"},
      {{"load", block, "--twists", "no_such_file.csv"}, "no_such_file.csv: cannot be opened"},
      {{"load", "-", "--twists", "-"}, "dryslip: -: standard input can be the scenario or the CSV file, not both"},
      {{"check", block, "--out", "/no/such/folder/x"},
       "/no/such/folder/x: cannot be written: No such file or directory"},
      {{"check", block, "--out", "/tmp"}, "/tmp: is a folder: --out needs a file name"},
      {{"check", block, "--out", "/dev/full"}, "/dev/full: cannot be written: No space left on device"},
  };
  for (const Case& bad : cases) {
    const ProgramResult result = run_program({.arguments = bad.arguments});
    EXPECT_EQ(result.status, 1) << bad.message;
    EXPECT_THAT(result.messages, StartsWith(bad.message));
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_EQ(result.out, "");
  }
}

TEST(CommandLine, WithoutArgumentsShowsHelpAndStatusOne) {
  const ProgramResult result = run_program({});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, HasSubstr("Usage: dryslip"));
}

/// The lines after "Example:" of a help text.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (inside && line.empty()) break;
    if (inside) examples.push_back(line);
    if (line == "Example:") inside = true;
  }
  return examples;
}

std::string help_of(const std::string& command) {
  const ProgramResult help = run_program({.arguments = {command, "--help"}});
  EXPECT_EQ(help.status, 0);
  return help.out;
}

TEST(CommandLine, EveryHelpHasAnExampleThatWorks) {
  for (const cli::Command& command : cli::all_commands()) {
    const std::vector<std::string> examples = examples_in(help_of(command.name));
    ASSERT_EQ(examples.size(), command.examples.size()) << command.name;
    ASSERT_FALSE(examples.empty()) << command.name;
    for (std::string example : examples) {
      SCOPED_TRACE(example);
      const TemporaryFolder folder;
      std::filesystem::create_directory_symlink(source_file("scenarios"), folder.file("scenarios"));
      example.replace(example.find("dryslip "), 7, "\"$DRYSLIP\"");
      EXPECT_EQ(run_shell("cd " + folder.file("") + " && set -o pipefail && " + example + " > out.txt"), 0);
      const bool wrote_a_file = folder.entries().size() > 2;  // beside scenarios and out.txt
      EXPECT_TRUE(wrote_a_file || !text_of(folder.file("out.txt")).empty());
    }
  }
}

TEST(CommandLine, HelpShowsEveryCommandAndOption) {
  const std::string overview = run_program({.arguments = {"--help"}}).out;
  for (const cli::Command& command : cli::all_commands()) {
    EXPECT_THAT(overview,
                HasSubstr("\n  " + command.name + std::string(32 - command.name.size(), ' ') + command.purpose + "\n"));
    const std::string help = help_of(command.name);
    EXPECT_THAT(help, StartsWith(command.purpose + "\n"));
    for (const cli::OptionDescription& option : command.options) {
      EXPECT_THAT(help, HasSubstr("\n  " + option.names + " "));
      for (const std::string& text : {option.value, option.purpose}) EXPECT_THAT(help, HasSubstr(text));
      for (const std::string& word : option.words) EXPECT_THAT(help, HasSubstr(word));
    }
    for (const char* option : {"--out", "--json", "--quiet", "--help"}) EXPECT_THAT(help, HasSubstr(option));
  }
}

TEST(CommandLine, EveryHelpSaysWhatTheExitStatusMeans) {
  std::vector<std::string> helps{run_program({.arguments = {"--help"}}).out};
  for (const cli::Command& command : cli::all_commands()) helps.push_back(help_of(command.name));
  for (const std::string& help : helps)
    for (const char* text : {"Exit status: 0 done; 1 bad input, one line says", "; 2 ", "130 interrupted."})
      EXPECT_THAT(help, HasSubstr(text));
}

TEST(CommandLine, OutFileAppearsOnlyWhenComplete) {
  const TemporaryFolder folder;
  const std::string out = folder.file("loads.csv");
  const ProgramResult good =
      run_program({.arguments = {"load", block, "--twists", "-", "-o", out}, .text = three_twists});
  EXPECT_EQ(good.status, 0) << good.messages;
  EXPECT_EQ(good.out, "");
  const std::string complete = text_of(out);
  EXPECT_EQ(lines_of(complete).size(), 4u);
  EXPECT_THAT(folder.entries(), ElementsAre("loads.csv"));
  // A later failure leaves the old file as it was, and nothing beside it.
  const ProgramResult bad =
      run_program({.arguments = {"load", block, "--twists", "-", "--out", out}, .text = three_twists + "1,x,2\n"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(text_of(out), complete);
  EXPECT_THAT(folder.entries(), ElementsAre("loads.csv"));
}

TEST(CommandLine, OutMayBeALinkButNotToTheInput) {
  const TemporaryFolder folder;
  const std::string twists = folder.write("twists.csv", three_twists), out = folder.write("out.csv", "old");
  std::filesystem::create_symlink(out, folder.file("link.csv"));
  std::filesystem::create_symlink(twists, folder.file("back.csv"));
  const auto status_of = [&](const char* link) {
    return run_program({.arguments = {"load", block, "--twists", twists, "--out", folder.file(link)}}).status;
  };
  EXPECT_EQ(status_of("link.csv"), 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.csv")));
  EXPECT_THAT(text_of(out), StartsWith("vx,vy,omega,fx,"));
  EXPECT_EQ(status_of("back.csv"), 1);
  EXPECT_EQ(text_of(twists), three_twists);
}

/// A program that waits for more input.
class WaitingProgram {
 public:
  explicit WaitingProgram(std::vector<std::string> words) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("no pipe");
    words.insert(words.begin(), program());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      for (const int descriptor : {in[0], in[1], out[0], out[1]}) close(descriptor);
      execv(arguments.front(), arguments.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    in_ = in[1];
    out_ = out[0];
  }
  ~WaitingProgram() {
    close(in_);
    close(out_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  void write_text(const std::string& text) {
    ASSERT_EQ(write(in_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::string read_lines(int count) {
    std::string text;
    for (char c = 0; count > 0 && read(out_, &c, 1) == 1; text += c)
      if (c == '\n') --count;
    return text;
  }
  int interrupt() {
    kill(child_, SIGINT);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
  }

 private:
  pid_t child_ = -1;
  int in_ = -1, out_ = -1;
};

TEST(CommandLine, AnswersARowBeforeTheNextIsWritten) {
  WaitingProgram program({"load", block, "--twists", "-"});
  program.write_text("vx,vy,omega\n0.2,0,0\n");
  EXPECT_THAT(program.read_lines(2), HasSubstr("\n0.2,0,0,"));
  program.write_text("0.4,0,0\n");
  EXPECT_THAT(program.read_lines(1), StartsWith("0.4,0,0,"));
}

TEST(CommandLine, InterruptedEndsWith130AndLeavesNoFile) {
  const TemporaryFolder folder;
  WaitingProgram program({"load", block, "--twists", "-", "--out", folder.file("loads.csv")});
  program.write_text(three_twists);
  // The unfinished file tells that the program is at work; it is given a name only at the end.
  for (int i = 0; i < 2000 && folder.entries().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_EQ(folder.entries().size(), 1u);
  EXPECT_EQ(program.interrupt(), 130);
  EXPECT_THAT(folder.entries(), IsEmpty());
}

TEST(CommandLine, AClosedPipeIsNoError) {
  const TemporaryFolder folder;
  std::string twists = "vx,vy,omega\n";
  for (int i = 0; i < 100000; ++i) twists += "0.1,0.2,3\n";
  const std::string table = folder.write("twists.csv", twists);
  const std::string messages = folder.file("messages");
  EXPECT_EQ(run_shell("set -o pipefail; \"$DRYSLIP\" load " + block + " --twists " + table + " 2> " + messages +
                      " | head -n 2 > " + folder.file("out")),
            0);
  EXPECT_EQ(text_of(messages), "");
  EXPECT_EQ(lines_of(text_of(folder.file("out"))).size(), 2u);
}

TEST(CommandLine, TheEntryFunctionServesOtherFrontEnds) {
  std::istringstream in(three_twists);
  std::ostringstream out, messages;
  const char* arguments[] = {"dryslip", "load", block.c_str(), "--twists", "-"};
  EXPECT_EQ(cli::run(5, arguments, {in, out, messages}), 0);
  EXPECT_EQ(lines_of(out.str()).size(), 4u);
  EXPECT_EQ(messages.str(), "");
}

}  // namespace
}  // namespace dryslip::tests
