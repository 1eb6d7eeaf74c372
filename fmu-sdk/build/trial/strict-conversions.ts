import { sectionIds, valueType } from '../../wasm/module-outline.ts';
import { readStackEffect } from '../../wasm/wasm-instructions.ts';
import { Reader } from '../../wasm/wasm-reader.ts';
import { readSections, writeSections } from '../../wasm/wasm-sections.ts';

/**
 * Trapping conversions of real numbers to integers, by the number after 0xfc of the saturating one.
 * The saturating conversion returns the nearest integer, or 0 for NaN.
 */
const trapping = [0xa8, 0xa9, 0xaa, 0xab, 0xae, 0xaf, 0xb0, 0xb1] as const;
const [long, nop] = [0xfc, 0x01];
const [unreachable, block, loop, iff, otherwise, end] = [0x00, 0x02, 0x03, 0x04, 0x05, 0x0b];
const [br, brTable, ret, call, callIndirect] = [0x0c, 0x0e, 0x0f, 0x10, 0x11];

/**
 * Returns the core module with trapping conversions. AssemblyScript emits saturating ones, which
 * continue with another number. A module without conversions is returned unchanged.
 */
export function strictConversions(core: Uint8Array): Uint8Array {
  let any = false;
  const sections = readSections(core).map((section) => {
    if (section.id !== sectionIds.code) return section;
    const body = section.body.slice();
    const reader = new Reader(body);
    reader.list(() => {
      const size = reader.number();
      const behind = reader.at + size;
      for (const at of findSaturatingConversions(new Reader(body.subarray(reader.at, behind)))) {
        body.set([trapping[body[reader.at + at + 1]], nop], reader.at + at);
        any = true;
      }
      reader.at = behind;
    });
    return { ...section, body };
  });
  return any ? writeSections(sections) : core;
}

/** Finds the saturating conversions in the body of a function. */
function findSaturatingConversions(code: Reader): number[] {
  const offsets: number[] = [];
  code.list(() => {
    code.number();
    valueType(code);
  });
  while (!code.done) {
    const at = code.at;
    const op = code.byte();
    if (op === long && code.bytes[code.at] < trapping.length) offsets.push(at);
    if (readStackEffect(op, code) === undefined) operands(op, code);
  }
  return offsets;
}

/** Reads the operands of an instruction that opens, ends or leaves a block, or calls. */
function operands(op: number, code: Reader): void {
  if ([block, loop, iff].includes(op)) code.signed();
  else if (op === br || op === call) code.number();
  else if (op === brTable) {
    code.list(() => code.number());
    code.number();
  } else if (op === callIndirect) {
    code.number();
    code.number();
  } else if (![unreachable, otherwise, end, ret].includes(op))
    throw new RangeError(`a function of it has the unknown instruction 0x${op.toString(16)}`);
}
