/* Attributes that C11 lacks, for gcc, clang and Microsoft's cl. */
#ifndef FMUKIT_WORDS_H_
#define FMUKIT_WORDS_H_

#if defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#define NEVER_INLINE static __declspec(noinline)
/* Not inlined and rarely called. A header may define it without a caller. */
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
