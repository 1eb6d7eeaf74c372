import { op, valueTypes } from './opcodes.ts';
import { Writer } from './wasm-writer.ts';

/**
 * Returns code that stands for `memory.grow` in a module whose memory cannot grow. It returns the
 * size for a growth of 0, and −1 for any other. A growth of 0 would replace the buffer of the
 * memory, and the views of the host would become empty.
 */
export function fixedGrow(instruction: Uint8Array): number[] {
  const memory = instruction.subarray(1);
  return new Writer()
    .byte(op.i32Eqz, op.if, valueTypes.i32, op.memorySize)
    .copy(memory)
    .byte(op.else, op.i32Const)
    .signed(-1)
    .byte(op.end).bytes;
}
