#pragma once

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/files/section_reader.hpp"

namespace dryslip::detail {

/// One [[contact.support]]: shape, place, pressure, law, share.
Support read_support(const SectionReader& section);

Pressure read_pressure(const SectionReader& section);

FrictionLaw read_law(const SectionReader& section);

/// Text of the file that a key names; throws ScenarioError where it cannot be read.
std::string read_named_file(const SectionReader& section, std::string_view key);

}  // namespace dryslip::detail
