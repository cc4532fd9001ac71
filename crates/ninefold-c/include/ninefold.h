/*
 * ninefold: Sudoku of any size. Solve, check, count, explain, rate and make puzzles.
 *
 *     char *answer = NULL;
 *     const char *request = "{\"method\":\"generate\",\"shape\":\"3x3\",\"level\":\"hard\",\"seed\":7}";
 *     if (ninefold_call(request, strlen(request), &answer) == NINEFOLD_OK) puts(answer);
 *     ninefold_free(answer);
 *
 * Every function may be called from any thread at any time; none starts threads, reads or writes files, or keeps a
 * pointer that it was given. A result of type int32_t is one of the codes below. With any code but NINEFOLD_OK,
 * nothing has been written except what is said there. A thread with 256 KB of stack is enough; only running
 * out of memory or stack ends the process.
 *
 * Link with -lninefold (`pkg-config --libs ninefold`; `--static` says what the static library needs).
 */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Done. */
#define NINEFOLD_OK 0
/* A pointer is NULL, or not aligned for its type. */
#define NINEFOLD_POINTER 1
/* A length or number is larger than any memory. */
#define NINEFOLD_LENGTH 2
/* The library failed because of a bug. The process is sound, but buffers for answers may hold anything. */
#define NINEFOLD_BROKEN 3

/* The call was cancelled; see below. */
#define NINEFOLD_CANCELLED 4

/* The answer for a board that is not one; see below. */
#define NINEFOLD_BAD 255

/* The version of the library, such as "0.1.0". It stays valid. */
const char *ninefold_version(void);

/*
 * Answers a request: `length` bytes of JSON in UTF-8, as strlen counts them. Zeros at the end do no harm.
 *
 * `*answer` becomes a text in UTF-8 that ends with a zero, {"ok":...} or {"error":{"message":...}}, to be freed with
 * ninefold_free; NULL if the code is NINEFOLD_POINTER or NINEFOLD_LENGTH. A request that is not JSON, names no method or
 * cannot be answered has an error object, with the code NINEFOLD_OK: look for "error" in the answer, too.
 *
 * The methods are: all_steps, candidates, canon, check, count, explain, formats, generate, hint, minimal, rate, rate_se, read,
 * shapes, solve, state, svg, symbols, trace, write. docs/src/c.md in the repository has a request for each task, and
 * web/src/engine/protocol.ts has the members of every request and answer.
 */
int32_t ninefold_call(const char *request, size_t length, char **answer);

/* Frees an answer of ninefold_call or ninefold_call_cancellable. Does nothing if it is NULL. */
void ninefold_free(char *answer);

/*
 * Cancelling calls. A token is given to any number of calls, at the same time or one after the other. Once it is cancelled,
 * each ends soon: most within a tenth of a second, those that look for steps after the technique that they are at, which may
 * take seconds on hard or large boards.
 */
typedef struct ninefold_token ninefold_token;

/* A token that is not cancelled, to be freed with ninefold_token_free. */
ninefold_token *ninefold_token_new(void);

/* Cancels the calls that have the token, now and later; from any thread, and from a signal handler too. */
void ninefold_token_cancel(ninefold_token *token);

/* Makes a cancelled token usable again. */
void ninefold_token_reset(ninefold_token *token);

/* Frees a token, which no call may have any more. This and the two functions above do nothing if it is NULL. */
void ninefold_token_free(ninefold_token *token);

/*
 * Does what ninefold_call does, until the token is cancelled; it may be NULL. The code of a call that was cancelled is
 * NINEFOLD_CANCELLED, and its answer is an error object, to be freed too. Once they have begun, `count` and `rate_se` answer
 * what they know by then ("exact":false, "end":"stopped"), and other calls may have their answer ready.
 */
int32_t ninefold_call_cancellable(const char *request, size_t length, const ninefold_token *token, char **answer);

/*
 * Many 9x9 boards at once.
 *
 * `boards` are `count` times 81 bytes, row by row: either numbers, 0 for a blank, or ASCII, '0' or '.' for a blank; the
 * first byte of a board says which, and what is written for that board uses the same. There is no zero between boards
 * or at the end. A board with any other byte is bad; this is reported in its place, and the others are answered.
 *
 * All other pointers are the caller's buffers for `count` answers, none of which may overlap another or the boards.
 * They are valid if the code is NINEFOLD_OK. The more boards in a call, the faster each is, up to some thousands.
 * With a count of 0, pointers may be NULL.
 */

/*
 * Whether each board has no solution (0), exactly one (1) or several (2), and the first of them, 81 bytes each; all
 * blanks if there is none. The count of a bad board is NINEFOLD_BAD.
 */
int32_t ninefold_solve9(const uint8_t *boards, size_t count, uint8_t *solutions, uint8_t *counts);

/*
 * How hard each board is for people, on HoDoKu's scale: its score, and its level: 1 easy, 2 medium, 3 hard, 4 unfair,
 * 5 extreme. Both are 0 if it does not have exactly one solution; the level of a bad board is NINEFOLD_BAD.
 */
int32_t ninefold_rate9(const uint8_t *boards, size_t count, uint32_t *scores, uint8_t *levels);

/*
 * The minlex form of each board, 81 bytes each: the same for all boards that differ only by symmetry. The status is 1,
 * or NINEFOLD_BAD if a board is bad or has a digit twice in a row, column or box; then the form is all blanks.
 */
int32_t ninefold_canon9(const uint8_t *boards, size_t count, uint8_t *forms, uint8_t *statuses);

#ifdef __cplusplus
}
#endif

#endif
