#include "dryslip/record/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/reference_page.hpp"
#include "tests/record_words.hpp"

namespace dryslip {

struct Leaf {
  Vec2 size{0.25, 0.5};
};
template <>
inline constexpr auto description<Leaf> = alternative<Leaf>("leaf", "A leaf.",
                                                            required<&Leaf::size>("m", "along x | y", positive));
struct Needle {
  int count = 2;
  std::optional<double> length;
};
template <>
inline constexpr auto description<Needle> = alternative<Needle>("needle", "Some needles.",
                                                                field<&Needle::count>("", "in a bundle"),
                                                                field<&Needle::length>("m", "of each; default: any"));
template <>
inline constexpr FileKey file_key<Needle>{"file", "one needle per line"};
using Foliage = std::variant<Leaf, Needle>;
template <>
inline constexpr Choice choice<Foliage>{.tag = "type"};

struct Branch {
  Paint paint = Paint::Green;
  Foliage foliage;
};
template <>
inline constexpr auto description<Branch> = record<Branch>("A branch.", field<&Branch::paint>("", "its color"),
                                                           field<&Branch::foliage>("", "what grows on it"));

struct Tree {
  double height = 3.0;
  Expression growth{"0.1*t", {"t"}};
  std::array<double, 2> sway{0.0, 1.5};
  Side side = Side::Open;
  bool is_felled = false;
  std::vector<Branch> branches;
  int leaves = 0;
  std::string owner;
};
template <>
inline constexpr auto description<Tree> = record<Tree>(
    "A tree.", field<&Tree::height>("m", "above ground", not_negative), field<&Tree::growth>("m/s", "of the height"),
    field<&Tree::sway>("rad", "least, largest"), keyed("closed", field<&Tree::side>("", "has a fence")),
    field<&Tree::is_felled>("", "lies on the ground"), keyed("branch", field<&Tree::branches>("", "from below")),
    keyed("branch.leaves", required_key<&Tree::leaves>("", "on all of them")),
    outside_files(field<&Tree::owner>("", "who may cut it")));

namespace {

const FieldReference& named(const RecordReference& record, const std::string& name) {
  for (const FieldReference& field : record.fields)
    if (field.name == name) return field;
  throw std::out_of_range(name);
}

TEST(Reference, SaysOfAFieldWhatItsDescriptionAndTheStructSay) {
  const RecordReference tree = reference_of<Tree>();
  EXPECT_EQ(tree.name, "Tree");
  EXPECT_EQ(tree.meaning, "A tree.");
  ASSERT_EQ(tree.fields.size(), 8u);
  const FieldReference& height = named(tree, "height");
  EXPECT_EQ(height.type + "/" + height.unit + "/" + height.meaning + "/" + height.range + "/" + height.standard,
            "number/m/above ground/must not be negative/3");
  EXPECT_EQ(named(tree, "growth").type + " " + named(tree, "growth").standard, "formula of t \"0.1*t\"");
  EXPECT_EQ(named(tree, "sway").type + " " + named(tree, "sway").standard, "[number, number] [0, 1.5]");
  EXPECT_EQ(named(tree, "is_felled").type + " " + named(tree, "is_felled").standard, "true or false false");
  EXPECT_EQ(named(tree, "side").type + " " + named(tree, "side").standard, "true or false false");
  EXPECT_THAT(named(tree, "side").words, testing::ElementsAre("open", "closed"));
  EXPECT_EQ(named(tree, "sway").range, "");
  EXPECT_EQ(named(tree, "owner").key, "");
}

TEST(Reference, TablesWordsAndAlternativesComeAlong) {
  const RecordReference tree = reference_of<Tree>();
  const FieldReference& branches = named(tree, "branches");
  EXPECT_TRUE(branches.is_list);
  EXPECT_EQ(branches.key, "branch");
  const RecordReference branch = branches.sections.at(0);
  EXPECT_THAT(named(branch, "paint").words, testing::ElementsAre("bare", "red", "green"));
  EXPECT_THAT(named(branch, "paint").words_in_files, testing::ElementsAre("red", "green"));
  EXPECT_EQ(named(branch, "paint").standard, "\"green\"");
  const FieldReference& foliage = named(branch, "foliage");
  EXPECT_EQ(foliage.tag, "type");
  EXPECT_EQ(foliage.standard, "\"leaf\"");
  ASSERT_EQ(foliage.sections.size(), 2u);
  EXPECT_TRUE(named(foliage.sections[0], "size").is_required);
  EXPECT_EQ(named(foliage.sections[0], "size").standard, "");
  EXPECT_EQ(named(foliage.sections[1], "count").type, "whole number");
  EXPECT_EQ(foliage.sections[1].file_key, "file");
}

TEST(Reference, APageHasEveryKeyOfEveryTable) {
  EXPECT_EQ(reference_sections(reference_of<Tree>(), {.path = "tree"}),
            R"(## `[tree]`

A tree. In C++ and Python `Tree`.

| key | value | unit | meaning | range | default |
|---|---|---|---|---|---|
| `height` | number | m | above ground | must not be negative | `3` |
| `growth` | formula of t | m/s | of the height | | `"0.1*t"` |
| `sway` | [number, number] | rad | least, largest | | `[0, 1.5]` |
| `closed` | true or false | | has a fence | | `false` |
| `is_felled` | true or false | | lies on the ground | | `false` |

## `[[tree.branch]]`

A branch. In C++ and Python `Branch`.

| key | value | unit | meaning | range | default |
|---|---|---|---|---|---|
| `paint` | `"red"`, `"green"` | | its color | | `"green"` |
| `foliage` | `{ type = … }` | | what grows on it | | `{ type = "leaf" }` |
| `leaves` | whole number | | on all of them | | required |

### `foliage` of `[[tree.branch]]`

| `type` | key | value | unit | meaning | range | default |
|---|---|---|---|---|---|---|
| `"leaf"` | | | | A leaf. In C++ and Python `Leaf`. | | |
| `"leaf"` | `size` | [number, number] | m | along x \| y | must be greater than 0 | required |
| `"needle"` | | | | Some needles. In C++ and Python `Needle`. | | |
| `"needle"` | `count` | whole number | | in a bundle | | `2` |
| `"needle"` | `length` | number | m | of each; default: any | | |
| `"needle"` | `file` | file | | one needle per line | | |

)");
}

}  // namespace
}  // namespace dryslip
