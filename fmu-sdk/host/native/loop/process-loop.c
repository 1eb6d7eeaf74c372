#include "process-loop.h"
#include "native-loop.h"
#include "../calls/typed-copy.h"
#include <stdlib.h>

/* Number of loops that a process holds. A new one may replace an older one. */
enum { loopLimit = 64, no_loop = -1 };
/* Longest time of the steps of one call [ns], because the waiting side supervises the FMUs. */
enum { spell = 8000000 };

/* A loop, and the rows of its memory, if it keeps any. */
typedef struct {
  Loop* loop;
  KeptRows kept;
} Entry;

static const Members* members;
static Entry entries[loopLimit];

/* Marks a call that keeps rows, in its operand. */
enum { with_rows = 1 << 30 };

/* The segment of an array that lies in the first block of the process. */
enum { in_block = UINT32_MAX };

/* Operands of an array: FMU, segment, offset [bytes], number of elements, kind. */
enum { wordsOfArray = 5 };

static bool array_at(const uint32_t* w, Array* a) {
  if (w[0] >= members->count || w[4] >= kindCount) return false;
  const Engine* e = members->all[w[0]];
  uint8_t* from = w[1] == in_block ? (uint8_t*)e->block : w[1] < segmentLimit ? e->segments[w[1]] : NULL;
  if (from == NULL) return false;
  *a = (Array){from + w[2], w[3], w[4]};
  return true;
}

static Loop* planned(Engine* e) {
  static const bool open = true;
  size_t wordCount, realCount, arrayWords, seatCount;
  const uint32_t* words = take_array(e, sizeof *words, &wordCount);
  const double* reals = take_array(e, sizeof *reals, &realCount);
  const uint32_t* places = take_array(e, sizeof *places, &arrayWords);
  const uint32_t* units = take_array(e, sizeof *units, &seatCount);
  const uint32_t arrayCount = (uint32_t)(arrayWords / wordsOfArray);
  Array* arrays = calloc(arrayCount + 1, sizeof *arrays);
  Seat* seats = calloc(seatCount + 1, sizeof *seats);
  bool whole = true;
  for (uint32_t i = 0; i < arrayCount && whole; i++) whole = array_at(places + wordsOfArray * i, &arrays[i]);
  for (uint32_t i = 0; i < seatCount && whole; i++) {
    whole = units[i] < members->count;
    if (whole) seats[i] = (Seat){members->all[units[i]], &open};
  }
  const LoopPlan plan = {arrays, seats, words, reals, arrayCount, (uint32_t)seatCount, (uint32_t)wordCount, (uint32_t)realCount};
  Loop* loop = whole ? loop_make(&plan) : NULL;
  free(arrays);
  free(seats);
  return loop;
}

/*
 * Operands: number of the loop to replace, or −1, then words, reals, arrays and FMUs of the plan. The
 * result is the number of the loop.
 */
static int add_loop(Engine* e) {
  const int32_t old = (int32_t)take_word(e);
  Loop* loop = planned(e);
  if (loop == NULL) return failed;
  uint32_t number = 0;
  if (old != no_loop)
    number = (uint32_t)old;
  else
    while (number < loopLimit && entries[number].loop != NULL) number++;
  if (number >= loopLimit) {
    loop_free(loop);
    return engine_say(e, "a process holds %d loops.", loopLimit);
  }
  if (entries[number].loop != NULL) loop_free(entries[number].loop);
  entries[number] = (Entry){.loop = loop};
  put_word(e, number);
  return ok;
}

/* Operands: number of the loop, then array of the memory to keep, array of the rows, their number. */
static int keep_rows(Engine* e) {
  const uint32_t number = take_word(e);
  size_t words;
  const uint32_t* w = take_array(e, sizeof *w, &words);
  const uint32_t capacity = take_word(e);
  Array from, rows;
  if (number >= loopLimit || entries[number].loop == NULL || words != 2 * wordsOfArray) return failed;
  if (!array_at(w, &from) || !array_at(w + wordsOfArray, &rows) || from.kind != kind_u8 || rows.kind != kind_u8) return failed;
  if ((uint64_t)capacity * from.length > rows.length) return failed;
  entries[number].kept = (KeptRows){from.at, rows.at, (uint32_t)from.length, capacity};
  return ok;
}

static int run_loop(Engine* e, uint32_t operand) {
  const uint32_t number = operand & ~(uint32_t)with_rows;
  if (number >= loopLimit || entries[number].loop == NULL) return engine_say(e, "unknown loop %u.", number);
  const Entry* entry = &entries[number];
  loop_run_for(entry->loop, spell, (operand & with_rows) != 0 && entry->kept.capacity > 0 ? &entry->kept : NULL);
  return ok;
}

void process_loops(const Members* all) {
  members = all;
  for (uint32_t i = 0; i < all->count; i++) {
    all->all[i]->addLoop = add_loop;
    all->all[i]->keepRows = keep_rows;
    all->all[i]->runLoop = run_loop;
  }
}
