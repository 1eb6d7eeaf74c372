import type { GrowInstruction } from './code-complexity.ts';
import { sectionIds } from './module-outline.ts';
import { op, valueTypes } from './opcodes.ts';
import { Reader } from './wasm-reader.ts';
import { type Section, writeSections } from './wasm-sections.ts';
import { Writer } from './wasm-writer.ts';

/**
 * Returns a core module without `memory.grow`, whose memory cannot grow. The replaced instruction
 * returns the size for a growth of 0, and −1 for any other. A growth of 0 would replace the buffer
 * of the memory, and the views of the host would become empty.
 *
 * @param growing places that `validateCode` has found
 */
export function withFixedMemory(
  sections: readonly Section[],
  growing: readonly GrowInstruction[],
): Uint8Array {
  return writeSections(
    sections.map(({ id, body }) => ({ id, body: id === sectionIds.code ? codeOf(body, growing) : body })),
  );
}

function codeOf(section: Uint8Array, growing: readonly GrowInstruction[]): Uint8Array {
  const inBody = new Map<number, GrowInstruction[]>();
  for (const growInstruction of growing)
    inBody.get(growInstruction.body)?.push(growInstruction) ??
      inBody.set(growInstruction.body, [growInstruction]);
  const reader = new Reader(section);
  const bodies: ArrayLike<number>[] = [];
  reader.list((i) => {
    const size = reader.number();
    const body = section.subarray(reader.at, reader.at + size);
    reader.skip(size);
    bodies.push(bodyOf(body, inBody.get(i) ?? []));
  });
  return new Uint8Array(new Writer().list(bodies.map((body) => (w: Writer) => w.sized(body))).bytes);
}

function bodyOf(body: Uint8Array, growing: readonly GrowInstruction[]): ArrayLike<number> {
  if (growing.length === 0) return body;
  const out = new Writer();
  let from = 0;
  for (const { at, end } of growing) {
    const memory = body.subarray(at + 1, end);
    out.copy(body.subarray(from, at)).byte(op.i32Eqz, op.if, valueTypes.i32, op.memorySize).copy(memory);
    out.byte(op.else, op.i32Const).signed(-1).byte(op.end);
    from = end;
  }
  return out.copy(body.subarray(from)).bytes;
}
