import type { Annotation, EnergyKind } from '../description.ts';
import { energyKinds } from '../description.ts';

/** Annotation that carries an energy's part in the system balance. */
const energyAnnotation = 'org.fmukit.energy';

/** The energy kind that is among a variable's annotations, and the annotations without it. */
export function takeEnergy(annotations: Annotation[] | undefined): {
  energy?: EnergyKind;
  annotations?: Annotation[];
} {
  const at = annotations?.findIndex((a) => a.type === energyAnnotation) ?? -1;
  if (annotations === undefined || at < 0) return { annotations };
  const kind = /^\s*<Energy\s+kind\s*=\s*["'](\w+)["']\s*\/>\s*$/.exec(annotations[at].content)?.[1];
  const energy = energyKinds.find((known) => known === kind);
  if (energy === undefined) return { annotations };
  const others = annotations.filter((_, i) => i !== at);
  return { energy, annotations: others.length === 0 ? undefined : others };
}

/**
 * Adds the energy kind to annotations, as an element, because some readers do not support text
 * here.
 */
export function withEnergy(
  annotations: readonly Annotation[] | undefined,
  energy: EnergyKind | undefined,
): Annotation[] {
  if (energy === undefined) return [...(annotations ?? [])];
  return [{ type: energyAnnotation, content: `<Energy kind="${energy}"/>` }, ...(annotations ?? [])];
}
