#include "dryslip/numerics/expression.hpp"

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <cassert>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "dryslip/numerics/detail/expression_program.hpp"
#include "dryslip/record/nearest_name.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

namespace x3 = boost::spirit::x3;
using detail::Code;
using detail::Operation;
using Place = std::string_view::const_iterator;

/// Deepest nesting of brackets, signs and powers: far above any formula, far below the end of the stack.
constexpr int deepest_nesting = 200;

struct Function {
  const char* name;
  std::size_t arguments;
  Operation operation;  ///< of one or two arguments; if(c, a, b) becomes jumps
};
constexpr std::array<Function, 20> functions{{
    {"sin", 1, Operation::Sin},     {"cos", 1, Operation::Cos},   {"tan", 1, Operation::Tan},
    {"asin", 1, Operation::Asin},   {"acos", 1, Operation::Acos}, {"atan", 1, Operation::Atan},
    {"atan2", 2, Operation::Atan2}, {"sinh", 1, Operation::Sinh}, {"cosh", 1, Operation::Cosh},
    {"tanh", 1, Operation::Tanh},   {"exp", 1, Operation::Exp},   {"log", 1, Operation::Log},
    {"sqrt", 1, Operation::Sqrt},   {"abs", 1, Operation::Abs},   {"sign", 1, Operation::Sign},
    {"floor", 1, Operation::Floor}, {"mod", 2, Operation::Mod},   {"min", 2, Operation::Min},
    {"max", 2, Operation::Max},     {"if", 3, Operation::Jump},
}};

