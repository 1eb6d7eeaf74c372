/* What C11 has no word for, as gcc and clang say it, and as Microsoft's cl does. */
#ifndef FMUKIT_WORDS_H_
#define FMUKIT_WORDS_H_

#if defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#define NEVER_INLINE static __declspec(noinline)
/* Not inline, and seldom called; a header may define it where nobody calls it. */
#define SELDOM static __declspec(noinline)
#define LIKELY(x) (x)
#define PRINTF_LIKE(text, first)
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))
#define SELDOM static __attribute__((noinline, cold, unused))
#define LIKELY(x) __builtin_expect(x, 1)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#endif
#endif
