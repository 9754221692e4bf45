#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "reproduce/items.hpp"

namespace dryslip::reproduce {
namespace {

ItemReport run_item(const Item& item, const ScenarioTexts& scenarios) {
  try {
    return {item, item.run(scenarios)};
  } catch (const std::runtime_error& error) {  // bad scenarios are std::invalid_argument and go on
    return {item, {}, error.what()};
  }
}

}  // namespace

bool has_failed(const ItemReport& report) {
  const auto fails = [](const Comparison& c) { return verdict(c) == Verdict::NotReproduced; };
  const std::vector<Comparison>& all = report.result.comparisons;
  return !report.failure.empty() || std::any_of(all.begin(), all.end(), fails);
}

std::vector<ItemReport> run_items(std::span<const Item> items, const ScenarioTexts& scenarios,
                                  const std::function<void(std::size_t)>& progress) {
  std::vector<ItemReport> reports(items.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::exception_ptr error;
  std::mutex mutex;  // of `done` and `error`
  std::condition_variable is_done;
  const auto work = [&] {
    for (std::size_t i = next++; i < items.size(); i = next++) {
      std::exception_ptr thrown;
      try {
        reports[i] = run_item(items[i], scenarios);
      } catch (...) {
        thrown = std::current_exception();
        next = items.size();
      }
      const std::lock_guard lock(mutex);
      if (thrown) error = thrown;
      ++done;
      is_done.notify_one();
    }
  };
  const std::size_t count = std::min<std::size_t>(std::max(std::thread::hardware_concurrency(), 1u), items.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  {
    std::unique_lock lock(mutex);
    for (std::size_t told = 0; told < items.size() && !error; told = done) {
      is_done.wait(lock, [&] { return done > told || error; });
      if (progress) progress(done);
    }
  }
  threads.clear();
  if (error) std::rethrow_exception(error);
  return reports;
}

}  // namespace dryslip::reproduce
