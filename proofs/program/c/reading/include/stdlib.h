/* Names, so that a file that holds them can be read. */
#pragma once
#include <stddef.h>
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
_Noreturn void abort(void);
_Noreturn void exit(int);
int abs(int);
long labs(long);
long long llabs(long long);
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
