#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>

#include "dryslip/contact/contact.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "python/record.hpp"

namespace dryslip::python {

namespace nb = nanobind;

/// The call that made an object: pickling repeats it.
struct Maker {
  const char* function;  ///< of the module
  nb::tuple arguments;

  nb::tuple reduced() const {
    const nb::object remake = nb::module_::import_("dryslip._pickle").attr("remake");
    return nb::make_tuple(remake, nb::make_tuple(function) + arguments);
  }
};

/// FrictionModel as Python holds it.
struct PyFrictionModel {
  std::shared_ptr<const FrictionModel> model;
  std::optional<Contact> contact;  ///< that it is the friction of; none for sampled points
  Maker maker;
};

/// LimitSurface as Python holds it.
struct PyLimitSurface {
  std::shared_ptr<const LimitSurface> surface;
  Maker maker;
};

/// The contact of a patch, and the word for what computes its loads.
inline Contact contact_made_by(const ContactPatch& patch, const std::string& model, double tolerance) {
  return {patch, {.model = value_of_word<ContactModel>(model, "model"), .tolerance = tolerance}};
}

/// Contact::model() without the interpreter lock.
PyFrictionModel make_model(const Contact& contact, const std::string& coefficient);
/// Contact::surface() likewise.
PyLimitSurface make_surface(const Contact& contact, const std::string& coefficient);

}  // namespace dryslip::python
