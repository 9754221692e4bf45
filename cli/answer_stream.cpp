#include "cli/answer_stream.hpp"

namespace dryslip::cli {

ProgressBar::Visibility progress_visibility(const CommonOptions& options, const Streams& streams) {
  const bool is_free = !options.out.empty() || !streams.out_on_terminal;
  const bool watched = streams.messages_on_terminal && is_free && !options.quiet;
  return watched ? ProgressBar::Visibility::Shown : ProgressBar::Visibility::Hidden;
}

}  // namespace dryslip::cli
