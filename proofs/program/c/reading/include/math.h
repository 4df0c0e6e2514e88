/* Of mathematics, what the subset knows, and the names of a few more so that a file that holds them can be read. */
#pragma once
#define INFINITY (__builtin_inff())
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define NAN (__builtin_nanf(""))
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define MAXPOOL_MATH(name) double name(double); float name##f(float);
#define MAXPOOL_MATH2(name) double name(double, double); float name##f(float, float);
MAXPOOL_MATH2(fmax) MAXPOOL_MATH2(fmin) MAXPOOL_MATH2(fmod) MAXPOOL_MATH2(pow)
MAXPOOL_MATH(floor) MAXPOOL_MATH(ceil) MAXPOOL_MATH(fabs) MAXPOOL_MATH(sqrt) MAXPOOL_MATH(round) MAXPOOL_MATH(trunc)
MAXPOOL_MATH(exp) MAXPOOL_MATH(log) MAXPOOL_MATH(tanh) MAXPOOL_MATH(sin) MAXPOOL_MATH(cos) MAXPOOL_MATH(erf)
#undef MAXPOOL_MATH
#undef MAXPOOL_MATH2
