/* Memory by pages. */
#ifndef FMUKIT_PAGES_H_
#define FMUKIT_PAGES_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { pages_closed, pages_read, pages_write } PagesUse;

size_t page_size(void);
/* Zeros of this process alone; closed ones cost nothing until they are opened. NULL where there are none. */
uint8_t* pages_take(size_t bytes, PagesUse);
void pages_give_back(void* at, size_t bytes);
/* Allows this use of whole pages; whether it holds. */
bool pages_allow(void* at, size_t bytes, PagesUse);
/* What the pages held is not needed any more. They stay as they are. */
void pages_forget(void* at, size_t bytes);
/* From now on `fault` is asked wherever this process reaches for memory in a way that is not allowed there: true to try again, false
   where it is its own crash. */
bool pages_watch(bool (*fault)(uint8_t* at));
#endif
