// Numbers as their shortest texts, by to_chars, to a file, by fwrite. Prints seconds of CPU time of
// one.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double cpu() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// file of doubles, how many of them, how often, file to write
int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::vector<double> numbers(std::strtoul(argv[2], nullptr, 10));
  std::FILE* in = std::fopen(argv[1], "rb");
  if (in == nullptr || std::fread(numbers.data(), 8, numbers.size(), in) != numbers.size()) return 3;
  std::FILE* out = std::fopen(argv[4], "wb");
  if (out == nullptr) return 4;
  const long rounds = std::atol(argv[3]);
  std::vector<char> block(65536 + 64);
  size_t used = 0;
  const double begin = cpu();
  for (long k = 0; k < rounds; k++)
    for (double x : numbers) {
      used = size_t(std::to_chars(block.data() + used, block.data() + block.size(), x).ptr - block.data());
      block[used++] = ',';
      if (used < 65536) continue;
      std::fwrite(block.data(), 1, used, out);
      used = 0;
    }
  std::fwrite(block.data(), 1, used, out);
  std::fflush(out);
  std::printf("%.17g\n", (cpu() - begin) / double(rounds) / double(numbers.size()));
  return 0;
}
