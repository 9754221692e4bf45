#include "cli/members_text.hpp"

namespace dryslip::cli {

void MembersText::add(const std::string& value) {
  if (objects_ > 0) return;
  if (lists_ > 0 ? !is_first_ : !text_.empty()) text_ += ", ";
  if (lists_ == 0) text_ += key_ + " = ";
  text_ += value;
  is_first_ = false;
}

void MembersText::begin_list() {
  if (objects_ > 0) return;
  add("[");
  ++lists_;
  is_first_ = true;
}

void MembersText::end_list() {
  if (objects_ > 0) return;
  text_ += "]";
  --lists_;
  is_first_ = false;
}

}  // namespace dryslip::cli
