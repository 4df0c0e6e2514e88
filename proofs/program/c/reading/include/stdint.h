/* Fixed-width integers, as the compiler defines them for the target. */
#pragma once
#define MAXPOOL_INT(width) \
  typedef __INT##width##_TYPE__ int##width##_t; typedef __UINT##width##_TYPE__ uint##width##_t; \
  typedef __INT_LEAST##width##_TYPE__ int_least##width##_t; typedef __UINT_LEAST##width##_TYPE__ uint_least##width##_t; \
  typedef __INT_FAST##width##_TYPE__ int_fast##width##_t; typedef __UINT_FAST##width##_TYPE__ uint_fast##width##_t;
MAXPOOL_INT(8)
MAXPOOL_INT(16)
MAXPOOL_INT(32)
MAXPOOL_INT(64)
#undef MAXPOOL_INT
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX __INT32_MAX__
#define INT64_MAX __INT64_MAX__
#define INT8_MIN (-INT8_MAX - 1)
#define INT16_MIN (-INT16_MAX - 1)
#define INT32_MIN (-INT32_MAX - 1)
#define INT64_MIN (-INT64_MAX - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX __UINT32_MAX__
#define UINT64_MAX __UINT64_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define SIZE_MAX __SIZE_MAX__
#define MAXPOOL_PASTE_(a, b) a##b
#define MAXPOOL_PASTE(a, b) MAXPOOL_PASTE_(a, b)
#define INT8_C(c) MAXPOOL_PASTE(c, __INT8_C_SUFFIX__)
#define INT16_C(c) MAXPOOL_PASTE(c, __INT16_C_SUFFIX__)
#define INT32_C(c) MAXPOOL_PASTE(c, __INT32_C_SUFFIX__)
#define INT64_C(c) MAXPOOL_PASTE(c, __INT64_C_SUFFIX__)
#define UINT8_C(c) MAXPOOL_PASTE(c, __UINT8_C_SUFFIX__)
#define UINT16_C(c) MAXPOOL_PASTE(c, __UINT16_C_SUFFIX__)
#define UINT32_C(c) MAXPOOL_PASTE(c, __UINT32_C_SUFFIX__)
#define UINT64_C(c) MAXPOOL_PASTE(c, __UINT64_C_SUFFIX__)
