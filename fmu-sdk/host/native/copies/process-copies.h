/*
 * Copies of an FMU's process by fork(). Each copy preserves the FMU's state, and creates a restored
 * process from it on each request. All are children of the program that started the FMU, so that
 * the process chain does not grow.
 */
#ifndef FMUKIT_COPIES_H_
#define FMUKIT_COPIES_H_
#include <stdbool.h>
#include <stdint.h>

struct Engine;

/*
 * Messages of a new process through the channel: the place of the state it saves, that it runs, or
 * that another process could not be created.
 */
enum { born_runner = 128, born_not };

/*
 * Flags of the system call that creates copies. The filter permits the call only with these flags,
 * from the address it returns to.
 */
uint64_t copies_flags(void);
uint64_t copies_return(void);

/*
 * Creates a copy that saves the current state at this place. Returns `ok` here, or `failed` with
 * the reason as the result. Returns `born` in each process restored from the copy.
 */
enum { born = 100 };
int copies_hold(struct Engine*, uint32_t place, bool follows);
#endif
