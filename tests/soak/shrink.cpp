#include "tests/soak/shrink.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <functional>

#include "tests/soak/child.hpp"
#include "tests/soak/dice.hpp"

namespace dryslip::soak {
namespace {

struct Word {
  std::size_t start, size;
};

/// The numbers of a value.
std::vector<Word> numbers_of(const std::string& text) {
  std::vector<Word> result;
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) || text[i] == '.');
  };
  for (std::size_t i = 0; i < text.size();) {
    const bool in_name = i > 0 && (std::isalpha(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '_');
    if (!is_digit(i) || in_name) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (is_digit(end)) ++end;
    const bool has_exponent = end + 1 < text.size() && text[end] == 'e' &&
                              (is_digit(end + 1) || text[end + 1] == '-' || text[end + 1] == '+');
    if (has_exponent) {
      end += 2;
      while (is_digit(end)) ++end;
    }
    result.push_back({i, end - i});
    i = end;
  }
  return result;
}

/// Numbers with fewer digits, the last first so that places stay; none where nothing changes.
std::vector<std::string> with_fewer_digits(const std::string& value) {
  std::vector<std::string> result;
  const std::vector<Word> numbers = numbers_of(value);
  for (const int digits : {1, 2, 3}) {
    std::string all = value;
    for (auto word = numbers.rbegin(); word != numbers.rend(); ++word) {
      const std::string given = value.substr(word->start, word->size);
      std::string rounded = text_of(std::stod(given), digits);
      if (given.find('.') != std::string::npos && rounded.find_first_of(".e") == std::string::npos) rounded += ".0";
      if (rounded.size() >= given.size()) continue;
      std::string one = value;
      one.replace(word->start, word->size, rounded);
      all.replace(word->start, word->size, rounded);
      result.push_back(one);
    }
    if (all != value) result.insert(result.begin(), all);
  }
  return result;
}

std::vector<std::string> with_fewer_parts(const std::string& value);

/// One of two formulas reduced.
std::vector<std::string> with_fewer_terms(const std::string& value) {
  std::vector<std::string> result;
  for (std::size_t start = value.find('"'); start != std::string::npos;) {
    const std::size_t end = value.find('"', start + 1) + 1;
    for (const std::string& part : with_fewer_parts(value.substr(start, end - start))) {
      result.push_back(value.substr(0, start) + part + value.substr(end));
    }
    start = value.find('"', end);
  }
  return result;
}

/// Elements of a list in brackets, one left out; a formula as zero, or with one term left out.
std::vector<std::string> with_fewer_parts(const std::string& value) {
  std::vector<std::string> result;
  std::vector<std::size_t> starts;  // of elements or terms: where a separator of the outermost level ends
  if (value.starts_with("[\"")) return with_fewer_terms(value);
  const bool is_list = value.starts_with("[[") || value.starts_with("{");
  int depth = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    depth += value[i] == '(' || value[i] == '[' || value[i] == '{' ? 1 : 0;
    depth -= value[i] == ')' || value[i] == ']' || value[i] == '}' ? 1 : 0;
    if (is_list && depth == 1 && value[i] == ',') starts.push_back(i);
    const bool is_term =
        i + 2 < value.size() && value[i] == ' ' && value[i + 2] == ' ' && (value[i + 1] == '+' || value[i + 1] == '-');
    if (!is_list && value.front() == '"' && depth == 0 && is_term) starts.push_back(i);
  }
  if (!is_list && value.front() != '"') return result;
  const std::size_t end = value.size() - 1;
  std::vector<std::size_t> bounds{1};
  bounds.insert(bounds.end(), starts.begin(), starts.end());
  bounds.push_back(end);
  if (bounds.size() > 2) {
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
      std::string left = value.substr(1, bounds[i] - 1) + value.substr(bounds[i + 1], end - bounds[i + 1]);
      if (i == 0) left = is_list ? left.substr(2) : (left[1] == '-' ? "-" : "") + left.substr(3);
      result.push_back(value.front() + left + value.back());
    }
  }
  if (!is_list && value.size() > 3 && value.find_first_of("0123456789") != std::string::npos)
    result.insert(result.begin(), "\"0\"");
  return result;
}

