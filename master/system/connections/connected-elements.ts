import { elementCount } from '../../../fmu-sdk/description/description.ts';
import type { Connection } from '../system.ts';

/** Returns the connected elements as [output, input]. */
export function connectedElements({ to, fromElement, toElement }: Connection): [number, number][] {
  if (fromElement !== undefined || toElement !== undefined) return [[fromElement ?? 0, toElement ?? 0]];
  return Array.from({ length: elementCount(to.variable) }, (_, i) => [i, i]);
}
