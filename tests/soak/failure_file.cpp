#include "tests/soak/failure_file.hpp"

#include <filesystem>
#include <fstream>

#include "tests/soak/shrink.hpp"

namespace dryslip::soak {

void shrink_failure(FoundFailure& found, const SoakOptions& options) {
  const Shrunk shrunk = shrink(found.scenario, found.failure, options.checks, options.shrink_seconds);
  found.scenario = shrunk.scenario;
  found.failure.message = shrunk.message;
}

std::string write_failure(const FoundFailure& found, const SoakOptions& options) {
  std::filesystem::create_directories(options.out);
  const std::string case_name = options.file.empty() ? std::to_string(options.seed) + "_" + std::to_string(found.index)
                                                     : std::filesystem::path(options.file).stem().string() + "_reduced";
  const std::string path = options.out + "/" + case_name + "_" + found.failure.check + ".toml";
  std::ofstream file(path);
  file << "# " << found.failure.check << ": " << found.failure.message << "\n";
  file << "# build/release/soak --only " << found.failure.check << " --shrink 0 --file " << path << "\n";
  file << text_of(found.scenario);
  return path;
}

}  // namespace dryslip::soak