const Function* find_function(std::string_view name) {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_utf8(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The word, number or character at a place, quoted.
std::string what_stands_at(Place at, Place end) {
  if (at == end) return "end of text";
  if (static_cast<unsigned char>(*at) < 0x20) return "control character";
  Place last = at + 1;
  if (is_letter(*at) || is_digit(*at)) {
    last = std::find_if_not(at, end, [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
  } else {
    last = std::find_if_not(last, end, continues_utf8);
  }
  constexpr std::ptrdiff_t longest_quote = 30;
  if (last - at > longest_quote) return "'" + std::string(at, at + longest_quote) + "...'";
  return "'" + std::string(at, last) + "'";
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// What the grammar builds while it reads.
class Reader {
 public:
  Reader(std::string_view text, const std::vector<std::string>& variables) : text_(text), variables_(variables) {}

  [[noreturn]] void fail(Place at, const std::string& explanation) const {
    at = std::find_if_not(at, text_.end(), is_space);
    const auto column = at - text_.begin() + 1;  // all before it are one-byte characters, or they would be the mistake
    throw std::invalid_argument("column " + std::to_string(column) + ": " + what_stands_at(at, text_.end()) + ": " +
                                explanation);
  }

  void enter(Place at) {
    if (++depth_ > deepest_nesting) fail(at, "nested deeper than " + std::to_string(deepest_nesting) + " levels");
  }
  void leave() { --depth_; }

  void number(Place first, Place last) {
    const double value = nearest_double(std::string(first, last));
    if (!std::isfinite(value)) fail(first, "number too large: at most 1.7976931348623157e308");
    values_.push_back(assembler_.constant(value));
  }

  void name(Place first, Place last) { names_.push_back({first, std::string(first, last), values_.size()}); }

  /// The name was not followed by a bracket.
  void end_of_plain_name() {
    const Name given = pop(names_);
    const auto variable = std::find(variables_.begin(), variables_.end(), given.text);
    if (variable != variables_.end()) {
      values_.push_back(assembler_.variable(static_cast<std::size_t>(variable - variables_.begin())));
    } else if (given.text == "pi" || given.text == "e") {
      values_.push_back(assembler_.constant(given.text == "pi" ? std::numbers::pi : std::numbers::e));
    } else if (const Function* function = find_function(given.text)) {
      fail(given.first, "function without arguments: it takes " + arguments_text(*function));
    } else {
      unknown(given);
    }
  }

  void end_of_call() {
    const Name given = pop(names_);
    const Function* function = find_function(given.text);
    if (!function) unknown_function(given);
    const std::size_t arguments = values_.size() - given.values_before;
    if (arguments != function->arguments) {
      fail(given.first, "function takes " + arguments_text(*function) + ", not " + std::to_string(arguments));
    }
    if (arguments == 3) {
      Code b = pop(values_), a = pop(values_), condition = pop(values_);
      values_.push_back(assembler_.choose(std::move(condition), std::move(a), std::move(b)));
    } else {
      arguments == 2 ? apply_to_two(function->operation) : apply_to_one(function->operation);
    }
  }

  void apply_to_one(Operation operation) { values_.push_back(assembler_.apply(operation, pop(values_))); }
  void apply_to_two(Operation operation) {
    Code b = pop(values_), a = pop(values_);
    values_.push_back(assembler_.apply(operation, std::move(a), std::move(b)));
  }

  Code result() { return pop(values_); }
  const std::vector<double>& constants() const { return assembler_.constants(); }

 private:
  struct Name {
    Place first;
    std::string text;
    std::size_t values_before;
  };

  template <class T>
  static T pop(std::vector<T>& stack) {
    assert(!stack.empty());
    T top = std::move(stack.back());
    stack.pop_back();
    return top;
  }

  static std::string arguments_text(const Function& function) {
    return std::to_string(function.arguments) + (function.arguments == 1 ? " argument" : " arguments");
  }

  std::vector<std::string> plain_names() const {
    std::vector<std::string> names = variables_;
    for (const char* constant : {"pi", "e"}) {
      if (std::find(names.begin(), names.end(), constant) == names.end()) names.push_back(constant);
    }
    return names;
  }

  static std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const Function& function : functions) names.push_back(function.name);
    return names;
  }

  static std::string suggestion(const Name& given, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(given.text, known);
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
  }

  [[noreturn]] void unknown(const Name& given) const {
    std::vector<std::string> known = plain_names();
    const std::vector<std::string> calls = function_names();
    const std::string allowed = joined(known) + " and the functions " + joined(calls);
    known.insert(known.end(), calls.begin(), calls.end());
    fail(given.first, "unknown name; allowed are " + allowed + suggestion(given, known));
  }

  [[noreturn]] void unknown_function(const Name& given) const {
    const std::vector<std::string> plain = plain_names();
    const std::vector<std::string> calls = function_names();
    if (std::find(plain.begin(), plain.end(), given.text) != plain.end()) {
      fail(given.first, "not a function: write * to multiply");
    }
    fail(given.first, "unknown function; allowed are " + joined(calls) + suggestion(given, calls));
  }

  std::string_view text_;
  const std::vector<std::string>& variables_;
  detail::Assembler assembler_;
  std::vector<Code> values_;  ///< read and not yet used
  std::vector<Name> names_;   ///< read and not yet known to be a variable or a call
  int depth_ = 0;
};

// The grammar. Every alternative is decided by its first character, so that no action is ever taken back.
struct ReaderTag {};
constexpr auto reader_of = [](auto& context) -> Reader& { return x3::get<ReaderTag>(context).get(); };
constexpr auto one = [](Operation operation) {
  return [operation](auto& context) { reader_of(context).apply_to_one(operation); };
};
constexpr auto two = [](Operation operation) {
  return [operation](auto& context) { reader_of(context).apply_to_two(operation); };
};
constexpr auto enter = [](auto& context) { reader_of(context).enter(x3::_where(context).begin()); };
constexpr auto leave = [](auto& context) { reader_of(context).leave(); };
constexpr auto number_read = [](auto& context) {
  reader_of(context).number(x3::_attr(context).begin(), x3::_attr(context).end());
};
constexpr auto name_read = [](auto& context) {
  reader_of(context).name(x3::_attr(context).begin(), x3::_attr(context).end());
};
constexpr auto plain_name_read = [](auto& context) { reader_of(context).end_of_plain_name(); };
constexpr auto call_read = [](auto& context) { reader_of(context).end_of_call(); };

constexpr const char* value_expected = "expected a number, a name, '-' or '('";
const x3::rule<struct Comparison> comparison = value_expected;
const x3::rule<struct Sum> sum = value_expected;
const x3::rule<struct Product> product = value_expected;
const x3::rule<struct Signed> signed_value = value_expected;
const x3::rule<struct Power> power = value_expected;

const auto digit = x3::char_("0-9");
const auto letter = x3::char_("a-zA-Z_");
const auto mantissa = (+digit >> -(x3::lit('.') >> *digit)) | (x3::lit('.') >> +digit);
const auto number = x3::raw[x3::lexeme[mantissa >> -(x3::char_("eE") >> -x3::char_("+-") >> +digit)]];
const auto name = x3::raw[x3::lexeme[letter >> *(letter | digit)]];
const auto arguments = x3::lit('(') > comparison > *(x3::lit(',') > comparison) > x3::lit(')');
const auto primary = number[number_read] | (x3::lit('(') > comparison > x3::lit(')')) |
                     (name[name_read] >> (arguments[call_read] | x3::eps[plain_name_read]));

const auto power_def = primary >> -((x3::lit('^') > signed_value)[two(Operation::Power)]);
const auto signed_value_def =
    x3::eps[enter] >>
    ((x3::lit('-') > signed_value)[one(Operation::Negate)] | (x3::lit('+') > signed_value) | power) >> x3::eps[leave];
const auto product_def = signed_value >> *((x3::lit('*') > signed_value)[two(Operation::Multiply)] |
                                           (x3::lit('/') > signed_value)[two(Operation::Divide)]);
const auto sum_def = product >> *((x3::lit('+') > product)[two(Operation::Add)] |
                                  (x3::lit('-') > product)[two(Operation::Subtract)]);
const auto comparison_def = sum >> -((x3::lit("<=") > sum)[two(Operation::LessEqual)] |
                                     (x3::lit(">=") > sum)[two(Operation::GreaterEqual)] |
                                     (x3::lit("==") > sum)[two(Operation::Equal)] |
                                     (x3::lit('<') > sum)[two(Operation::Less)] |
                                     (x3::lit('>') > sum)[two(Operation::Greater)]);
BOOST_SPIRIT_DEFINE(comparison, sum, product, signed_value, power)

/// Reads the whole text or throws.
Code read(std::string_view text, Reader& reader) {
  Place at = text.begin();
  bool matched = false;
  try {
    matched = x3::phrase_parse(at, text.end(), x3::with<ReaderTag>(std::ref(reader))[comparison], x3::char_(" \t\n\r"));
  } catch (const x3::expectation_failure<Place>& failure) {
    const bool needs_value = failure.which() == value_expected;
    reader.fail(failure.where(), needs_value ? value_expected : "expected an operator, ')' or, in a call, ','");
  }
  if (!matched) reader.fail(at, value_expected);
  if (at != text.end()) {
    const bool compares =
        *at == '<' || *at == '>' || text.substr(static_cast<std::size_t>(at - text.begin()), 2) == "==";
    reader.fail(at, compares ? "comparisons do not chain: put one of them in parentheses"
                             : "expected one of + - * / ^ < <= > >= == or the end");
  }
  return reader.result();
}

}  // namespace

Expression::Expression(std::string_view text, std::vector<std::string> variables) {
  Reader reader(text, variables);
  Code code = read(text, reader);
  const bool has_jumps = std::any_of(code.instructions.begin(), code.instructions.end(),
                                     [](const auto& instruction) { return instruction.operation == Operation::Jump; });
  std::vector<std::uint32_t> places = detail::find_places(code.instructions);
  program_ =
      std::make_shared<const Program>(Program{std::string(text), std::move(variables), std::move(code.instructions),
                                              reader.constants(), has_jumps, std::move(places)});
}

double Expression::operator()(std::span<const double> values) const {
  assert(values.size() >= program_->variables.size());
  double result = 0.0;
  detail::run<1>(program_->instructions, program_->constants.data(), values.data(), 1, &result);
  return result;
}

void Expression::evaluate_block(std::span<const double> values, std::span<double> results) const {
  assert(results.size() <= block_size);
  if (!program_->has_jumps) {
    detail::run<block_size>(program_->instructions, program_->constants.data(), values.data(), results.size(),
                            results.data());
    return;
  }
  std::vector<double> point(program_->variables.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (std::size_t k = 0; k < point.size(); ++k) point[k] = values[k * block_size + i];
    results[i] = (*this)(point);
  }
}

std::size_t Expression::branch_count() const { return program_->places.size(); }

void Expression::branches(std::span<const double> values, std::span<double> choices) const {
  assert(values.size() >= program_->variables.size() && choices.size() == branch_count());
  if (choices.empty()) return;
  std::fill(choices.begin(), choices.end(), 0.0);
  double result = 0.0;
  detail::run<1>(program_->instructions, program_->constants.data(), values.data(), 1, &result,
                 detail::KeptChoices<double>{program_->places, choices.data()});
}

double Expression::value_with(std::span<const double> values, std::span<const double> choices) const {
  assert(values.size() >= program_->variables.size() && choices.size() == branch_count());
  if (choices.empty()) return (*this)(values);
  double result = 0.0;
  detail::run<1>(program_->instructions, program_->constants.data(), values.data(), 1, &result,
                 detail::KeptChoices<const double>{program_->places, choices.data()});
  return result;
}

double Expression::derivative_with(std::span<const double> values, std::size_t variable,
                                   std::span<const double> choices) const {
  assert(values.size() >= program_->variables.size() && choices.size() == branch_count());
  return detail::rate_of(*program_, values, variable, choices);
}

Expression::Bounds Expression::bounds_with(std::span<const CurveBound> variables, double half_width,
                                           std::span<const double> choices, std::span<const char> loose) const {
  assert(variables.size() >= program_->variables.size() && choices.size() == branch_count());
  return detail::bounds_of(*program_, variables, half_width, choices, loose);
}

const std::string& Expression::text() const { return program_->text; }
const std::vector<std::string>& Expression::variables() const { return program_->variables; }

bool Expression::is_independent_of(std::size_t variable) const {
  const auto& instructions = program_->instructions;
  return std::none_of(instructions.begin(), instructions.end(), [&](const detail::Instruction& instruction) {
    return instruction.source == detail::Source::Variable && instruction.index == variable;
  });
}

std::optional<double> Expression::constant_value() const {
  const std::size_t count = variables().size();
  for (std::size_t i = 0; i < count; ++i)
    if (!is_independent_of(i)) return std::nullopt;
  return (*this)(std::vector<double>(count, 0.0));
}

}  // namespace dryslip
