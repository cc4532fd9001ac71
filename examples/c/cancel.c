/* Calls with a time limit: counts the grids of 4x4, and gives up a puzzle with 17 givens: cc cancel.c -lninefold && ./a.out
 * (The clock is POSIX's alarm; a thread that cancels the token does as well.) */
#include <ninefold.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ninefold_token *token;

static void ring(int signal_number) {
  (void)signal_number;
  ninefold_token_cancel(token);
}

/* Prints the answer to a request that may take so many seconds. */
static int ask(const char *request, unsigned seconds) {
  char *answer = NULL;
  int32_t code;
  ninefold_token_reset(token);
  alarm(seconds);
  code = ninefold_call_cancellable(request, strlen(request), token, &answer);
  alarm(0);
  puts(code == NINEFOLD_CANCELLED ? "cancelled" : code == NINEFOLD_OK ? answer : "no answer");
  ninefold_free(answer);
  return code == NINEFOLD_OK || code == NINEFOLD_CANCELLED;
}

int main(void) {
  struct sigaction action;
  int done;
  token = ninefold_token_new();
  memset(&action, 0, sizeof action);
  action.sa_handler = ring;
  sigaction(SIGALRM, &action, NULL);
  done = ask("{\"method\":\"count\",\"board\":\"................\"}", 60) &&
         ask("{\"method\":\"generate\",\"shape\":\"3x3\",\"clues\":17,\"attempts\":1000000000,\"seed\":7}", 1);
  ninefold_token_free(token);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
