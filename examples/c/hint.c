/* Asks for a hint by the protocol, JSON in and out: cc hint.c -lninefold && ./a.out PUZZLE */
#include <ninefold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *puzzle = argc > 1 ? argv[1] : "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
  char request[4096], *answer = NULL;
  /* A puzzle that may hold quotes has to be escaped; this one has digits and dots. */
  snprintf(request, sizeof request, "{\"method\":\"hint\",\"board\":\"%s\"}", puzzle);
  if (ninefold_call(request, strlen(request), &answer) != NINEFOLD_OK) return EXIT_FAILURE;
  puts(answer);
  ninefold_free(answer);
  return EXIT_SUCCESS;
}
