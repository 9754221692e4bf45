#pragma once

// Table of contents of the library, in the order of its stages.

#include "dryslip/contact_patch/contact_patch.hpp"     // what touches
#include "dryslip/friction_load/friction_model.hpp"    // the interface of every sliding contact
#include "dryslip/friction_load/moment_function.hpp"   // Zhukovskii's moment function
#include "dryslip/friction_load/patch_friction.hpp"    // its exact friction load
#include "dryslip/friction_load/weighted_points.hpp"   // the same by sampling, as a second route
#include "dryslip/limit_surface/eigen_directions.hpp"  // motions that friction only slows down
#include "dryslip/limit_surface/limit_surface.hpp"     // the loads a contact can carry, and the motion of each
#include "dryslip/limit_surface/special_points.hpp"    // centers of pressure, friction and twist
