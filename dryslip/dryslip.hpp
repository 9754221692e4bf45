#pragma once

// Contents of the library, folder by folder.

#include "dryslip/ball/simulate_ball.hpp"    // a ball on a moving table in time
#include "dryslip/contact/contact.hpp"       // a contact with everything computed from it, exact or by a surrogate
#include "dryslip/contact_patch/castor.hpp"  // supports whose law changes while they are dragged
#include "dryslip/contact_patch/contact_patch.hpp"    // what touches: shapes, pressures, laws
#include "dryslip/contact_patch/maximum_power.hpp"    // whether laws obey maximum power
#include "dryslip/friction_load/friction_model.hpp"   // the friction of a sliding contact: load, dissipation, sets
#include "dryslip/friction_load/load_answer.hpp"      // the answer to a twist, with the set where it is not unique
#include "dryslip/friction_load/moment_answer.hpp"    // the answer to a center of rotation; contour lines
#include "dryslip/friction_load/moment_function.hpp"  // Zhukovskii's moment function
#include "dryslip/friction_load/patch_friction.hpp"   // the exact friction of a contact patch
#include "dryslip/friction_load/weighted_points.hpp"  // friction of sampled points, as a second route
#include "dryslip/joints/compliant_contact.hpp"       // contacts that yield a little, impulsive stops
#include "dryslip/joints/constraint_lines.hpp"        // the equations of two joints in the plane of their accelerations
#include "dryslip/joints/multi_dof_joints.hpp"        // all accelerations of n joints with friction
#include "dryslip/joints/scalar_joint.hpp"            // all accelerations of one joint, in closed form
#include "dryslip/joints/screw_drive.hpp"             // a screw that lifts a mass
#include "dryslip/joints/select_acceleration.hpp"     // chooses one of several accelerations
#include "dryslip/joints/simulate_joint.hpp"          // joints in time
#include "dryslip/joints/slender_rod.hpp"             // Painlevé's rod
#include "dryslip/joints/solution_counts.hpp"         // how many accelerations there are over two parameters
#include "dryslip/joints/uniqueness_bound.hpp"        // whether every load has exactly one acceleration
#include "dryslip/limit_surface/dissipation_range.hpp"  // proven bounds of the dissipation at one kinetic energy
#include "dryslip/limit_surface/eigen_directions.hpp"   // motions that friction only slows down
#include "dryslip/limit_surface/limit_surface.hpp"      // the loads a contact can carry, and the motion of each
#include "dryslip/limit_surface/minkowski_sum.hpp"      // the surface as a Minkowski sum of its supports, with qhull
#include "dryslip/limit_surface/motion_answer.hpp"      // the answer to a load: stick or slip, and the motion
#include "dryslip/limit_surface/smooth_motion.hpp"      // the motion of a load for smooth models
#include "dryslip/limit_surface/special_points.hpp"     // centers of pressure, friction and twist
#include "dryslip/limit_surface/stick_test.hpp"         // Kardan's test with one motion
#include "dryslip/limit_surface/surface_mesh.hpp"       // the surface with a certified gap
#include "dryslip/limit_surface/surface_points.hpp"     // points of the surface, by motions and by the moment function
#include "dryslip/limit_surface/surface_section.hpp"    // curves in planes through O
#include "dryslip/record/invalid_input.hpp"             // bad input, with the key it belongs to
#include "dryslip/slider/free_sliding.hpp"              // how free sliding ends, and when
#include "dryslip/slider/friction_step.hpp"             // velocity after an implicit step of friction
#include "dryslip/slider/simulate_slider.hpp"           // a slider in time
#include "dryslip/slider/stop_time.hpp"                 // proven bounds on the stop time
#include "dryslip/slider/terminal_motion.hpp"           // the motions in which free sliding ends
#include "dryslip/surrogate/fit_answer.hpp"             // all surrogates with their errors and costs
#include "dryslip/surrogate/fit_model.hpp"              // surrogates with their parameters and errors
#include "dryslip/surrogate/hertz_contact.hpp"          // the contact of a rolling ball, integrated
#include "dryslip/surrogate/pade_formula.hpp"           // the contact of a rolling ball, as a Padé quotient
