#include "cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "cli/command_error.hpp"
#include "cli/interruption.hpp"

namespace dryslip::cli {
namespace {

namespace fs = std::filesystem;

/// A name of our own in the same folder, so that the final renaming is one step.
std::string temporary_name(const fs::path& target) {
  return (target.parent_path() / ("." + target.filename().string() + "." + std::to_string(getpid()) + ".tmp")).string();
}

}  // namespace

OutputFile::OutputFile(const std::string& name, std::ostream& standard_output)
    : name_(name == "-" ? "" : name), stream_(&standard_output) {
  if (name_.empty()) return;
  std::error_code ignored;
  if (fs::is_directory(name_, ignored)) throw CommandError(name_ + ": is a folder: --out needs a file name");
  // Devices and pipes are written in place; a link keeps pointing to the file it names.
  const bool in_place = fs::exists(name_, ignored) && !fs::is_regular_file(name_, ignored);
  if (!in_place) {
    if (fs::is_symlink(name_, ignored)) {
      const fs::path target = fs::weakly_canonical(name_, ignored);
      if (!ignored) name_ = target.string();
    }
    temporary_ = temporary_name(name_);
    add_unfinished_file(temporary_);
  }
  errno = 0;
  file_.open(in_place ? name_ : temporary_, std::ios::binary | std::ios::trunc);
  if (!file_) {
    const int reason = errno;
    forget_unfinished_file(temporary_);
    temporary_.clear();
    throw CommandError(name_ + ": cannot be written: " + std::strerror(reason));
  }
  stream_ = &file_;
}

const std::string& OutputFile::file_for_library() {
  if (!temporary_.empty()) return temporary_;
  copied_ = temporary_name(fs::path(folder()) / "dryslip_output");
  add_unfinished_file(copied_);
  return copied_;
}

std::string OutputFile::folder() const {
  if (temporary_.empty()) return fs::temp_directory_path().string();
  const std::string parent = fs::path(temporary_).parent_path().string();
  return parent.empty() ? "." : parent;
}

OutputFile::~OutputFile() {
  if (!copied_.empty()) {
    unlink(copied_.c_str());
    forget_unfinished_file(copied_);
  }
  if (temporary_.empty()) return;
  file_.close();
  unlink(temporary_.c_str());
  forget_unfinished_file(temporary_);
}

void OutputFile::check_written() {
  if (stream_->good()) return;
  if (errno == EPIPE) throw OutputClosed();
  const std::string name = name_.empty() ? "standard output" : name_;
  throw CommandError(name + ": cannot be written: " + std::strerror(errno != 0 ? errno : EIO));
}

void OutputFile::write(const std::string& text) {
  errno = 0;
  stream_->write(text.data(), static_cast<std::streamsize>(text.size()));
  stream_->flush();  // another program that sends row by row waits for the answer
  check_written();
}

void OutputFile::finish() {
  if (!copied_.empty()) {
    std::ifstream copied(copied_, std::ios::binary);
    std::string piece(std::size_t{1} << 20, '\0');
    while (copied.read(piece.data(), static_cast<std::streamsize>(piece.size())) || copied.gcount() > 0)
      write(piece.substr(0, static_cast<std::size_t>(copied.gcount())));
  }
  if (temporary_.empty()) return;
  file_.close();
  std::error_code error;
  fs::rename(temporary_, name_, error);
  if (error) throw CommandError(name_ + ": cannot be written: " + error.message());
  forget_unfinished_file(temporary_);
  temporary_.clear();
}

}  // namespace dryslip::cli
