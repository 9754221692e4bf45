#include "tests/soak/soak_options.hpp"

#include <functional>
#include <map>
#include <stdexcept>
#include <thread>

namespace dryslip::soak {
namespace {

const char* const usage =
    "options: --seconds N (60) | --cases N; --seed S (1), --first K (0), --full, --only CHECK, --limit SECONDS (5, of "
    "a run), "
    "--threads N, --shrink SECONDS (30, of a failure; 0: not), --shrink-most N (3 of each kind), --out DIR "
    "(soak_failures), "
    "--method event|prox, --file SCENARIO.toml, --print";

}  // namespace

SoakOptions read_options(const std::vector<std::string>& words) {
  SoakOptions options;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  const std::map<std::string, std::function<void(const std::string&)>> with_value{
      {"--seconds", [&](const std::string& value) { options.seconds = std::stod(value); }},
      {"--cases", [&](const std::string& value) { options.cases = std::stoull(value); }},
      {"--seed", [&](const std::string& value) { options.seed = std::stoull(value); }},
      {"--first", [&](const std::string& value) { options.first = std::stoull(value); }},
      {"--only", [&](const std::string& value) { options.checks.only = value; }},
      {"--limit", [&](const std::string& value) { options.checks.limit = std::stod(value); }},
      {"--threads", [&](const std::string& value) { options.threads = static_cast<unsigned>(std::stoul(value)); }},
      {"--shrink", [&](const std::string& value) { options.shrink_seconds = std::stod(value); }},
      {"--shrink-most", [&](const std::string& value) { options.shrink_most = std::stoi(value); }},
      {"--out", [&](const std::string& value) { options.out = value; }},
      {"--file", [&](const std::string& value) { options.file = value; }},
      {"--method", [&](const std::string& value) {
         options.checks.method = value == "prox" ? SliderRunOptions::Method::Prox : SliderRunOptions::Method::Event;
       }}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = with_value.find(words[i]);
    if (words[i] == "--full") {
      options.checks.full = true;
    } else if (words[i] == "--print") {
      options.print = true;
    } else if (found != with_value.end() && i + 1 < words.size()) {
      found->second(words[++i]);
    } else {
      throw std::invalid_argument(words[i] + ": " + usage);
    }
  }
  if (!options.checks.only.empty()) options.checks.full = true;
  if (options.threads < 1) options.threads = 1;
  return options;
}

}  // namespace dryslip::soak
