#include "reproduce/items.hpp"

namespace dryslip::reproduce {

// One per file.
ItemRun goyal_fig_2, goyal_fig_3, goyal_fig_4, goyal_fig_5, goyal_fig_6, goyal_fig_7, goyal_fig_8, goyal_fig_9,
    goyal_fig_10;
ItemRun kardan_fig_3, kardan_fig_4, kardan_fig_5, kardan_fig_6, kardan_table_1, kardan_fig_10, kardan_fig_11,
    kardan_fig_12;
ItemRun szewc_fig_2, szewc_fig_3, szewc_models, szewc_fit;
ItemRun dupont_fig_1, dupont_fig_2, dupont_fig_3, dupont_fig_4, dupont_fig_6, dupont_fig_7;
ItemRun beyond_threshold, beyond_terminal_motions, beyond_error_ladder, beyond_rod, beyond_four_corners;

namespace {

/// An item as plain data.
struct ItemRow {
  const char *name, *place, *title, *remark;
  const char* scenarios[6];  ///< the rest is null
  ItemRun* run;
};

constexpr ItemRow goyal_items[]{
    {"goyal_fig_2",
     "Fig. 2",
     "Unit motions as centers of rotation",
     "The paper puts the clockwise plane on top: its ω axis presumably points down. Compatibility is printed V − ω × "
     "r; its components, which are right, are V + ω × r.",
     {"goyal_bar"},
     goyal_fig_2},
    {"goyal_fig_3",
     "Fig. 3",
     "Smooth limit curves: isotropic and elliptic friction",
     "The paper draws without numbers; strengths and heading are ours.",
     {"limit_curves/smooth_laws"},
     goyal_fig_3},
    {"goyal_fig_4",
     "Fig. 4",
     "Limit curve with straight sides and corners",
     "The paper draws a general convex curve without numbers; the hexagon is ours.",
     {"limit_curves/hexagon_law"},
     goyal_fig_4},
    {"goyal_fig_5",
     "Fig. 5",
     "Limit curves of wheels: ideal, rusty, ratcheted, wheel of wheels",
     "The paper gives no number for the bearing friction: 0.4 of the strength is ours. Wheels of wheels, which its "
     "text describes, are drawn too.",
     {"limit_curves/wheel_laws"},
     goyal_fig_5},
    {"goyal_fig_6",
     "Fig. 6",
     "Laws that break maximum power: castors after they have turned",
     "The paper says that a castor turns within a few arm lengths; the equation of the turning and all data are ours.",
     {"limit_curves/castors"},
     goyal_fig_6},
    {"goyal_fig_7",
     "Fig. 7",
     "Bar on two supports: its limit surface",
     "Eq. 6 holds for counter-clockwise spins; all three loads change sign with the spin. Units of the paper: gyration "
     "radius, weight, and loads in units of μ.",
     {"goyal_bar"},
     goyal_fig_7},
    {"goyal_fig_8",
     "Fig. 8",
     "Bar on two supports: section (Fx, M) and where motion is not unique",
     "Fig. 8(b) marks one eigen-direction; there are four attracting ones, one per facet, and those of the axes.",
     {"goyal_bar"},
     goyal_fig_8},
    {"goyal_fig_9",
     "Fig. 9",
     "Ring of ratcheted wheels: generating curve and limit surface",
     "The paper draws without numbers: radius 0.1 m and strength 1 N are ours.",
     {"ring_of_ratchets"},
     goyal_fig_9},
    {"goyal_fig_10",
     "Fig. 10",
     "Bar on two supports: its moment function",
     "Eq. 2 has both signs of the force terms reversed, and eq. 7 must read M = M_c + r_c × F, printed with a minus; "
     "the slopes are right.",
     {"goyal_bar"},
     goyal_fig_10},
};

constexpr ItemRow kardan_items[]{
    {"kardan_fig_3",
     "Fig. 3",
     "A force of constant size that turns below the friction limit: the block never slips",
     "The paper gives neither g nor the start nor the length of time: g = 9.81 m/s², at rest at the origin, 5 s.",
     {"kardan_never_slips"},
     kardan_fig_3},
    {"kardan_fig_4",
     "Fig. 4",
     "A force of constant size that turns above the friction limit: the block never stops",
     "The paper shifts the initial position so that the plot is symmetric; ours starts at the origin, so that shapes "
     "compare, not places.",
     {"kardan_never_stops"},
     kardan_fig_4},
    {"kardan_fig_5",
     "Fig. 5",
     "Forces of two frequencies: four stops in each half period",
     "The caption says four-step and means four-stop; the path starts at the origin, not where the paper shifts it.",
     {"kardan_four_stops"},
     kardan_fig_5},
    {"kardan_fig_6",
     "Fig. 6",
     "Forces and a moment of three frequencies: general stick-slip motion",
     "Eqs. 7 and 8 have their numerators exchanged, eq. 15 must compare magnitudes; the criterion of the paper tests "
     "one motion only, so the exact one, which tests all, lets each slip begin earlier.",
     {"kardan_general_motion"},
     kardan_fig_6},
    {"kardan_table_1",
     "Table 1",
     "Force at which a block yields to an eccentric push",
     "The paper does not give the mass of the block: 8.48 g follows from its printed forces by the exact criterion "
     "(nominal aluminium would be 8.1 g).",
     {"push_at_5_mm", "push_at_10_mm"},
     kardan_table_1},
    {"kardan_fig_10",
     "Fig. 10",
     "A block pushed by a flat link: force in time",
     "The paper gives neither the speed of the stage nor the stiffness of the load cell; chosen are 1 mm/s and 200 "
     "N/m. The measured force is irregular, ours is that of constant coefficients.",
     {"push_flat_link"},
     kardan_fig_10},
    {"kardan_fig_11",
     "Fig. 11",
     "A block pushed by a sharp link at h = 10 mm: force in time",
     "Speed of the stage (1 mm/s) and stiffness of the load cell (200 N/m) are chosen, the paper gives none; measured "
     "forces fall irregularly, ours falls as the block turns away.",
     {"push_at_10_mm"},
     kardan_fig_11},
    {"kardan_fig_12",
     "Fig. 12",
     "A block pushed by a sharp link at h = 5 mm: force in time",
     "Speed of the stage (1 mm/s) and stiffness of the load cell (200 N/m) are chosen, the paper gives none; measured "
     "forces fall irregularly, ours falls as the block turns away.",
     {"push_at_5_mm"},
     kardan_fig_12},
};

constexpr ItemRow szewc_items[]{
    {"szewc_fig_2",
     "Fig. 2",
     "Paths of a ball on a vibrating table, tilt about y",
     "Printed amplitudes of 1000 and 800 m/s (right) are run as they stand and as 1 and 0.8 m/s; duration (2 s) and "
     "tilt (0 and 2°) are ours, and the initial alpha_x = 20 is read as an angular velocity.",
     {"szewc_fig2_left", "szewc_fig2_right", "szewc_fig2_right_scaled"},
     szewc_fig_2},
    {"szewc_fig_3",
     "Fig. 3",
     "Paths of a ball on a vibrating table, tilt about x",
     "Tilt angle and duration are not given: level and 2°, 2 s. The text attaches the rotation about x to the last "
     "sentence only; we tilt all four panels about x.",
     {"szewc_fig3_top_left", "szewc_fig3_top_right", "szewc_fig3_bottom_left", "szewc_fig3_bottom_right"},
     szewc_fig_3},
    {"szewc_models",
     "Eqs. 7 and 12",
     "The approximate friction model against the integral",
     "Eq. 9 is printed with the wrong sign of the exponent: with −k/2 every value of eq. 10 is right and eq. 12 is "
     "exact for pure sliding and for pure spin.",
     {"szewc_fig2_left"},
     szewc_models},
    {"szewc_fit",
     "Eqs. 11 and 12",
     "Fit of the approximate friction model",
     "The region of the fit (eq. 11) is not given; we take all directions, shifts of 0 to 1 and the unit circle or the "
     "unit square of speed and spin.",
     {"szewc_fig2_left"},
     szewc_fit},
};

constexpr ItemRow dupont_items[]{
    {"dupont_fig_1",
     "Fig. 1",
     "Two joints: where their equations meet",
     "Eq. 5 lacks the bars around the normal forces and writes x for q. The paper draws without numbers: the data are "
     "ours.",
     {"forward_dynamics/two_joints_fig_1", "forward_dynamics/two_joints_four_solutions"},
     dupont_fig_1},
    {"dupont_fig_2",
     "Fig. 2",
     "Friction below a/c: one acceleration for every load",
     "The paper draws without numbers: the data are ours.",
     {"forward_dynamics/joint_fig_2"},
     dupont_fig_2},
    {"dupont_fig_3",
     "Fig. 3",
     "Friction above a/c: none or two accelerations, three from rest",
     "The three solutions B, B', B'' of the paper mix rest and motion, its A' is none from rest, and the starts that "
     "coexist with rest are left out. The data are ours.",
     {"forward_dynamics/joint_fig_3", "forward_dynamics/joint_at_rest"},
     dupont_fig_3},
    {"dupont_fig_4",
     "Fig. 4",
     "Friction near a/c: huge deceleration on one side, none on the other",
     "The paper puts the huge deceleration at a/c plus a little; it is there at a/c minus a little, and beyond there "
     "is no acceleration. The data are ours.",
     {"forward_dynamics/joint_fig_4_below", "forward_dynamics/joint_fig_4_above"},
     dupont_fig_4},
    {"dupont_fig_6",
     "Fig. 6",
     "Overhauling screw: one acceleration for every torque",
     "The vertex is at −I g/l, printed −I g l/l. The paper has no numeric example: I = 1e-5 kg m², m = 10 kg, l = 2 "
     "mm/rad, α = 5°, θ = 14.5°, μ = 0.05 are ours.",
     {"forward_dynamics/screw_fig_6"},
     dupont_fig_6},
    {"dupont_fig_7",
     "Fig. 7",
     "Self-locking screw: lowering with none or two accelerations",
     "B is at −I g/l, printed −I g l/l. The paper has no numeric example: the data are those of Fig. 6 with μ = 0.15.",
     {"forward_dynamics/screw_fig_7"},
     dupont_fig_7},
};

constexpr ItemRow items_beyond[]{
    {"beyond_threshold",
     "",
     "Exact threshold against Kardan's criterion over eccentricity",
     "The criterion looks at the one motion that the load would start without friction; another motion may need less, "
     "so it can only be too high.",
     {"push_at_5_mm"},
     beyond_threshold},
    {"beyond_terminal_motions",
     "",
     "Terminal motions of disk, ring, annulus, rod, rectangle and triangle",
     "Slide and spin end together, with a ratio that depends on the shape alone; in the CSV file shapes are numbered "
     "from 0 in this order.",
     {"terminal_motions/disk", "terminal_motions/ring", "terminal_motions/annulus", "terminal_motions/rod",
      "terminal_motions/rectangle", "terminal_motions/triangle"},
     beyond_terminal_motions},
    {"beyond_error_ladder",
     "",
     "Fast surrogates of a contact: error against cost",
     "Nanoseconds are those of this machine and of this run, errors are not.",
     {"uniform_disk_slide_spin", "kardan_general_motion"},
     beyond_error_ladder},
    {"beyond_rod",
     "",
     "Painlevé's rod: none, one or two accelerations",
     "Dupont (sec. 5.2) asks for a rotational inertia large against the mass; it is the reverse: J < m l² cos θ (μ sin "
     "θ − cos θ). The condition depends on geometry and friction, the load decides between none and two.",
     {"forward_dynamics/painleve_rod"},
     beyond_rod},
    {"beyond_four_corners",
     "",
     "What four corner points do to a sliding block",
     "The corner points are our own contact, made from the corners of the rectangle as physics engines do; weight and "
     "inertia are those of the block.",
     {"free_slide_of_a_block"},
     beyond_four_corners},
};

std::vector<Item> items_of(std::span<const ItemRow> rows) {
  std::vector<Item> items;
  for (const ItemRow& row : rows) {
    items.push_back({.name = row.name,
                     .place = row.place,
                     .title = row.title,
                     .remark = row.remark,
                     .scenarios = {},
                     .run = row.run});
    for (const char* scenario : row.scenarios)
      if (scenario != nullptr) items.back().scenarios.push_back(scenario);
  }
  return items;
}

}  // namespace

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> papers{
      {"Goyal1991", "goyal", "Goyal, Ruina, Papadopoulos: Planar sliding with dry friction, part 1 (1991)",
       items_of(goyal_items)},
      {"Kardan2013", "kardan",
       "Kardan and others: Stick-slip conditions in the general motion of a planar rigid body (2013)",
       items_of(kardan_items)},
      {"Szewc", "szewc", "Szewc and others: Dynamics simulations of a rigid body lying on a vibrating table",
       items_of(szewc_items)},
      {"Dupont1992", "dupont", "Dupont: The effect of Coulomb friction on the forward dynamics problem (1992)",
       items_of(dupont_items)},
      {"beyond", "beyond", "Beyond the papers", items_of(items_beyond)},
  };
  return papers;
}

}  // namespace dryslip::reproduce
