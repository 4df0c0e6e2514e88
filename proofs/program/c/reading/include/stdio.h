/* Names, so that a file that holds them can be read. */
#pragma once
#include <stddef.h>
typedef struct maxpool_file FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *restrict, ...);
int fprintf(FILE *restrict, const char *restrict, ...);
int snprintf(char *restrict, size_t, const char *restrict, ...);
int puts(const char *);
