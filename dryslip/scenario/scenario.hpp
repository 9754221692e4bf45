#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/contact/contact.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip {

// The sections of a scenario file as plain data, in its own words.

struct SliderSection {
  std::optional<double> mass;
  std::optional<double> inertia;
  Vec2 center_of_mass;
};
template <>
inline constexpr auto description<SliderSection> = record<SliderSection>(
    "The section [slider] of a scenario.", field<&SliderSection::mass>("kg", "of the body", positive),
    field<&SliderSection::inertia>(
        "kg m²", "about the center of mass; default: uniform plates, lines and weighted points of the supports",
        positive),
    field<&SliderSection::center_of_mass>("m", "body frame"));

/// A named case: the contact, which every command but the motion of a ball needs, and the sections that motion in time needs.
struct Scenario {
  enum class NormalForceSource { Given, Weight };
  std::string title;
  ContactPatch contact;
  NormalForceSource normal_force_source = NormalForceSource::Given;
  ContactModel model = ContactModel::Exact;
  double load_tolerance = 1e-10;
  std::optional<SliderSection> slider;
  std::optional<Ball> ball;
  std::optional<SliderState> initial;
  std::optional<SliderDrive> drive;
  std::optional<Table> table;
  std::optional<SliderRunOptions> run;
  std::vector<std::string> remarks;  ///< on keys that are valid and have no effect, a line each: "run.step: …"
};
template <>
inline constexpr auto description<Scenario> = record<Scenario>(
    "A scenario: the sections of its file as plain data.", field<&Scenario::title>("", "of pictures and results"),
    field<&Scenario::contact>("", "what touches"),
    keyed("contact.model", field<&Scenario::model>("", "what computes the loads")),
    keyed("contact.tolerance", field<&Scenario::load_tolerance>("-", "relative error of integrated loads", below_one)),
    field<&Scenario::slider>("", "mass and inertia of a slider"),
    field<&Scenario::ball>("", "instead of a slider; without its table, and its contact is its own"),
    field<&Scenario::initial>("", "where a slider starts and how it moves"),
    field<&Scenario::drive>("", "external load"), field<&Scenario::table>("", "the plane under the body"),
    field<&Scenario::run>("", "how long a motion in time lasts and how it is computed"));

/// The contact of a scenario; its parts are made when they are first asked for.
Contact contact_of(const Scenario& scenario);

/// Inertia of the slider about its center of mass [kg m²]: the one given, else mass × squared_gyration_radius(), as if uniform
/// plates and lines of the supports' shapes shared the mass as they share the normal force. Absent if neither mass nor inertia
/// is given.
std::optional<double> slider_inertia(const Scenario& scenario);

/// The part of the weight normal to the table, mass × gravity × cos(tilt) [N]. Absent where the mass is.
std::optional<double> weight_on_table(const Scenario& scenario);

/// Gives a number of a scenario another value, by its path in files: "initial.omega", "contact.support[0].size[1]"; one left out counts, with
/// the section that it is in. `initial` is that of the ball where there is one. A normal force that is the weight follows what it is made of,
/// until it is given itself. Throws UnknownParameter for a path that this kind of scenario does not have, with the nearest one, and
/// InvalidInput for a value that the description does not allow.
void set_number(Scenario& scenario, const std::string& path, double value);

/// The slider of a scenario; sections left out have their defaults. Throws InvalidInput, with the full key, where mass or
/// inertia are missing or zero; `who` needs them.
Slider slider_of(const Scenario& scenario, const std::string& who = "motion in time");

/// The ball of a scenario that has one, on its table.
Ball ball_of(const Scenario& scenario);
/// Throws InvalidInput, with the full key, for what only sliders have.
void check_ball_options(const SliderRunOptions& run);
/// Options of the motion of a ball, checked.
BallRunOptions ball_run_options_of(const Scenario& scenario);

/// Options of the motion of a slider. Throws InvalidInput, with the full key, where nothing says when to stop.
SliderRunOptions run_options_of(const Scenario& scenario);

}  // namespace dryslip
