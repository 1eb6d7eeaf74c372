/* The calls of a batch, one after the other: part of whatever makes steps, for beside a small unit each instruction counts. */
#ifndef FMUKIT_BATCH_H_
#define FMUKIT_BATCH_H_
#include <string.h>
#include "engine.h"

/* There is an instance, and no guard: functions of the library may be called. */
static inline bool is_plain(const Engine* e) { return e->instance != NULL && e->call == e->plain; }

/* A status that FMI does not know is an error. */
static inline int known(Engine* e, int status) {
  if (status == fatal) e->fatal = true;
  return (unsigned)status < statusCount ? status : failed;
}

/* The worst of the statuses so far, one more among them that is not ok. */
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

/* Whether a register that is 0 or 1 is 1: as a word, which takes fewer instructions than as a number. */
static inline int is_set(const double* r) {
  uint64_t word;
  memcpy(&word, r, sizeof word);
  return word != 0;
}

ALWAYS_INLINE int step_once(Engine* e, double* r, int fmi) {
  if (fmi == 3) return step3(e, r);
  return stepped2(e, r, e->two.DoStep(e->instance, r[reg_time], r[reg_step], is_set(&r[reg_noSetStatePrior])));
}

/* The calls of a batch that is a step: from `first` on they set real numbers, from `step` on they get some. */
typedef struct {
  const Call *first, *step, *end;
} StepCalls;

static inline StepCalls step_calls(const Batch* b) { return (StepCalls){b->calls, b->calls + b->sets, b->calls + b->count}; }

/* Where the calls of a step go on after one whose answer is not ok: from `c` on, with that answer. */
SELDOM int go_on_step(Engine* e, Block* block, StepCalls calls, const Call* c, int answer, int fmi) {
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

/* Real numbers in, a step, real numbers out: what nearly all batches are, by the functions of the library. `told`: which call is under
   way is told, as others are to know who look at the process of the unit. */
ALWAYS_INLINE int run_step(Engine* e, Block* block, StepCalls calls, int fmi, bool told) {
  int answer;
  const Call* c = calls.first;
  if (told) block->current = op_set;
  for (; c < calls.step; c++)
    if ((answer = set_real(e, c->buffer, fmi)) != ok) return go_on_step(e, block, calls, c, answer, fmi);
  if (told) block->current = op_doStep;
  if ((answer = step_once(e, block->registers, fmi)) != ok) return go_on_step(e, block, calls, c, answer, fmi);
  if (told) block->current = op_get;
  while (++c < calls.end)
    if ((answer = get_real(e, c->buffer, fmi)) != ok) return go_on_step(e, block, calls, c, answer, fmi);
  block->registers[reg_failed] = -1;
  return ok;
}

/* One call that sets real numbers, a step, one that gets some: what most steps are of one batch alone. */
static inline bool is_short(const Batch* b) { return b->way != way_each && b->sets == 1 && b->count == 3; }

/* `run_step` of such a batch, not told: without its loops it takes a fifth fewer instructions. */
ALWAYS_INLINE int run_short_step(Engine* e, Block* block, const Batch* b, int fmi) {
  const Call *set = b->calls, *step = set + 1, *get = set + 2;
  int answer = set_real(e, set->buffer, fmi);
  if (answer != ok) return go_on_step(e, block, step_calls(b), set, answer, fmi);
  if ((answer = step_once(e, block->registers, fmi)) != ok) return go_on_step(e, block, step_calls(b), step, answer, fmi);
  if ((answer = get_real(e, get->buffer, fmi)) != ok) return go_on_step(e, block, step_calls(b), get, answer, fmi);
  block->registers[reg_failed] = -1;
  return ok;
}

/* The same for calls of any kind. */
static inline int run_each(Engine* e, const Batch* b) {
  Block* block = e->block;
  int worst = ok;
  for (uint32_t i = 0; i < b->count; i++) {
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

/* The worst status of a batch. Its calls were looked at when it was added; that a unit is there has been looked at. */
ALWAYS_INLINE int run_batch(Engine* e, const Batch* b) {
  if (b->way == way_step2 && is_plain(e)) return run_step(e, e->block, step_calls(b), 2, true);
  if (b->way == way_step3 && is_plain(e)) return run_step(e, e->block, step_calls(b), 3, true);
  return run_each(e, b);
}
#endif
