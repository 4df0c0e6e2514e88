/*
 * Runs every mutant of maxpool.c on every case, and writes a byte for each pair: 1 where the case kills the mutant.
 *
 * Cases come by standard input: their number, and of each a `case_head`, the call, and the bytes of X, Y and Indices.
 * A case of `maxpool_sizes` alone has the type after the last, no X and no Indices, and for Y the four sizes.
 * A case kills a mutant that gives another status, other outputs, writes beside them, fails, or takes too many steps:
 * these are counted by what `-fsanitize-coverage=trace-pc` has the mutants call, so that no clock decides.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutants.h"

#define STEPS 100000L /* Basic blocks for one call; the operator as it is must do with these on every case. */
#define STEPS_OF_SIZES 2000L /* For one call of `maxpool_sizes`. */
#define AROUND (16L << 20) /* Bytes before and after a tensor's pages that nobody may touch. */
#define FILL 0xA5

typedef struct { int64_t type, status, bytes[3]; } case_head;
typedef struct { case_head head; maxpool_call call; const unsigned char *tensor[3]; } one_case;
typedef int (*any_pool)(const maxpool_call *, const void *, void *, int64_t *);

static size_t size_of_room; /* Whole pages for the largest tensor; what a case leaves of them is filled. */
static unsigned char *filled;
static sigjmp_buf out;
static volatile long left;

void __sanitizer_cov_trace_pc(void)
{
    if (--left < 0) { siglongjmp(out, 1); }
}

static void failed(int number)
{
    (void)number;
    siglongjmp(out, 1);
}

static void *mapped(size_t bytes, int protection)
{
    void *found = mmap(NULL, bytes, protection, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (found == MAP_FAILED) { exit(2); }
    return found;
}

/* Room for a tensor, with pages around it that cannot be touched. */
static unsigned char *room(void)
{
    unsigned char *all = mapped(2 * AROUND + size_of_room, PROT_NONE);

    if (mprotect(all + AROUND, size_of_room, PROT_READ | PROT_WRITE) != 0) { exit(2); }
    return all + AROUND;
}

static int untouched(const unsigned char *from, size_t bytes)
{
    return memcmp(from, filled, bytes) == 0;
}

/* Whether a case kills a mutant, for Y with Indices or for Y alone. */
static int kills(any_pool pool, const one_case *c, unsigned char *const rooms[3], int with_indices)
{
    unsigned char *at[3];
    int status;

    for (int i = 0; i < 3; ++i)
    {
        at[i] = rooms[i] + size_of_room - c->head.bytes[i];
        memset(rooms[i], FILL, size_of_room);
    }
    memcpy(at[0], c->tensor[0], (size_t)c->head.bytes[0]);
    left = STEPS;
    if (sigsetjmp(out, 1) != 0) { return 1; }
    status = pool(&c->call, at[0], at[1], with_indices ? (int64_t *)at[2] : NULL);
    if (status != c->head.status || memcmp(at[0], c->tensor[0], (size_t)c->head.bytes[0]) != 0) { return 1; }
    for (int i = 1; i < 3; ++i)
    {
        const unsigned char *right = (i == 2 && !with_indices) ? filled : c->tensor[i];

        if (!untouched(rooms[i], size_of_room - (size_t)c->head.bytes[i])) { return 1; }
        if (memcmp(at[i], right, (size_t)c->head.bytes[i]) != 0) { return 1; }
    }
    return 0;
}

/* Whether a case of `maxpool_sizes` alone kills a mutant: its sizes are written with MAXPOOL_OK only, and no others. */
static int kills_sizes(sizes_of sizes, const one_case *c, unsigned char *room)
{
    unsigned char *const at = room + size_of_room - 4 * sizeof(maxpool_int);
    unsigned char *const before = at - 4 * sizeof(maxpool_int);
    int status;

    memset(before, FILL, 8 * sizeof(maxpool_int));
    left = STEPS_OF_SIZES;
    if (sigsetjmp(out, 1) != 0) { return 1; }
    status = sizes(&c->call, (maxpool_int *)at);
    if (status != c->head.status || !untouched(before, 4 * sizeof(maxpool_int))) { return 1; }
    return memcmp(at, c->head.bytes[1] == 0 ? filled : c->tensor[1], 4 * sizeof(maxpool_int)) != 0;
}

static void read_all(void *to, size_t bytes)
{
    if (fread(to, 1, bytes, stdin) != bytes) { exit(2); }
}

int main(void)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    struct sigaction action;
    int64_t number = 0;
    one_case *cases;
    unsigned char *rooms[3], *told;
    volatile int64_t *next;

    size_of_room = (size_t)sysconf(_SC_PAGESIZE);
    read_all(&number, sizeof number);
    cases = calloc((size_t)number + 1, sizeof *cases);
    for (int64_t i = 0; i < number; ++i)
    {
        read_all(&cases[i].head, sizeof cases[i].head);
        read_all(&cases[i].call, sizeof cases[i].call);
        for (int t = 0; t < 3; ++t)
        {
            const size_t size = (size_t)cases[i].head.bytes[t];
            unsigned char *bytes = malloc(size + 1);

            while (size_of_room < size) { size_of_room *= 2; }
            read_all(bytes, size);
            cases[i].tensor[t] = bytes;
        }
    }
    filled = malloc(size_of_room);
    memset(filled, FILL, size_of_room);
    for (int t = 0; t < 3; ++t) { rooms[t] = room(); }
    told = mapped((size_t)number + 1, PROT_READ | PROT_WRITE);
    next = mapped(sizeof *next, PROT_READ | PROT_WRITE);
    for (int m = 0; m < MUTANTS; ++m)
    {
        memset(told, 0, (size_t)number);
        for (*next = 0; *next < number; ++*next)
        {
            /* A process of its own for each mutant: what it does to memory ends with it. */
            const pid_t child = fork();

            if (child < 0) { exit(2); }
            if (child == 0)
            {
                memset(&action, 0, sizeof action);
                action.sa_handler = failed;
                for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) { sigaction(signals[i], &action, NULL); }
                for (; *next < number; ++*next)
                {
                    const one_case *c = &cases[*next];

                    if (c->head.type == TYPES) { told[*next] = (unsigned char)kills_sizes(sizes[m], c, rooms[1]); }
                    else
                    {
                        const any_pool pool = (any_pool)mutants[m][c->head.type];

                        told[*next] = (unsigned char)(kills(pool, c, rooms, 1) || kills(pool, c, rooms, 0));
                    }
                }
                _exit(0);
            }
            /* A mutant that ends the process all the same is killed by the case that it did so on. */
            if (waitpid(child, NULL, 0) == child && *next < number) { told[*next] = 1; }
        }
        fwrite(told, 1, (size_t)number, stdout);
    }
    return 0;
}
