#include "dryslip/files/result_sink.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "dryslip/record/number_text.hpp"

namespace dryslip {

void ResultSink::number(double value) {
  assert(!std::isnan(value));
  if (std::isinf(value))
    word(value > 0.0 ? "inf" : "-inf");
  else
    finite_number(value);
}

void ResultSink::numbers(const Eigen::Ref<const Eigen::VectorXd>& values) {
  begin_list();
  for (const double value : values) number(value);
  end_list();
}

void ResultSink::place(Vec2 r) {
  begin_tuple();
  number(r.x);
  number(r.y);
  end_tuple();
}

void ResultSink::member(std::string_view name, double value) {
  key(name);
  number(value);
}

void ResultSink::member(std::string_view name, Vec2 r) {
  key(name);
  place(r);
}

void ResultSink::member(std::string_view name, const char* value) { member(name, std::string_view(value)); }

void ResultSink::member(std::string_view name, std::string_view value) {
  key(name);
  word(value);
}

void ResultSink::member(std::string_view name, std::size_t value) {
  key(name);
  count(value);
}

void ResultSink::member(std::string_view name, bool value) {
  key(name);
  flag(value);
}

void ResultSink::member(std::string_view name, const Eigen::Ref<const Eigen::VectorXd>& values) {
  key(name);
  numbers(values);
}

void ResultSink::member(std::string_view name, double first, double second) {
  member(name, Eigen::VectorXd(Eigen::Vector2d(first, second)));
}

void JsonText::break_line() {
  const bool is_asked_for = std::exchange(breaks_line_, false);
  if (indent_ == 0 && !is_asked_for) return;
  text_ += '\n';
  text_.append(indent_ * depth_, ' ');
}

void JsonText::separate() {
  if (std::exchange(follows_key_, false)) return;
  if (!is_first_) text_ += ',';
  if (depth_ > 0) break_line();
  is_first_ = false;
}

void JsonText::begin(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonText::end(char bracket) {
  assert(depth_ > 0);
  --depth_;
  if (!is_first_ || breaks_line_) break_line();
  text_ += bracket;
  is_first_ = false;
}

void JsonText::key(std::string_view name) {
  separate();
  text_ += '"';
  text_ += name;
  text_ += indent_ > 0 ? "\": " : "\":";
  follows_key_ = true;
}

void JsonText::finite_number(double value) {
  separate();
  const std::size_t start = text_.size();
  append_number(text_, value);
  if (whole_ == WholeNumbers::WithPoint && text_.find_first_of(".e", start) == std::string::npos) text_ += ".0";
}

void JsonText::count(std::size_t value) {
  separate();
  text_ += std::to_string(value);
}

void JsonText::word(std::string_view value) {
  separate();
  // words of rows and answers need no escapes
  const bool is_plain =
      std::all_of(value.begin(), value.end(), [](unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; });
  if (!is_plain) {
    text_ += nlohmann::json(value).dump();
    return;
  }
  text_ += '"';
  text_ += value;
  text_ += '"';
}

void JsonText::flag(bool value) {
  separate();
  text_ += value ? "true" : "false";
}

void JsonText::nothing() {
  separate();
  text_ += "null";
}

}  // namespace dryslip
