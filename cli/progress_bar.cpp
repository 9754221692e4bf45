#include "cli/progress_bar.hpp"
#include "dryslip/record/format_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string>

namespace dryslip::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 700ms;  // shorter work shows no bar
constexpr auto interval = 100ms;  // between two drawings

/// NO_COLOR: plain characters and no escape sequences [no-color.org].
bool is_plain() {
  const char* value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

std::string time_text(double seconds) {
  const long whole = static_cast<long>(std::min(seconds, 359999.0) + 0.5);
  return whole < 3600 ? format_text("{}:{:02}", whole / 60, whole % 60)
                      : format_text("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar_text(double part) {
  constexpr std::size_t width = 24;
  const std::size_t full = static_cast<std::size_t>(std::clamp(part, 0.0, 1.0) * width);
  const std::string bar = std::string(full, '#') + std::string(width - full, '.');
  return is_plain() ? "[" + bar + "]" : "[\x1b[34m" + bar + "\x1b[0m]";
}

constexpr std::size_t line_width = 78;

}  // namespace

ProgressBar::ProgressBar(std::ostream& terminal, Visibility visibility, const char* unit)
    : terminal_(terminal), visibility_(visibility), unit_(unit), next_(start_ + patience) {}

ProgressBar::~ProgressBar() {
  if (drawn_) terminal_ << '\r' << std::string(line_width, ' ') << '\r' << std::flush;
}

void ProgressBar::draw(double part, const std::function<std::string(double seconds)>& what) {
  if (visibility_ == Visibility::Hidden) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + interval;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = what(seconds);
  if (part > 0)
    line = format_text("{} {:3.0f} %  {}{} left", bar_text(part), 100 * part, line + (line.empty() ? "" : ", "),
                       time_text(seconds * (1 - part) / part));
  terminal_ << '\r' << line << "   " << std::flush;
  drawn_ = true;
}

void ProgressBar::show(std::size_t count, double part) {
  draw(part, [&](double seconds) {
    return format_text("{} {}, {:.3g} {}/s", count, unit_, static_cast<double>(count) / seconds, unit_);
  });
}

Progress ProgressBar::progress() {
  return [this](double part) {
    draw(part, [](double) { return std::string(); });
    return true;
  };
}

}  // namespace dryslip::cli
