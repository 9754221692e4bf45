#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// Every item, paper by paper in the order of the figures.
const std::vector<Item>& all_items();

/// A paper, as it is named and with what is reproduced of it.
struct Paper {
  std::string key;
  std::string short_name;  ///< that users may type
  std::string title;
  std::vector<Item> items;  ///< in the order of the figures; `paper` is empty in them
};

/// All papers, and "beyond" as the last.
const std::vector<Paper>& all_papers();

/// Items of a name: that of an item or of a paper, in any case of letters. Throws std::invalid_argument with what is allowed.
std::vector<Item> find_items(const std::string& name);

/// An item with what it found.
struct ItemReport {
  Item item;
  ItemResult result;
  std::string failure{};  ///< why there is no result: not converged
};

/// Something that should be reproduced is not.
bool has_failed(const ItemReport& report);

/// Runs items, several at a time; reports in the order of the items. `progress` is called with the number of items done.
/// Throws what an item throws for bad scenarios.
std::vector<ItemReport> run_items(std::span<const Item> items, const ScenarioTexts& scenarios,
                                  const std::function<void(std::size_t done)>& progress = {});

}  // namespace dryslip::reproduce
