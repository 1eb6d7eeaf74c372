/*
 * The instances of a process share a table. The first instance makes it, and the last one frees it.
 */
#include <pthread.h>
#include "../plant.h"

enum { rows = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double* table;
static int users;

bool created(Unit* c) {
  (void)c;
  pthread_mutex_lock(&lock);
  if (users++ == 0) {
    table = malloc(rows * sizeof *table);
    for (int i = 0; i < rows; i++) table[i] = sqrt(i);
  }
  pthread_mutex_unlock(&lock);
  return true;
}
void freed(Unit* c) {
  (void)c;
  pthread_mutex_lock(&lock);
  if (--users == 0) {
    free(table);
    table = NULL;
  }
  pthread_mutex_unlock(&lock);
}
double own(Unit* c) { return table[c->m.beats % rows]; }
