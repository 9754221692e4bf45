#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Receives the members of an answer one after the other. An answer is described once; JSON text and Python objects are sinks.
/// In an object each value follows its key.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  virtual void begin_list() = 0;
  virtual void end_list() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void finite_number(double value) = 0;
  virtual void count(std::size_t value) = 0;
  virtual void word(std::string_view value) = 0;
  virtual void flag(bool value) = 0;
  virtual void nothing() = 0;
  /// A list whose length is always the same, such as a point of the plane.
  virtual void begin_tuple() { begin_list(); }
  virtual void end_tuple() { end_list(); }
  /// Starts a new line, in sinks that have lines.
  virtual void new_line() {}

  /// An infinite one is the word "inf" or "-inf".
  void number(double value);

  // Shorthands.
  void numbers(const Eigen::Ref<const Eigen::VectorXd>& values);
  /// A point or vector of the plane: [x, y].
  void place(Vec2 r);
  void member(std::string_view name, double value);
  void member(std::string_view name, Vec2 r);
  void member(std::string_view name, const char* value);
  void member(std::string_view name, std::string_view value);
  void member(std::string_view name, std::size_t value);
  void member(std::string_view name, bool value);
  void member(std::string_view name, const Eigen::Ref<const Eigen::VectorXd>& values);
  void member(std::string_view name, double first, double second);
  /// { … } with what `write()` adds.
  template <class Write>
  void object(std::string_view name, const Write& write) {
    key(name);
    begin_object();
    write();
    end_object();
  }
  /// [ … ] with what `write(item)` adds for each.
  template <class Items, class Write>
  void list(std::string_view name, const Items& items, const Write& write) {
    key(name);
    begin_list();
    for (const auto& item : items) write(item);
    end_list();
  }
  /// A list with one element a line, on a line of its own.
  template <class Items, class Write>
  void lines(std::string_view name, const Items& items, const Write& write) {
    new_line();
    bool is_first = true;
    list(name, items, [&](const auto& item) {
      if (!is_first) new_line();
      is_first = false;
      write(item);
    });
  }
  /// [ {…}, … ].
  template <class Items, class Write>
  void objects(std::string_view name, const Items& items, const Write& write) {
    list(name, items, [&](const auto& item) {
      begin_object();
      write(item);
      end_object();
    });
  }
};

/// How numbers that happen to be whole are written: 5, or 5.0 so that no reader takes them for counts.
enum class WholeNumbers { Short, WithPoint };

/// JSON text, in one line or, with an indent, one member a line. Numbers read back to the same double.
class JsonText : public ResultSink {
 public:
  explicit JsonText(std::string& text, std::size_t indent = 0, WholeNumbers whole = WholeNumbers::Short)
      : text_(text), indent_(indent), whole_(whole) {}
  void begin_object() override { begin('{'); }
  void end_object() override { end('}'); }
  void begin_list() override { begin('['); }
  void end_list() override { end(']'); }
  void key(std::string_view name) override;
  void finite_number(double value) override;
  void count(std::size_t value) override;
  void word(std::string_view value) override;
  void flag(bool value) override;
  void nothing() override;
  void new_line() override { breaks_line_ = true; }

 private:
  void begin(char bracket);
  void end(char bracket);
  /// Writes what separates a value or a key from the one before: comma and line.
  void separate();
  void break_line();

  std::string& text_;
  std::size_t indent_, depth_ = 0;
  WholeNumbers whole_;
  bool is_first_ = true, follows_key_ = false, breaks_line_ = false;
};

/// An answer as indented JSON text with a line feed: what commands print that answer with one object.
template <class Answer>
std::string json_file(const Answer& answer) {
  std::string text;
  JsonText json(text, 2, WholeNumbers::WithPoint);
  write(answer, json);
  return text + "\n";
}

}  // namespace dryslip
