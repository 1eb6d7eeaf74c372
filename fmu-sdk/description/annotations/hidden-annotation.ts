import type { ModelDescription } from '../description.ts';

/**
 * Annotation of a fmukit FMU after `fmu edit --hide`: value references of its hidden variables, and
 * for each the number of its slots [u, u′, u″]. The layout of the module still contains them.
 */
export const hiddenAnnotation = 'org.fmukit.hidden';

/** A hidden variable of a fmukit FMU. `slots` is 0 except for continuous Float64 inputs. */
export interface HiddenVariable {
  readonly valueReference: number;
  readonly slots: number;
}

/** Returns the hidden variables of a fmukit FMU. */
export function hiddenVariables({
  annotations = [],
}: Pick<ModelDescription, 'annotations'>): HiddenVariable[] {
  const content = annotations.find(({ type }) => type === hiddenAnnotation)?.content ?? '';
  const [, references = '', slots = ''] =
    /^\s*<Hidden\s+valueReferences="([\d ]*)"\s+slots="([\d ]*)"\s*\/>\s*$/.exec(content) ?? [];
  const counts = numbersOf(slots);
  return numbersOf(references).map((valueReference, i) => ({ valueReference, slots: counts[i] ?? 0 }));
}

/** Returns the content of the annotation. */
export function hiddenContent(hidden: readonly HiddenVariable[]): string {
  const list = (of: (variable: HiddenVariable) => number): string => hidden.map(of).join(' ');
  return `<Hidden valueReferences="${list((v) => v.valueReference)}" slots="${list((v) => v.slots)}"/>`;
}

const numbersOf = (text: string): number[] => text.split(' ').filter(Boolean).map(Number);
