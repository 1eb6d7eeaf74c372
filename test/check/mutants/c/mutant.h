/*
 * Marks of mutants. A unit compiled with `-DMUTANT_leak_step=,` is its mutant leak-step, because
 * the comma makes another argument the third.
 */
#define KEEP(...) __VA_ARGS__
#define DROP(...)
#define THIRD(first, second, third, ...) third
#define SELECT(...) THIRD(__VA_ARGS__, )

/* Code that only the mutant has. */
#define ADD(mutant, ...) SELECT(MUTANT_##mutant, KEEP, DROP)(__VA_ARGS__)
/* Code that the mutant lacks. */
#define OMIT(mutant, ...) SELECT(MUTANT_##mutant, DROP, KEEP)(__VA_ARGS__)
/* Code `good`, which the mutant replaces by the rest. */
#define MUTANT(mutant, good, ...) OMIT(mutant, good) ADD(mutant, __VA_ARGS__)

#define LEAK(bytes) { char* volatile p = malloc(bytes); (void)p; }

/* Writes in front of an array that is not aligned, which the check reports. */
#define ALIGNED(array) if ((uintptr_t)(array) % sizeof *(array) != 0) ((char*)(array))[-1] = 1
