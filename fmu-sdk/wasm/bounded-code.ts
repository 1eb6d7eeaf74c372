import type { UnboundedInstruction } from './code-complexity.ts';
import { DividedInstructions } from './divided-instructions.ts';
import { fixedGrow } from './fixed-memory.ts';
import { type Outline, sectionIds } from './module-outline.ts';
import { op } from './opcodes.ts';
import { replaceInstructions } from './replace-instructions.ts';
import type { Section } from './wasm-sections.ts';

/**
 * Returns the sections of a core module in which no instruction takes long, so that its thread can
 * be ended. With `fixed`, its memory cannot grow.
 *
 * @param unbounded places that `validateCode` has found
 */
export function boundedCode(
  outline: Outline,
  unbounded: readonly UnboundedInstruction[],
  fixed: boolean,
): readonly Section[] {
  if (unbounded.length === 0) return outline.sections;
  const divided = new DividedInstructions(outline);
  const replacement = (instruction: Uint8Array): ArrayLike<number> => {
    if (instruction[0] === op.bulk) return divided.call(instruction);
    return fixed ? fixedGrow(instruction) : instruction;
  };
  const code = new Map(
    outline.sections
      .filter(({ id }) => id === sectionIds.code)
      .map((section) => [
        section,
        replaceInstructions(section.body, unbounded, replacement, () => divided.bodies),
      ]),
  );
  return outline.sections.map((section) => {
    const { id, body } = section;
    if (id === sectionIds.type) return { id, body: divided.addTypes(body) };
    if (id === sectionIds.function) return { id, body: divided.addFunctions(body) };
    return { id, body: code.get(section) ?? body };
  });
}
