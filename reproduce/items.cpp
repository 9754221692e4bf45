#include "reproduce/items.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "dryslip/record/name_suggestion.hpp"

namespace dryslip::reproduce {

const std::vector<Item>& all_items() {
  static const std::vector<Item> items = [] {
    std::vector<Item> all;
    for (const Paper& paper : all_papers()) {
      for (const Item& item : paper.items) {
        all.push_back(item);
        all.back().paper = paper.key;
      }
    }
    return all;
  }();
  return items;
}

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::invalid_argument unknown(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Paper& paper : all_papers()) known.push_back(paper.short_name);
  for (const Item& item : all_items()) known.push_back(item.name);
  return std::invalid_argument("unknown item or paper '" + name + "': " + suggestion(lower(name), known) +
                               "papers and items: " + joined(known));
}

}  // namespace

std::vector<Item> find_items(const std::string& name) {
  const std::string wanted = lower(name);
  std::string key;  // of the paper that is meant
  for (const Paper& paper : all_papers())
    if (wanted == lower(paper.key) || wanted == paper.short_name) key = paper.key;
  std::vector<Item> found;
  for (const Item& item : all_items())
    if (item.name == wanted || item.paper == key) found.push_back(item);
  if (found.empty()) throw unknown(name);
  return found;
}

}  // namespace dryslip::reproduce
