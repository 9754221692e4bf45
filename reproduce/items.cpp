#include "reproduce/items.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "dryslip/record/name_suggestion.hpp"

namespace dryslip::reproduce {

// One function per file; its name is that of the item.
Item goyal_fig_2();
Item goyal_fig_3();
Item goyal_fig_4();
Item goyal_fig_5();
Item goyal_fig_6();
Item goyal_fig_7();
Item goyal_fig_8();
Item goyal_fig_9();
Item goyal_fig_10();
Item kardan_fig_3();
Item kardan_fig_4();
Item kardan_fig_5();
Item kardan_fig_6();
Item kardan_table_1();
Item kardan_fig_10();
Item kardan_fig_11();
Item kardan_fig_12();
Item szewc_fig_2();
Item szewc_fig_3();
Item szewc_models();
Item szewc_fit();
Item dupont_fig_1();
Item dupont_fig_2();
Item dupont_fig_3();
Item dupont_fig_4();
Item dupont_fig_6();
Item dupont_fig_7();
Item beyond_threshold();
Item beyond_terminal_motions();
Item beyond_error_ladder();
Item beyond_rod();
Item beyond_four_corners();

const std::vector<Item>& all_items() {
  static const std::vector<Item> items{
      goyal_fig_2(),              //
      goyal_fig_3(),              //
      goyal_fig_4(),              //
      goyal_fig_5(),              //
      goyal_fig_6(),              //
      goyal_fig_7(),              //
      goyal_fig_8(),              //
      goyal_fig_9(),              //
      goyal_fig_10(),             //
      kardan_fig_3(),             //
      kardan_fig_4(),             //
      kardan_fig_5(),             //
      kardan_fig_6(),             //
      kardan_table_1(),           //
      kardan_fig_10(),            //
      kardan_fig_11(),            //
      kardan_fig_12(),            //
      szewc_fig_2(),              //
      szewc_fig_3(),              //
      szewc_models(),             //
      szewc_fit(),                //
      dupont_fig_1(),             //
      dupont_fig_2(),             //
      dupont_fig_3(),             //
      dupont_fig_4(),             //
      dupont_fig_6(),             //
      dupont_fig_7(),             //
      beyond_threshold(),         //
      beyond_terminal_motions(),  //
      beyond_error_ladder(),      //
      beyond_rod(),               //
      beyond_four_corners(),      //
  };
  return items;
}

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> papers{
      {"Goyal1991", "goyal", "Goyal, Ruina, Papadopoulos: Planar sliding with dry friction, part 1 (1991)"},
      {"Kardan2013", "kardan",
       "Kardan and others: Stick-slip conditions in the general motion of a planar rigid body (2013)"},
      {"Szewc", "szewc", "Szewc and others: Dynamics simulations of a rigid body lying on a vibrating table"},
      {"Dupont1992", "dupont", "Dupont: The effect of Coulomb friction on the forward dynamics problem (1992)"},
      {"beyond", "beyond", "Beyond the papers"}};
  return papers;
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
