#pragma once

#include <cstddef>
#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::cli {

/// Plain members as they would stand in a scenario file, "key = value, key = value"; objects are left out.
class MembersText : public ResultSink {
 public:
  void begin_object() override { ++objects_; }
  void end_object() override { --objects_; }
  void begin_list() override;
  void end_list() override;
  void key(std::string_view name) override { key_ = name; }
  void finite_number(double value) override { add(number_text(value)); }
  void count(std::size_t value) override { add(std::to_string(value)); }
  void word(std::string_view value) override { add("\"" + std::string(value) + "\""); }
  void flag(bool value) override { add(value ? "true" : "false"); }
  void nothing() override { add("null"); }

  const std::string& text() const { return text_; }

 private:
  void add(const std::string& value);

  std::string text_, key_;
  std::size_t objects_ = 0, lists_ = 0;
  bool is_first_ = true;  ///< of its list
};

/// The plain members that `write(sink)` adds to an object.
template <class Write>
std::string members_text(const Write& write) {
  MembersText sink;
  write(sink);
  return sink.text();
}

}  // namespace dryslip::cli
