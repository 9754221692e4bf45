# Choices of a build, and the compiler flags that every target of this project shares.

option(DRYSLIP_WARNINGS_AS_ERRORS "Compiler warnings stop the build (our presets; never for consumers)" OFF)
option(DRYSLIP_WHOLE_TEST_SUITE "Also register the checks and the tests that run other builds (sanitizers, wasm, install)" OFF)
option(DRYSLIP_QHULL "Build the Minkowski sum of supports where qhull is installed" ON)
option(DRYSLIP_HDF5 "Write .h5 files where HDF5 is installed" ON)

# The library's own: not for consumers. Where a compiler cache stands before the compiler only when asked for: scripts/build_tests
# sets the cache up for them.
set(precompiled_headers OFF)
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
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

# dryslip_cache_with_precompiled_header(TARGET HEADER...): lets ccache serve a target that has a precompiled header. That file is never
# the same twice; a text of versions and of our own headers that it may hold stands for it (CCACHE_PCH_EXTSUM).
function(dryslip_cache_with_precompiled_header target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
    return()
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir")
  file(CONFIGURE OUTPUT "${folder}/versions.txt" CONTENT "@CMAKE_CXX_COMPILER_VERSION@ @Eigen3_VERSION@ @CMAKE_CXX_FLAGS@" @ONLY)
  set(sum "${folder}/cmake_pch.hxx.gch.sum")
  add_custom_command(OUTPUT "${sum}" COMMAND cat versions.txt ${ARGN} > "${sum}" WORKING_DIRECTORY "${folder}"
                     DEPENDS "${folder}/versions.txt" ${ARGN} VERBATIM)
  add_custom_target(${target}_header_sum DEPENDS "${sum}")
  add_dependencies(${target} ${target}_header_sum)
  target_compile_options(${target} PRIVATE -fpch-preprocess)
endfunction()

# Compiles the library's files several at a time, so that headers are read and templates instantiated once for all of them: for builds
# beside that of the release, which stays file by file. Files of one folder must not use a name of an anonymous namespace for two
# things; those of drawing do, and stay alone.
function(dryslip_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow)  # of a name of another file
  get_target_property(sources ${target} SOURCES)
  set(last_folder "")
  foreach(source ${sources})
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/dryslip" "${source}")
    string(REGEX REPLACE "/.*" "" folder "${name}")
    if(NOT folder STREQUAL last_folder)
      set(last_folder ${folder})
      set(count 0)
    endif()
    math(EXPR group "${count} / 6")
    math(EXPR count "${count} + 1")
    if(NOT folder STREQUAL "drawing")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
    endif()
  endforeach()
endfunction()

# The sources of one of our libraries once more, as objects TWIN with further options, for the tests. Called where the library is made,
# since flags of single files are known only there. Warnings are seen in the library itself.
function(dryslip_twin target twin)
  get_target_property(sources ${target} SOURCES)
  # Kernels of other instruction sets are the library's own objects: the portable ones, of the same source, are sanitized.
  list(FILTER sources EXCLUDE REGEX "_avx[0-9]+\\.cpp$")
  add_library(${twin} OBJECT EXCLUDE_FROM_ALL ${sources})
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_LIBRARIES PRECOMPILE_HEADERS CXX_EXTENSIONS
                   COMPILE_FEATURES POSITION_INDEPENDENT_CODE)
    get_target_property(value ${target} ${property})
    if(NOT value MATCHES "NOTFOUND$")
      set_target_properties(${twin} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  # Eigen would allocate in another way under the address sanitizer, and objects of both kinds meet in a program.
  target_compile_definitions(${twin} PRIVATE EIGEN_MALLOC_ALREADY_ALIGNED=1)
  target_compile_options(${twin} PRIVATE -g1 -UNDEBUG -w -fno-omit-frame-pointer ${ARGN})
endfunction()

# TARGET_sanitized: with address and undefined behaviour sanitizers and with assertions.
set(DRYSLIP_SANITIZERS -fsanitize=address,undefined -fno-sanitize=null,alignment -fno-sanitize-recover=all)
function(dryslip_sanitized_twin target)
  if(DRYSLIP_WHOLE_TEST_SUITE)
    dryslip_twin(${target} ${target}_sanitized -Og ${DRYSLIP_SANITIZERS})
  endif()
endfunction()

# A program made of sanitized objects and others, the sanitized ones first: their copies of inline functions are taken. Of the library
# itself only what has no sanitized twin is left to take.
function(dryslip_sanitized_program name)
  cmake_parse_arguments(PARSE_ARGV 1 program "" "" "TWINS;OBJECTS;LIBRARIES")
  list(TRANSFORM program_TWINS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1_sanitized>")
  list(TRANSFORM program_OBJECTS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  list(TRANSFORM DRYSLIP_LINKED_LIBRARIES PREPEND "dryslip::" OUTPUT_VARIABLE linked)
  add_executable(${name} EXCLUDE_FROM_ALL ${program_TWINS} ${program_OBJECTS})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(${name} PRIVATE ${DRYSLIP_SANITIZERS})
  target_link_libraries(${name} PRIVATE ${program_LIBRARIES} dryslip::dryslip ${linked} Threads::Threads)
endfunction()
