#define _GNU_SOURCE
#include "engine.h"
#include "../calls/batch.h"
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../platform/load-library.h"
#include "../process/wait-child.h"

int engine_say(Engine* e, const char* format, ...) {
  char text[messageBytes];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  log_put(&e->block->log, failed, "fmukit", text);
  return failed;
}

int engine_absent(Engine* e, const char* function) {
  return engine_say(e, "%s was called, but the library does not export it.", function);
}

/* Largest number of elements that one call can exchange. */
enum { elementLimit = 1 << 27 };

/* ---- operands and results ---- */

static size_t padded(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

static const void* next(Engine* e, size_t bytes) {
  if (bytes > e->operandsLeft || padded(bytes) > e->operandsLeft) {
    e->short_of_operands = true;
    e->operandsLeft = 0;
    return NULL;
  }
  const uint8_t* at = e->operands;
  e->operands += padded(bytes);
  e->operandsLeft -= padded(bytes);
  return at;
}

const void* take(Engine* e, size_t bytes) {
  const void* at = next(e, bytes);
  return e->guarded ? guard_lend(e, at, bytes) : at;
}

uint32_t take_word(Engine* e) {
  const uint32_t* at = next(e, sizeof *at);
  return at == NULL ? 0 : *at;
}

size_t take_count(Engine* e) {
  const uint32_t count = take_word(e);
  if (count <= elementLimit) return count;
  e->short_of_operands = true;
  return 0;
}

double take_double(Engine* e) {
  const double* at = next(e, sizeof *at);
  return at == NULL ? 0 : *at;
}

const void* take_array(Engine* e, size_t elementBytes, size_t* count) {
  *count = take_word(e);
  const void* at = take(e, *count * elementBytes);
  if (at == NULL) *count = 0;
  return at;
}

static void* reserve(Bytes* b, size_t more) {
  if (b->size + more > b->capacity) {
    b->capacity = 2 * b->capacity + more;
    b->at = realloc(b->at, b->capacity);
    if (b->at == NULL) abort();
  }
  void* at = b->at + b->size;
  b->size += more;
  return at;
}

void* put(Engine* e, const void* from, size_t bytes) {
  uint8_t* at = reserve(&e->result, padded(bytes));
  if (bytes == 0) return at;
  memset(at, 0, padded(bytes));
  if (from != NULL) memcpy(at, from, bytes);
  return at;
}

/* With a guard, values are written elsewhere first. */
static struct {
  void* at;
  size_t from, bytes;
} elsewhere;

void* answer(Engine* e, size_t bytes) {
  void* at = put(e, NULL, bytes);
  void* guarded = e->guarded ? guard_room(e, bytes) : NULL;
  if (guarded == NULL) return at;
  elsewhere.at = guarded;
  elsewhere.from = (size_t)((uint8_t*)at - e->result.at);
  elsewhere.bytes = bytes;
  return guarded;
}

static void settle(Engine* e) {
  if (elsewhere.at != NULL) memcpy(e->result.at + elsewhere.from, elsewhere.at, elsewhere.bytes);
  elsewhere.at = NULL;
  guard_end(e);
}

void* space_for(Engine* e, size_t bytes) {
  void* at = e->guarded ? guard_room(e, bytes) : NULL;
  if (at == NULL) return calloc(1, bytes + sizeof(void*));
  memset(at, 0, bytes);
  return at;
}

void give_back(Engine* e, void* at) {
  if (!guard_has(e, at)) free(at);
}

void put_word(Engine* e, uint32_t word) { put(e, &word, sizeof word); }

int put_text(Engine* e, const char* text) {
  const size_t length = text == NULL ? 0 : strlen(text);
  put_word(e, (uint32_t)length);
  put(e, text, length);
  return ok;
}

/* ---- buffers and batches ---- */

static bool needs_buffer(uint32_t op) { return op >= op_get && op <= op_getEventIndicators; }

static Buffer* buffer_at(Engine* e, uint32_t index) { return index < e->bufferCount ? e->buffers[index] : NULL; }

/* Operands: type, segment, number and offset of references, number, offset and bytes of values. */
static int add_buffer(Engine* e) {
  Buffer* b = calloc(1, sizeof *b);
  b->type = take_word(e);
  uint8_t* base = e->segments[take_word(e) % segmentLimit];
  b->references = take_word(e);
  b->reference = (const uint32_t*)(base + take_word(e));
  b->count = take_word(e);
  b->values = base + take_word(e);
  b->bytes = take_word(e);
  e->buffers = realloc(e->buffers, (e->bufferCount + 1) * sizeof *e->buffers);
  e->buffers[e->bufferCount] = b;
  put_word(e, e->bufferCount++);
  return ok;
}

/* Operands: buffer, indexes of its values that an FMU of FMI 1.0 has with the other sign. */
static int add_negations(Engine* e) {
  Buffer* b = buffer_at(e, take_word(e));
  size_t count;
  const uint32_t* indexes = take_array(e, sizeof *indexes, &count);
  if (indexes == NULL) return failed;
  if (b == NULL || b->negated != NULL) return engine_say(e, "negations need a new buffer.");
  for (size_t k = 0; k < count; k++)
    if (indexes[k] >= b->count) return engine_say(e, "value %u is beyond the buffer.", indexes[k]);
  b->negated = malloc((count + 1) * sizeof *b->negated);
  memcpy(b->negated, indexes, count * sizeof *b->negated);
  b->negations = (uint32_t)count;
  return ok;
}

/* Reports whether the library has the function that sets or gets real numbers, or makes a step. */
static bool has_function(const Engine* e, uint32_t op) {
  if (e->library == NULL) return false;
  if (op == op_doStep) return e->fmi == 2 ? e->two.DoStep != NULL : e->three.DoStep != NULL;
  if (op == op_set) return e->fmi == 2 ? e->two.SetReal != NULL : e->three.SetFloat64 != NULL;
  return e->fmi == 2 ? e->two.GetReal != NULL : e->three.GetFloat64 != NULL;
}

/* Returns the index, from i on, of the first call that is not this operation on real numbers. */
static uint32_t past_reals(const Batch* b, uint32_t i, uint32_t op) {
  while (i < b->count && b->calls[i].op == op && b->calls[i].buffer->type == type_Float64) i++;
  return i;
}

static void choose_way(const Engine* e, Batch* b) {
  b->sets = past_reals(b, 0, op_set);
  const bool step = b->sets < b->count && b->calls[b->sets].op == op_doStep && past_reals(b, b->sets + 1, op_get) == b->count;
  const bool all = has_function(e, op_set) && has_function(e, op_doStep) && has_function(e, op_get);
  b->way = !step || !all || e->fmi == 1 ? way_each : e->fmi == 2 ? way_step2 : way_step3;
}

/* Operands: pairs of an operation and its buffer. */
static int add_batch(Engine* e) {
  size_t words;
  const uint32_t* pairs = take_array(e, sizeof *pairs, &words);
  const size_t count = words / 2;
  for (size_t i = 0; i < count; i++) {
    const uint32_t op = pairs[2 * i];
    if (op > op_getEventIndicators) return engine_say(e, "operation %u is not allowed in a batch.", op);
    if (needs_buffer(op) && buffer_at(e, pairs[2 * i + 1]) == NULL) return engine_say(e, "operation %u needs a buffer.", op);
  }
  Batch* b = malloc(sizeof *b + count * sizeof b->calls[0]);
  b->count = (uint32_t)count;
  for (size_t i = 0; i < count; i++) b->calls[i] = (Call){pairs[2 * i], buffer_at(e, pairs[2 * i + 1])};
  choose_way(e, b);
  e->batches = realloc(e->batches, (e->batchCount + 1) * sizeof *e->batches);
  e->batches[e->batchCount] = b;
  put_word(e, e->batchCount++);
  return ok;
}

/* Makes a call, which needs an instance and, for some operations, a buffer. */
static int make(Engine* e, uint32_t op, Buffer* b) {
  if (op >= operationCount || e->library == NULL) return engine_say(e, "operation %u needs a loaded FMU.", op);
  if (op == op_instantiate && e->instance != NULL) return engine_say(e, "the FMU is already instantiated.");
  if (b == NULL && needs_buffer(op)) return engine_say(e, "operation %u needs a buffer.", op);
  return e->call(e, op, b);
}

/* Runs a batch. Its calls were validated when it was added. Checks that there is an instance. */
static int run(Engine* e, uint32_t index) {
  if (index >= e->batchCount) return engine_say(e, "unknown batch %u.", index);
  if (e->library == NULL) return engine_say(e, "a batch needs a loaded FMU.");
  return run_batch(e, e->batches[index]);
}

/*
 * Longest time of a row of steps before it is handed over [ns], because the waiting side supervises
 * the FMU meanwhile.
 */
enum { spell = 8000000 };

static void drop_rows(Rows* k) {
  free(k->read);
  free(k->rows);
  *k = (Rows){0};
}

/*
 * Operands: capacity, buffer of the times with their number per row, buffers to read, their rows.
 * Stores them only if all are valid.
 */
static int take_rows(Engine* e, Rows* k, uint32_t timesOfRow) {
  drop_rows(k);
  const uint32_t capacity = take_word(e);
  Buffer* times = buffer_at(e, take_word(e));
  size_t count, rowCount;
  const uint32_t* read = take_array(e, sizeof *read, &count);
  const uint32_t* rows = take_array(e, sizeof *rows, &rowCount);
  if (count != rowCount || times == NULL || times->count / timesOfRow < capacity || times->type != type_Float64)
    return engine_say(e, "not enough memory for the times of %u rows.", capacity);
  for (size_t i = 0; i < count; i++) {
    const Buffer *from = buffer_at(e, read[i]), *to = buffer_at(e, rows[i]);
    if (from == NULL || to == NULL || (uint64_t)capacity * from->bytes > to->bytes)
      return engine_say(e, "not enough memory for the values of %u rows.", capacity);
  }
  *k = (Rows){(uint32_t)count, capacity, times, malloc(count * sizeof *k->read), malloc(count * sizeof *k->rows)};
  for (size_t i = 0; i < count; i++) {
    k->read[i] = buffer_at(e, read[i]);
    k->rows[i] = buffer_at(e, rows[i]);
  }
  return ok;
}

/* Operands: batch, rows with time and step of each. */
static int set_march(Engine* e) {
  March* m = &e->march;
  free(m->home);
  m->home = NULL;
  m->batch = take_word(e);
  const int status = take_rows(e, &m->kept, 2);
  if (status != ok) return status;
  if (m->batch >= e->batchCount || m->kept.capacity > rowLimit) {
    drop_rows(&m->kept);
    return engine_say(e, "no batch %u for this number of rows.", m->batch);
  }
  m->home = malloc(m->kept.count * sizeof *m->home);
  for (uint32_t i = 0; i < m->kept.count; i++) m->home[i] = m->kept.read[i]->values;
  return ok;
}

/* Reports whether JavaScript must handle the result of a step before the next one. */
static bool speaks(const double* r) { return r[reg_eventNeeded] != 0 || r[reg_terminate] != 0 || r[reg_early] != 0; }

/*
 * Makes the batch for `registers[rows]` rows of times, and stores the number of completed ones
 * there. Stops after a row that JavaScript must handle, that failed, or after some time. Returns
 * the status of the last call.
 */
static int march(Engine* e) {
  const March* m = &e->march;
  const Rows* kept = &m->kept;
  double* r = e->block->registers;
  const double* times = kept->times == NULL ? NULL : kept->times->values;
  const uint32_t wanted = r[reg_rows] >= 0 && r[reg_rows] <= kept->capacity ? (uint32_t)r[reg_rows] : 0;
  const int64_t end = coarse_ns() + spell;
  int worst = ok;
  r[reg_rows] = 0;
  for (uint32_t k = 0; k < wanted; k++) {
    r[reg_time] = times[2 * k];
    r[reg_step] = times[2 * k + 1];
    for (uint32_t i = 0; i < kept->count; i++) kept->read[i]->values = (uint8_t*)kept->rows[i]->values + k * kept->read[i]->bytes;
    const int status = run(e, m->batch);
    if (status > worst) worst = status;
    if (status >= discard) break;
    r[reg_rows] = k + 1;
    if (speaks(r) || coarse_ns() >= end) break;
  }
  for (uint32_t i = 0; i < kept->count; i++) kept->read[i]->values = m->home[i];
  return worst;
}

/* Operands: rows with the time of each, optional buffers of inputs and coefficients. */
static int set_intermediate(Engine* e) {
  Intermediate* m = &e->intermediate;
  m->inputs = m->coefficients = NULL;
  const int status = take_rows(e, &m->kept, 1);
  if (status != ok) return status;
  Buffer *inputs = buffer_at(e, take_word(e)), *coefficients = buffer_at(e, take_word(e));
  if (inputs == NULL || coefficients == NULL) return ok;
  if ((uint64_t)inputs->count * 3 > coefficients->count || inputs->type != type_Float64 || coefficients->type != type_Float64)
    return engine_say(e, "too few coefficients for %u inputs.", inputs->count);
  m->inputs = inputs;
  m->coefficients = coefficients;
  return ok;
}

/* ---- states ---- */

uint32_t state_add(Engine* e, void* state) {
  uint32_t i = 0;
  while (i < e->stateCount && e->states[i] != NULL) i++;
  if (i == e->stateCount) e->states = realloc(e->states, ++e->stateCount * sizeof *e->states);
  e->states[i] = state;
  return i;
}

void* state_at(Engine* e, uint32_t handle) { return handle < e->stateCount ? e->states[handle] : NULL; }

/* ---- the library ---- */

enum { need_no = 0, need_cs = kind_cs, need_me = kind_me, need_se = kind_se, need_all = kind_cs | kind_me | kind_se };

static void append(Bytes* to, const char* text) { memcpy(reserve(to, strlen(text)), text, strlen(text)); }

/* Start of the names of a library's functions, and the needed functions that it lacks. */
typedef struct {
  const char* prefix;
  Bytes missing;
} Names;

static void find(Engine* e, void** function, const char* rest, uint32_t need, Names* names) {
  char name[messageBytes];
  snprintf(name, sizeof name, "%s%s", names->prefix, rest);
  *function = library_find(e->library, name);
  if (*function != NULL || (need & e->kind) == 0) return;
  if (names->missing.size > 0) append(&names->missing, ", ");
  append(&names->missing, name);
}

/* Operands: FMI version, kind, path of the library, prefix of its functions. The result is the error message. */
static int load(Engine* e) {
  if (e->library != NULL) return engine_say(e, "an FMU is already loaded.");
  e->fmi = take_word(e);
  e->kind = take_word(e);
  size_t length;
  const char* path = take_array(e, 1, &length);
  Names names = {.prefix = take_array(e, 1, &length)};
  e->call = e->plain = e->fmi == 1 ? call1 : e->fmi == 2 ? call2 : call3;
  e->release = e->fmi == 1 ? free1 : e->fmi == 2 ? free2 : free3;
  if (path == NULL || names.prefix == NULL) return failed;
  char why[messageBytes];
  e->library = library_open(path, e->binding, why, sizeof why);
  if (e->library == NULL) {
    put(e, why, strlen(why));
    return failed;
  }
#define FIND(version, need, name) find(e, (void**)&e->version.name, #name, need_##need, &names);
#define X(need, name, result, parameters) FIND(one, need, name)
  if (e->fmi == 1) { FMI1_FUNCTIONS(X) }
#undef X
#define X(need, name, result, parameters) FIND(two, need, name)
  if (e->fmi == 2) { FMI2_FUNCTIONS(X) }
#undef X
#define X(need, name, result, parameters) FIND(three, need, name)
  if (e->fmi == 3) { FMI3_FUNCTIONS(X) }
#undef X
  if (names.missing.size == 0) return ok;
  append(&e->result, "it lacks ");
  put(e, names.missing.at, names.missing.size);
  free(names.missing.at);
  return failed;
}

/* Operands: the library's instance to call from now on, and the interface that it has. */
static int choose(Engine* e) {
  const uint32_t wanted = take_word(e);
  const uint32_t kind = take_word(e);
  if (wanted >= instanceLimit) return engine_say(e, "the library supports %d instances.", instanceLimit);
  e->kind = kind;
  e->instances[e->present] = e->instance;
  e->present = wanted;
  e->instance = e->instances[wanted];
  return ok;
}

static void free_instances(Engine* e) {
  e->instances[e->present] = e->instance;
  for (e->present = 0; e->present < instanceLimit; e->present++) {
    e->instance = e->instances[e->present];
    if (e->instance != NULL && !e->fatal) e->release(e);
    e->instances[e->present] = NULL;
    free(e->names[e->present]);
    e->names[e->present] = NULL;
    free(e->starts[e->present].guid);
    e->starts[e->present] = (Start1){0};
  }
  e->instance = NULL;
  e->present = 0;
}

static void drop_prepared(Engine* e) {
  for (uint32_t i = 0; i < e->bufferCount; i++) {
    free(e->buffers[i]->negated);
    free(e->buffers[i]);
  }
  for (uint32_t i = 0; i < e->batchCount; i++) free(e->batches[i]);
  e->bufferCount = e->batchCount = e->stateCount = 0;
  drop_rows(&e->intermediate.kept);
  e->intermediate = (Intermediate){0};
  drop_rows(&e->march.kept);
  free(e->march.home);
  e->march = (March){0};
}

static void start_registers(Block* block) {
  memset(block->registers, 0, sizeof block->registers);
  block->registers[reg_returnTime] = 1.0 / 0.0;
  block->clocksUpdated = 0;
}

/* Reports whether the FMU has left files in its working folder, where a new one would find none. */
static bool has_left_files(void) {
  DIR* folder = opendir(".");
  if (folder == NULL) return true;
  int entries = 0;
  while (entries <= 2 && readdir(folder) != NULL) entries++;
  closedir(folder);
  return entries > 2;
}

/*
 * Frees the instances and everything that was prepared for them. The library stays loaded, so that a
 * new instance costs no new process. Fails for an FMU that has failed or left files.
 */
static int renew(Engine* e) {
  if (!e->own_process || e->guarded || e->library == NULL || e->failed) return failed;
  free_instances(e);
  drop_prepared(e);
  start_registers(e->block);
  return has_left_files() ? failed : ok;
}

static int unload(Engine* e) {
  free_instances(e);
  if (e->library != NULL && !e->fatal) library_close(e->library);
  e->library = NULL;
  for (uint32_t i = 0; i < e->batchCount; i++) e->batches[i]->way = way_each;
  return ok;
}

/* ---- calls ---- */

/* Operands longer than `arguments` come in pieces. */
static int push(Engine* e) {
  if (e->block->operandBytes == 0) return ok;
  if (e->block->operandBytes > argumentBytes) return engine_say(e, "a piece of %u bytes is too long.", e->block->operandBytes);
  memcpy(reserve(&e->pushed, e->block->operandBytes), e->block->arguments, e->block->operandBytes);
  return ok;
}

/* Returns the next piece of a result longer than `arguments`, from byte `operand`. */
static int pull(Engine* e, uint32_t from) {
  if (from > e->result.size) return failed;
  if (from == e->result.size) return ok;
  const size_t left = e->result.size - from;
  memcpy(e->block->arguments, e->result.at + from, left < argumentBytes ? left : argumentBytes);
  return ok;
}

static int take_log(Engine* e) {
  e->result.size = log_take(&e->block->log, reserve(&e->result, logBytes));
  return ok;
}

/* Result: the bytes from `engine_allocated`. */
static int allocated(Engine* e) {
  const double bytes = engine_allocated(e);
  put(e, &bytes, sizeof bytes);
  return ok;
}

static int guard(Engine* e) {
  if (!e->own_process || e->library == NULL || e->fmi == 1 || !guard_start(e)) return failed;
  e->call = guard_call;
  return ok;
}

static int dispatch(Engine* e, uint32_t op, uint32_t operand) {
  switch (op) {
    case op_load: return load(e);
    case op_unload: return unload(e);
    case op_buffer: return add_buffer(e);
    case op_batch: return add_batch(e);
    case op_takeLog: return take_log(e);
    case op_intermediate: return set_intermediate(e);
    case op_guard: return guard(e);
    case op_trespasses: return guard_take(e);
    case op_select: return choose(e);
    case op_allocated: return allocated(e);
    case op_ahead: return set_march(e);
    case op_negate: return add_negations(e);
    case op_renew: return renew(e);
    case op_loop: return e->addLoop == NULL ? failed : e->addLoop(e);
    case op_keepRows: return e->keepRows == NULL ? failed : e->keepRows(e);
    default: return make(e, op, buffer_at(e, operand));
  }
}

static int serve(Engine* e, uint32_t op, uint32_t operand) {
  Block* block = e->block;
  if (op == op_run) return run(e, operand);
  if (op == op_march) return march(e);
  if (op == op_push) return push(e);
  if (op == op_pull) return pull(e, operand);
  block->current = op;
  const bool pieces = e->pushed.size > 0;
  e->operands = pieces ? e->pushed.at : block->arguments;
  const size_t here = block->operandBytes < argumentBytes ? block->operandBytes : argumentBytes;
  e->operandsLeft = pieces ? e->pushed.size : here;
  e->short_of_operands = false;
  e->result.size = 0;
  int status = known(e, dispatch(e, op, operand));
  if (e->guarded) settle(e);
  if (e->short_of_operands) status = engine_say(e, "operation %u got too few operands.", op);
  e->short_of_operands = false;
  e->pushed.size = 0;
  block->operandBytes = 0;
  block->resultBytes = (uint32_t)e->result.size;
  if (e->result.size > 0) pull(e, 0);
  return status;
}

int engine_call(Engine* e, uint32_t op, uint32_t operand) {
  /* The loop calls all FMUs of the process, each in its mode of arithmetic. */
  if (op == op_runLoop) return e->runLoop == NULL ? failed : e->runLoop(e, operand);
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  enter_fmu(e);
  const int status = serve(e, op, operand);
  leave_fmu(e);
  return status;
}

int engine_run(Engine* e, uint32_t batch) {
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  enter_fmu(e);
  const int status = run(e, batch);
  leave_fmu(e);
  return status;
}

uint32_t engine_sets(const Batch* b) {
  uint32_t i = 0;
  while (i < b->count && b->calls[i].op == op_set) i++;
  return i;
}

int engine_run_part(Engine* e, const Batch* b, uint32_t from, uint32_t to) {
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  if (e->instance == NULL) return engine_say(e, "the FMU was called without an instance.");
  enter_fmu(e);
  const int status = run_part(e, b, from, to);
  leave_fmu(e);
  return status;
}

const Batch* engine_batch(const Engine* e, uint32_t batch) {
  return batch < e->batchCount && e->library != NULL ? e->batches[batch] : NULL;
}

int engine_input_derivatives(Engine* e, const uint32_t* references, size_t count, const int32_t* orders, const double* values) {
  atomic_store_explicit(&engine_called, e, memory_order_relaxed);
  e->block->current = op_setInputDerivatives;
  if (e->instance == NULL) return engine_say(e, "the FMU was called without an instance.");
  enter_fmu(e);
  const int status = known(e, input_derivatives2(e, references, count, orders, values));
  leave_fmu(e);
  return status;
}

void engine_open(Engine* e, Block* block) {
  memset(e, 0, sizeof *e);
  e->block = block;
  e->hostMode = float_mode();
  start_registers(block);
  caller_add(e);
}

void engine_close(Engine* e) {
  enter_fmu(e);
  unload(e);
  leave_fmu(e);
  caller_remove(e);
  drop_prepared(e);
  free(e->buffers);
  free(e->batches);
  free(e->states);
  free(e->pushed.at);
  free(e->result.at);
  memset(e, 0, sizeof *e);
}
