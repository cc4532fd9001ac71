/* Solves and rates the 9x9 puzzles of standard input, one a line: cc solve.c -lninefold && ./a.out <puzzles.txt */
#include <ninefold.h>
#include <stdio.h>
#include <string.h>

#define MOST 4096
static uint8_t boards[MOST][81], solutions[MOST][81], counts[MOST], levels[MOST];
static uint32_t scores[MOST];

int main(void) {
  static const char *const LEVELS[] = {"", "easy", "medium", "hard", "unfair", "extreme"};
  char line[256];
  size_t n = 0;
  while (n < MOST && fgets(line, sizeof line, stdin)) {
    if (strcspn(line, "\r\n") == 81) memcpy(boards[n++], line, 81);
  }
  if (ninefold_solve9(boards[0], n, solutions[0], counts) != NINEFOLD_OK) return 1;
  if (ninefold_rate9(boards[0], n, scores, levels) != NINEFOLD_OK) return 1;
  for (size_t i = 0; i < n; i++) {
    if (counts[i] == NINEFOLD_BAD) puts("not a board");
    else if (counts[i] == 0) puts("no solution");
    else printf("%.81s %s %u\n", (const char *)solutions[i], counts[i] == 1 ? LEVELS[levels[i]] : "several", (unsigned)scores[i]);
  }
  return 0;
}
