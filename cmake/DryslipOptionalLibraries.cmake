# Libraries that dryslip may be built with, as targets dryslip::NAME. The installed package has this file too, since it looks for them
# on the machine that it is used on.

set(DRYSLIP_hdf5_SHARED_NAMES hdf5_serial hdf5)
set(DRYSLIP_hdf5_NAMES ${DRYSLIP_hdf5_SHARED_NAMES})
set(DRYSLIP_qhull_SHARED_NAMES qhull_r)
if(BUILD_SHARED_LIBS)
  set(DRYSLIP_qhull_NAMES qhull_r)
else()
  set(DRYSLIP_qhull_NAMES qhullstatic_r qhull_r)  # the static one: programs need no further file at run time
endif()

macro(dryslip_find_optional_library name)
  find_library(DRYSLIP_${name}_LIBRARY NAMES ${DRYSLIP_${name}_NAMES})
  mark_as_advanced(DRYSLIP_${name}_LIBRARY)
  if(DRYSLIP_${name}_LIBRARY AND NOT TARGET dryslip::${name})
    add_library(dryslip::${name} UNKNOWN IMPORTED)
    set_target_properties(dryslip::${name} PROPERTIES IMPORTED_LOCATION "${DRYSLIP_${name}_LIBRARY}")
  endif()
endmacro()
