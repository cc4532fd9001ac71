// Rates puzzles in several threads, and makes one: c++ -std=c++17 -pthread rate.cpp -lninefold && ./a.out
#include <ninefold.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static std::string call(const std::string &request) {
  char *answer = nullptr;
  const auto code = ninefold_call(request.data(), request.size(), &answer);
  const std::unique_ptr<char, void (*)(char *)> owned(answer, ninefold_free);
  if (code != NINEFOLD_OK) throw std::runtime_error("ninefold: code " + std::to_string(code));
  return answer;
}

int main() {
  const std::string puzzle = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
  std::string boards;
  for (int i = 0; i < 400; i++) boards += puzzle;
  std::vector<std::uint32_t> scores(400);
  std::vector<std::uint8_t> levels(400);
  std::vector<std::thread> threads;
  for (std::size_t begin = 0; begin < 400; begin += 100) {
    threads.emplace_back([&, begin] {
      ninefold_rate9(reinterpret_cast<const std::uint8_t *>(boards.data()) + begin * 81, 100, &scores[begin], &levels[begin]);
    });
  }
  for (auto &thread : threads) thread.join();
  for (std::size_t i = 0; i < 400; i++) {
    if (levels[i] != levels[0] || scores[i] != scores[0]) return 1;
  }
  std::cout << "level " << int(levels[0]) << ", score " << scores[0] << '\n';
  std::cout << call(R"({"method":"generate","shape":"3x3","level":"easy","seed":7})").substr(0, 6) << "...\n";
}
