/* Assertions: with NDEBUG they are gone; without, a call that never comes back, which the subset does not know. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
_Noreturn void maxpool_assertion_failed(void);
#define assert(condition) ((condition) ? (void)0 : maxpool_assertion_failed())
#endif
#ifndef static_assert
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 202311L
#define static_assert _Static_assert
#endif
#endif
