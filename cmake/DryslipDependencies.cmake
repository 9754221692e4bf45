# What the library is built on: header-only packages, so that the same sources serve native, browser and Python builds.
#
#   Eigen3::Eigen            public: our headers include it
#   dryslip_private_headers  Boost, toml++, nlohmann-json, fmt: included by our .cpp files only
#   qhull                    optional, native only: convex hulls for the Minkowski sum. The static library, so that programs
#                            need no further file at run time
#   HDF5                     optional, native only: motions in time as .h5

# Header packages by their Debian names; what is missing is told in one line.
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

# Optional libraries: one counts when header and library are both there (DRYSLIP_HAS_<name>), and only then it is linked.
set(DRYSLIP_OPTIONAL_LIBRARIES)
macro(found_optional name)
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  if(${name}_INCLUDE_DIR AND ${name}_LIBRARY)
    set(DRYSLIP_HAS_${name} ON)
    list(APPEND DRYSLIP_OPTIONAL_LIBRARIES "${${name}_LIBRARY}")
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
    find_path(QHULL_INCLUDE_DIR libqhull_r/libqhull_r.h)
    find_library(QHULL_LIBRARY NAMES qhullstatic_r qhull_r)
    found_optional(QHULL)
  endif()
  if(DRYSLIP_HDF5)
    # The plain C library; the module of CMake would ask for the C language and its compiler wrappers.
    find_path(HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
    find_library(HDF5_LIBRARY NAMES hdf5_serial hdf5)
    found_optional(HDF5)
  endif()
endif()
