#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dryslip {

/// The rows of a run that its picture needs, of as many as there may come: all while they are few, of many every 2ⁿ-th, the first,
/// the last, and the two beside each change of mode.
template <class Sample>
class PictureRows {
 public:
  static constexpr std::size_t most = 20000;  ///< far more than the pixels of a curve

  void add(const Sample& row) {
    const bool is_change = last_ && !has_same_mode(last_->row, row);
    if (is_change) {
      last_->is_beside_change = true;
      if (kept_.empty() || kept_.back().index != last_->index) kept_.push_back(*last_);
      kept_.back().is_beside_change = true;
    }
    last_ = Kept{row, count_++, is_change};
    if (is_change || last_->index % stride_ == 0) kept_.push_back(*last_);
    if (kept_.size() > most) thin();
  }

  std::vector<Sample> take() {
    std::vector<Sample> rows;
    if (last_ && kept_.back().index != last_->index) kept_.push_back(std::move(*last_));
    for (Kept& kept : kept_) rows.push_back(std::move(kept.row));
    *this = {};
    return rows;
  }

 private:
  struct Kept {
    Sample row;
    std::size_t index = 0;
    bool is_beside_change = false;
  };

  static bool has_same_mode(const Sample& a, const Sample& b) {
    if constexpr (requires { a.modes; }) {
      return a.modes == b.modes;
    } else {
      return a.mode == b.mode;
    }
  }

  /// Drops every second row; where most rows are beside changes, every second one of those as well.
  void thin() {
    stride_ *= 2;
    const auto is_spare = [&](const Kept& kept) { return kept.index % stride_ != 0; };
    std::erase_if(kept_, [&](const Kept& kept) { return is_spare(kept) && !kept.is_beside_change; });
    if (kept_.size() > most * 3 / 4) std::erase_if(kept_, is_spare);
  }

  std::vector<Kept> kept_;
  std::optional<Kept> last_;
  std::size_t count_ = 0, stride_ = 1;
};

}  // namespace dryslip
