#include "cli/spool.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/command_error.hpp"

namespace dryslip::cli {
namespace {

constexpr std::size_t most_in_memory = std::size_t{8} << 20;
constexpr std::size_t piece_size = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& folder) {
  throw CommandError(folder +
                     ": temporary file for the rows cannot be written: " + std::strerror(errno != 0 ? errno : EIO));
}

}  // namespace

void Spool::open_file() {
  std::string name = folder_ + "/.dryslip_rows_XXXXXX";
  errno = 0;
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) fail(folder_);
  unlink(name.c_str());  // nobody else needs it, and it is gone when the program is
  file_.reset(fdopen(descriptor, "w+b"));
  if (!file_) fail(folder_);
}

void Spool::add(const std::string& piece) {
  text_ += piece;
  if (text_.size() < most_in_memory) return;
  if (!file_) open_file();
  errno = 0;
  if (std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size()) fail(folder_);
  text_.clear();
}

void Spool::write_to(const TextSink& sink) {
  if (file_) {
    errno = 0;
    if (std::fflush(file_.get()) != 0 || std::fseek(file_.get(), 0, SEEK_SET) != 0) fail(folder_);
    std::string text(piece_size, '\0');
    for (;;) {
      text.resize(piece_size);
      text.resize(std::fread(text.data(), 1, piece_size, file_.get()));
      if (text.empty()) break;
      sink(text);
    }
    if (std::ferror(file_.get()) != 0) fail(folder_);
  }
  sink(text_);
}

}  // namespace dryslip::cli
