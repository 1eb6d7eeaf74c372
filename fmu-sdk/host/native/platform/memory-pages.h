/* Page-based memory. */
#ifndef FMUKIT_PAGES_H_
#define FMUKIT_PAGES_H_
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { pages_closed, pages_read, pages_write } PagesUse;

size_t page_size(void);
/*
 * Returns zeroed memory of this process. Closed pages take no memory until they are opened. Returns
 * NULL on failure.
 */
uint8_t* pages_take(size_t bytes, PagesUse);
void pages_give_back(void* at, size_t bytes);
/* Permits this use of whole pages. Returns whether it succeeded. */
bool pages_allow(void* at, size_t bytes, PagesUse);
/* Discards the pages' contents. The access rights stay. */
void pages_forget(void* at, size_t bytes);
/*
 * Calls `fault` for every forbidden memory access of this process. It returns true to retry the
 * access, or false if the process crashed.
 */
bool pages_watch(bool (*fault)(uint8_t* at));
#endif