/// Whether two failures are of one check; for a run that does not end, also of one kind: a hang must not turn into an exception.
bool is_same(const Failure& a, const Failure& b) {
  return a.check == b.check && (a.check != "ends" || kind_of(a) == kind_of(b));
}

class Shrinking {
 public:
  Shrinking(const ScenarioText& scenario, const Failure& failure, const CheckOptions& options, double seconds)
      : result_{scenario, failure.message, 0}, failure_(failure), options_(options) {
    options_.only = failure.check;
    end_ = std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  }

  Shrunk run() {
    for (bool goes_on = true; goes_on && in_time();) {
      goes_on = drop_sections();
      goes_on = drop_lines() || goes_on;
      goes_on = change_values(with_fewer_parts) || goes_on;
      goes_on = shorten() || goes_on;
      goes_on = change_values(with_fewer_digits) || goes_on;
    }
    return result_;
  }

 private:
  bool in_time() const { return std::chrono::steady_clock::now() < end_; }

  /// Takes the candidate where the same check fails.
  bool take(const ScenarioText& candidate) {
    if (!in_time()) return false;
    ++result_.tried;
    const CaseReport report = check_in_child(text_of(candidate), options_);
    const auto found = std::find_if(report.failures.begin(), report.failures.end(),
                                    [&](const Failure& failure) { return is_same(failure, failure_); });
    if (!report.is_valid || found == report.failures.end()) return false;
    result_.scenario = candidate;
    result_.message = found->message;
    return true;
  }

  bool drop_sections() {
    bool dropped = false;
    for (std::size_t i = result_.scenario.size(); i-- > 0;) {
      ScenarioText candidate = result_.scenario;
      candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(i));
      dropped = take(candidate) || dropped;
    }
    return dropped;
  }

  bool drop_lines() {
    bool dropped = false;
    for (std::size_t i = 0; i < result_.scenario.size(); ++i) {
      for (std::size_t j = result_.scenario[i].lines.size(); j-- > 0;) {
        if (result_.scenario[i].header == "[run]") continue;
        ScenarioText candidate = result_.scenario;
        candidate[i].lines.erase(candidate[i].lines.begin() + static_cast<std::ptrdiff_t>(j));
        dropped = take(candidate) || dropped;
      }
    }
    return dropped;
  }

  /// Tries simpler values of each line until none will do.
  bool change_values(const std::function<std::vector<std::string>(const std::string&)>& simpler) {
    bool changed = false;
    for (std::size_t i = 0; i < result_.scenario.size(); ++i) {
      if (result_.scenario[i].header == "[run]") continue;
      for (std::size_t j = 0; j < result_.scenario[i].lines.size(); ++j) {
        for (bool again = true; again && in_time();) {
          again = false;
          for (const std::string& value : simpler(result_.scenario[i].lines[j].second)) {
            ScenarioText candidate = result_.scenario;
            candidate[i].lines[j].second = value;
            if (!take(candidate)) continue;
            changed = again = true;
            break;
          }
        }
      }
    }
    return changed;
  }

  bool shorten() {
    bool shortened = false;
    for (const double part : {0.2, 0.5, 0.8}) {
      ScenarioText candidate = result_.scenario;
      std::string* duration = find_value(candidate, "[run]", "duration");
      if (duration == nullptr) return shortened;
      const std::string shorter = text_of(part * std::stod(*duration), 2);
      if (shorter.size() > 6) return shortened;
      *duration = shorter;
      shortened = take(candidate) || shortened;
    }
    return shortened;
  }

  Shrunk result_;
  Failure failure_;
  CheckOptions options_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

Shrunk shrink(const ScenarioText& scenario, const Failure& failure, const CheckOptions& options, double seconds) {
  CheckOptions faster = options;
  // a run that ends takes far less; the result is run once more with the whole limit
  faster.limit = std::min(options.limit, 1.0);
  Shrunk result = Shrinking(scenario, failure, failure.check == "prox" ? options : faster, seconds).run();
  CheckOptions last = options;
  last.only = failure.check;
  const CaseReport report = check_in_child(text_of(result.scenario), last);
  for (const Failure& found : report.failures) {
    if (is_same(found, failure)) return {result.scenario, found.message, result.tried};
  }
  return {scenario, failure.message, result.tried};
}

}  // namespace dryslip::soak
