# Installs the build into an empty prefix, then configures, builds and runs a project that only knows find_package(dryslip).
set(prefix "${BUILD}/tests/install_test/prefix")
set(outside "${BUILD}/tests/install_test/outside")
file(REMOVE_RECURSE "${BUILD}/tests/install_test")

foreach(command
    "${CMAKE_COMMAND};--install;${BUILD};--prefix;${prefix}"
    "${CMAKE_COMMAND};-G;Ninja;-S;${CMAKE_CURRENT_LIST_DIR};-B;${outside};-DCMAKE_PREFIX_PATH=${prefix};-DCMAKE_CXX_COMPILER=${CXX}"
    "${CMAKE_COMMAND};--build;${outside}"
    "${outside}/outside"
    "${prefix}/bin/dryslip;--version")
  execute_process(COMMAND ${command} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed (${status}): ${command}\n${output}")
  endif()
endforeach()
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "the installed program does not say version ${VERSION}: ${output}")
endif()
message(STATUS "installed, found, built and run: dryslip ${VERSION}")
