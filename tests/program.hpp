#pragma once

// Running the program as a user does: arguments, standard input, exit status, both outputs.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace dryslip::tests {

/// A folder that lives as long as the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "dryslip-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Full name of a file in it.
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Makes a file and returns its full name.
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return file(name);
  }
  /// Names of everything in it.
  std::vector<std::string> entries() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Whether a scenario is about a contact; a ball alone is not.
inline bool has_contact(const std::string& scenario) {
  return text_of(scenario).find("\n[contact]") != std::string::npos;
}

/// The program of this build without sanitizers, which do not run in little memory.
inline std::string plain_program() { return DRYSLIP_BUILT_PROGRAM; }

/// The program under test: DRYSLIP_PROGRAM of the environment, or the one of this build.
inline std::string program() {
  const char* name = std::getenv("DRYSLIP_PROGRAM");
  return name != nullptr ? name : DRYSLIP_BUILT_PROGRAM;
}

struct ProgramResult {
  int status = -1;  ///< exit status; 1000 + signal where one ended it
  std::string out, messages;
  long largest_memory = 0;  ///< [KiB]
};

struct ProgramInput {
  std::vector<std::string> arguments;
  std::string text{};      ///< standard input
  std::string file{};      ///< standard input, instead of the text
  std::string out_file{};  ///< standard output goes there and is not read back
  std::string folder{};    ///< working folder; empty: that of the test
  std::string language{};  ///< LC_ALL
};

inline ProgramResult run_program(const ProgramInput& input) {
  const TemporaryFolder folder;
  const std::string in = input.file.empty() ? folder.write("in", input.text) : input.file;
  const std::string out = input.out_file.empty() ? folder.file("out") : input.out_file;
  const std::string messages = folder.file("messages");
  std::vector<std::string> words = input.arguments;
  words.insert(words.begin(), program());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    const auto redirect = [](const std::string& name, int flags, int descriptor) {
      return dup2(open(name.c_str(), flags, 0600), descriptor) >= 0;
    };
    const bool ready = redirect(in, O_RDONLY, STDIN_FILENO) &&
                       redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO) &&
                       redirect(messages, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO) &&
                       (input.folder.empty() || chdir(input.folder.c_str()) == 0) &&
                       (input.language.empty() || setenv("LC_ALL", input.language.c_str(), 1) == 0);
    if (ready) execv(arguments.front(), arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  ProgramResult result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  if (input.out_file.empty()) result.out = text_of(out);
  result.messages = text_of(messages);
  result.largest_memory = usage.ru_maxrss;
  return result;
}

/// A path inside the repository.
inline std::string source_file(const std::string& name) { return std::string(DRYSLIP_SOURCE_DIR) + "/" + name; }

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A CSV file of numbers: the header, then the rows.
struct CsvTable {
  std::string header;
  std::vector<std::vector<double>> rows;
};

inline CsvTable csv_of(const std::string& text) {
  CsvTable table;
  for (const std::string& line : lines_of(text)) {
    if (table.header.empty()) {
      table.header = line;
      continue;
    }
    std::vector<double>& row = table.rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::strtod(field.c_str(), nullptr));
  }
  return table;
}

}  // namespace dryslip::tests
