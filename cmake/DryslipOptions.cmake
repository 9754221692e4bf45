# Choices of a build, and the compiler flags that every target of this project shares.

option(DRYSLIP_WARNINGS_AS_ERRORS "Compiler warnings stop the build (our presets; never for consumers)" OFF)
option(DRYSLIP_UNIT_TESTS_ONLY "Of the tests, build the unit tests only (sanitizer build)" OFF)
option(DRYSLIP_WHOLE_TEST_SUITE "Also register the checks and the tests that run other builds (sanitize, wasm, install)" OFF)
option(DRYSLIP_QHULL "Build the Minkowski sum of supports where qhull is installed" ON)
option(DRYSLIP_HDF5 "Write .h5 files where HDF5 is installed" ON)

# The library's own: not for consumers. Where a compiler cache stands before the compiler only when asked for: scripts/build_tests
# sets the cache up for them. The WebAssembly build does without, and so proves that each file includes what it needs.
set(precompiled_headers OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT EMSCRIPTEN AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompiled_headers ON)
endif()
option(DRYSLIP_PRECOMPILED_HEADERS "Compile the library with precompiled headers" ${precompiled_headers})

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

# AVX2 and AVX-512 kernels exist for this processor family only; elsewhere the portable kernel is used.
set(DRYSLIP_X86_64 OFF)
if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(DRYSLIP_X86_64 ON)
endif()

# Debian's emscripten finds its JavaScript parser only by NODE_PATH; set here so that plain ninja links too.
if(EMSCRIPTEN AND EXISTS "/usr/share/nodejs/acorn")
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()

# Language level, warnings and number semantics for one of our targets.
#   -ffp-contract=off     same bits whatever the compiler would fuse
#   -fno-math-errno, -fno-trapping-math
#                         sqrt and comparisons may be vectorised; values do not change
#   -fno-semantic-interposition
#                         position-independent code (for the Python module) may inline as ordinary code does
function(dryslip_target_flags target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                             -Woverloaded-virtual -Wno-psabi -Wno-missing-field-initializers)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms on std::string + "text" (GCC bugs 105329, 105651); some depend on the length of the checkout's path.
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
    if(DRYSLIP_WARNINGS_AS_ERRORS)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endif()
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -fexceptions)
    target_link_options(${target} PUBLIC -fexceptions)
  else()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()
