import type { UnboundedInstruction } from './code-complexity.ts';
import { Reader } from './wasm-reader.ts';
import { uleb } from './wasm-sections.ts';

/**
 * Returns a code section whose instructions at `places` are replaced, with `added` bodies at its
 * end.
 *
 * @param places of instructions, in order
 * @param replacement returns the bytes that stand for an instruction
 */
export function replaceInstructions(
  section: Uint8Array,
  places: readonly UnboundedInstruction[],
  replacement: (instruction: Uint8Array) => ArrayLike<number>,
  added: () => readonly ArrayLike<number>[],
): Uint8Array {
  const reader = new Reader(section);
  const bodies: ArrayLike<number>[][] = [];
  let next = 0;
  reader.list((i) => {
    const size = reader.number();
    const body = section.subarray(reader.at, reader.at + size);
    reader.skip(size);
    const parts: ArrayLike<number>[] = [];
    let from = 0;
    for (; places[next]?.body === i; next++) {
      const { at, end } = places[next];
      parts.push(body.subarray(from, at), replacement(body.subarray(at, end)));
      from = end;
    }
    parts.push(body.subarray(from));
    bodies.push(parts);
  });
  bodies.push(...added().map((body) => [body]));
  return joined([
    uleb(bodies.length),
    ...bodies.flatMap((parts) => [uleb(parts.reduce((sum, { length }) => sum + length, 0)), ...parts]),
  ]);
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
