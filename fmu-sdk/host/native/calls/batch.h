/*
 * Makes the calls of a batch in sequence. Included by all code that makes steps, because for a
 * small FMU each instruction counts.
 */
#ifndef FMUKIT_BATCH_H_
#define FMUKIT_BATCH_H_
#include <string.h>
#include "../engine/engine.h"

/* Reports whether library functions may be called: there is an instance, and no guard. */
static inline bool is_plain(const Engine* e) { return e->instance != NULL && e->call == e->plain; }

/* Converts an unknown status to error. */
static inline int known(Engine* e, int status) {
  if (status >= failed) e->failed = true;
  if (status == fatal) e->fatal = true;
  return (unsigned)status < statusCount ? status : failed;
}

/* Returns the worst status, including one that is not ok. */
SELDOM int worse(Engine* e, int worst, int answer) {
  const int status = known(e, answer);
  return status > worst ? status : worst;
}

ALWAYS_INLINE int set_real(Engine* e, const Buffer* b, int fmi) {
  if (fmi == 2) return e->two.SetReal(e->instance, b->reference, b->references, b->values);
  return e->three.SetFloat64(e->instance, b->reference, b->references, b->values, b->count);
}

ALWAYS_INLINE int get_real(Engine* e, const Buffer* b, int fmi) {
  if (fmi == 2) return e->two.GetReal(e->instance, b->reference, b->references, b->values);
  return e->three.GetFloat64(e->instance, b->reference, b->references, b->values, b->count);
}

/*
 * Tests whether a register is 1, not 0, as a word, which takes fewer instructions than as a number.
 */
static inline int is_set(const double* r) {
  uint64_t word;
  memcpy(&word, r, sizeof word);
  return word != 0;
}

ALWAYS_INLINE int step_once(Engine* e, double* r, int fmi) {
  if (fmi == 3) return step3(e, r);
  return stepped2(e, r, e->two.DoStep(e->instance, r[reg_time], r[reg_step], is_set(&r[reg_noSetStatePrior])));
}

/*
 * The calls of a batch with a step: from `first` on they set real numbers, from `step` on they get
 * some.
 */
typedef struct {
  const Call *first, *step, *end;
} StepCalls;

static inline StepCalls step_calls(const Batch* b) { return (StepCalls){b->calls, b->calls + b->sets, b->calls + b->count}; }

/* Continues the calls of a step from `c`, whose status is not ok. */
SELDOM int go_on_step(Engine* e, StepCalls calls, const Call* c, int answer, int fmi) {
  Block* block = e->block;
  int worst = worse(e, ok, answer);
  for (; worst < discard && ++c < calls.end;) {
    block->current = c->op;
    if (c < calls.step) answer = set_real(e, c->buffer, fmi);
    else if (c == calls.step) answer = step_once(e, block->registers, fmi);
    else answer = get_real(e, c->buffer, fmi);
    if (answer != ok) worst = worse(e, worst, answer);
  }
  block->registers[reg_failed] = worst < discard ? -1 : (double)(c - calls.first);
  return worst;
}

/*
 * Runs the common batch: sets of real numbers, a step, and gets of real numbers, with the library's
 * functions. `told` records the current call for observers of the FMU's process.
 */
ALWAYS_INLINE int run_step(Engine* e, StepCalls calls, int fmi, bool told) {
  Block* block = e->block;
  int answer;
  const Call* c = calls.first;
  if (told) block->current = op_set;
  for (; c < calls.step; c++)
    if ((answer = set_real(e, c->buffer, fmi)) != ok) return go_on_step(e, calls, c, answer, fmi);
  if (told) block->current = op_doStep;
  if ((answer = step_once(e, block->registers, fmi)) != ok) return go_on_step(e, calls, c, answer, fmi);
  if (told) block->current = op_get;
  while (++c < calls.end)
    if ((answer = get_real(e, c->buffer, fmi)) != ok) return go_on_step(e, calls, c, answer, fmi);
  block->registers[reg_failed] = -1;
  return ok;
}

/*
 * Detects a batch of one set of real numbers, a step, and one get, the most common step of a single
 * batch.
 */
static inline bool is_short(const Batch* b) { return b->way != way_each && b->sets == 1 && b->count == 3; }

/*
 * Runs such a batch like `run_step` without recording calls. Without loops it takes a fifth fewer
 * instructions.
 */
ALWAYS_INLINE int run_short_step(Engine* e, const Batch* b, int fmi) {
  Block* block = e->block;
  const Call *set = b->calls, *step = set + 1, *get = set + 2;
  int answer = set_real(e, set->buffer, fmi);
  if (answer != ok) return go_on_step(e, step_calls(b), set, answer, fmi);
  if ((answer = step_once(e, block->registers, fmi)) != ok) return go_on_step(e, step_calls(b), step, answer, fmi);
  if ((answer = get_real(e, get->buffer, fmi)) != ok) return go_on_step(e, step_calls(b), get, answer, fmi);
  block->registers[reg_failed] = -1;
  return ok;
}

/* Runs calls of any kind, from `from` up to, but not including, `to`. */
static inline int run_part(Engine* e, const Batch* b, uint32_t from, uint32_t to) {
  Block* block = e->block;
  int worst = ok;
  for (uint32_t i = from; i < to; i++) {
    const Call* c = &b->calls[i];
    block->current = c->op;
    const int answer = e->call(e, c->op, c->buffer);
    if (answer == ok || (worst = worse(e, worst, answer)) < discard) continue;
    block->registers[reg_failed] = i;
    return worst;
  }
  block->registers[reg_failed] = -1;
  return worst;
}

static inline int run_each(Engine* e, const Batch* b) { return run_part(e, b, 0, b->count); }

/*
 * Returns the worst status of a batch. The batch was validated when it was added, and the caller
 * has checked that there is an instance.
 */
ALWAYS_INLINE int run_batch(Engine* e, const Batch* b) {
  if (b->way == way_step2 && is_plain(e)) return run_step(e, step_calls(b), 2, true);
  if (b->way == way_step3 && is_plain(e)) return run_step(e, step_calls(b), 3, true);
  return run_each(e, b);
}
#endif
