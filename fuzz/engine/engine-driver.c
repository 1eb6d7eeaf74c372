/*
 * Runs cases through the engine that calls native FMUs, in this process, where sanitizers observe
 * it.
 *    A case is a sequence of calls: operation, operand, length of the operands (16 bits), the operands. Cases come on the
 *    standard input, each after its length. The program writes a dot for each. Argument: the FMU's library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../fmu-sdk/host/native/engine/engine.h"

enum { largest = 1 << 20, segmentBytes = 4096 };

static Block block;
static Engine engine;
static uint8_t bytes[largest];

static uint32_t word(uint32_t at, uint32_t value) {
  memcpy(block.arguments + at, &value, sizeof value);
  return at + 8;
}

static uint32_t text(uint32_t at, const char* value) {
  const uint32_t size = (uint32_t)strlen(value) + 1;
  at = word(at, size);
  strcpy((char*)block.arguments + at, value);
  return at + ((size + 7) & ~7u);
}

/* The one call whose operands are the program's own: a path from outside would load anything. */
static uint32_t load_operands(uint32_t kind, const char* library) {
  uint32_t at = word(0, 3);
  at = word(at, kind);
  at = text(at, library);
  return text(at, "fmi3");
}

/*
 * Places in memory are handed out by the program, and lie in it: eight elements of any type, as
 * many references behind them.
 */
static uint32_t buffer_operands(uint32_t operand) {
  const uint32_t place = operand % 8 * 256, count = operand / 32;
  uint32_t at = word(0, operand % typeCount);
  at = word(at, 0);
  at = word(at, count);
  at = word(at, place + 64);
  at = word(at, count);
  at = word(at, place);
  return word(at, 64);
}

static void run(size_t length, const char* library) {
  memset(&block, 0, sizeof block);
  engine_open(&engine, &block);
  uint8_t* segment = malloc(segmentBytes);
  memset(segment, 1, segmentBytes);
  engine.segments[0] = segment;
  for (size_t at = 0; at + 4 <= length;) {
    const uint32_t op = bytes[at] % operationCount, operand = bytes[at + 1];
    size_t size = (size_t)(bytes[at + 2] | bytes[at + 3] << 8) & ~(size_t)7;
    at += 4;
    if (size > length - at) size = length - at;
    memcpy(block.arguments, bytes + at, size);
    block.operandBytes = (uint32_t)size;
    if (op == op_load) block.operandBytes = load_operands(1u << operand % 3, library);
    if (op == op_buffer) block.operandBytes = buffer_operands(operand);
    at += size;
    const int status = engine_call(&engine, op, operand);
    if (status < 0 || status >= statusCount) abort();
  }
  engine_close(&engine);
  free(segment);
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (uint32_t length; fread(&length, sizeof length, 1, stdin) == 1;) {
    if (length > largest || fread(bytes, 1, length, stdin) != length) return 3;
    run(length, arguments[1]);
    if (fputc('.', stdout) == EOF || fflush(stdout) != 0) return 4;
  }
  return 0;
}
