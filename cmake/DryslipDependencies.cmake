# What the library is built on: header-only packages, so that the same sources serve native, browser and Python builds.
#
#   Eigen3::Eigen            public: our headers include it
#   dryslip_private_headers  Boost, toml++, nlohmann-json, fmt: included by our .cpp files only
#   dryslip::qhull           optional, native only: convex hulls for the Minkowski sum
#   dryslip::hdf5            optional, native only: motions in time as .h5

# Header packages by their Debian names; what is missing is named in one line.
set(missing_packages)
macro(find_headers debian_name package)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    list(APPEND missing_packages ${debian_name})
  endif()
endmacro()
find_headers(libeigen3-dev Eigen3 3.4 CONFIG)
if(NOT EMSCRIPTEN)
  find_headers(libboost-dev Boost 1.74)
  find_headers(libtomlplusplus-dev tomlplusplus 3.3 CONFIG)
  find_headers(nlohmann-json3-dev nlohmann_json 3.11 CONFIG)
  find_headers(libfmt-dev fmt 9 CONFIG)
  if(PROJECT_IS_TOP_LEVEL)
    find_headers(libcli11-dev CLI11 CONFIG)
  endif()
endif()
if(missing_packages)
  list(JOIN missing_packages " " missing_packages)
  # an indented line is not wrapped
  message(FATAL_ERROR "\n  dryslip needs header packages that are not installed: sudo apt-get install ${missing_packages}\n")
endif()

# Optional libraries: one counts when header and library are both there, and only then it is linked.
include(DryslipOptionalLibraries)
set(DRYSLIP_LINKED_LIBRARIES)
macro(find_optional name header)
  find_path(DRYSLIP_${name}_INCLUDE_DIR ${header} ${ARGN})
  mark_as_advanced(DRYSLIP_${name}_INCLUDE_DIR)
  if(DRYSLIP_${name}_INCLUDE_DIR)
    dryslip_find_optional_library(${name})
  endif()
  if(TARGET dryslip::${name})
    list(APPEND DRYSLIP_LINKED_LIBRARIES ${name})
  endif()
endmacro()

add_library(dryslip_private_headers INTERFACE)
target_compile_definitions(dryslip_private_headers INTERFACE FMT_HEADER_ONLY=1 TOML_HEADER_ONLY=1)

if(EMSCRIPTEN)
  # The system include folder must never reach em++ (it would bring the host's C library): one folder of links instead.
  set(links "${CMAKE_BINARY_DIR}/header_only")
  file(MAKE_DIRECTORY "${links}")
  foreach(folder boost toml++ nlohmann fmt)
    if(NOT EXISTS "/usr/include/${folder}")
      message(FATAL_ERROR "header-only package '${folder}' is missing in /usr/include: run scripts/bootstrap test")
    endif()
    file(CREATE_LINK "/usr/include/${folder}" "${links}/${folder}" SYMBOLIC)
  endforeach()
  target_include_directories(dryslip_private_headers SYSTEM INTERFACE "${links}")
else()
  find_package(Threads REQUIRED)
  foreach(package Boost::headers tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json fmt::fmt-header-only)
    # Headers only: a package that also offers a shared library is not linked.
    target_include_directories(dryslip_private_headers SYSTEM
                               INTERFACE $<TARGET_PROPERTY:${package},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  if(DRYSLIP_QHULL)
    find_optional(qhull libqhull_r/libqhull_r.h)
  endif()
  if(DRYSLIP_HDF5)
    # The plain C library; the module of CMake would ask for the C language and its compiler wrappers.
    find_optional(hdf5 hdf5.h PATH_SUFFIXES hdf5/serial)
  endif()
endif()
