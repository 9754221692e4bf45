#pragma once

/// Marks functions of the kernels that also run on a GPU; the only macro of the library.
#ifdef __CUDACC__
#define DRYSLIP_HD __host__ __device__
#else
#define DRYSLIP_HD
#endif
