import { boolean } from '../../../fmu-sdk/description/tables/attribute-codec.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ConnectionFile, ScalarValue } from '../../system/system.ts';
import type { Change } from './connection-chain.ts';
import type { Node } from './ssp-network.ts';

/** Expresses the transformations of a value as one connection. */
export function connectionProperties(
  change: Change,
  from: Node,
  to: Node,
  place: string | undefined,
): Partial<ConnectionFile> {
  const [step, ...more] = change;
  if (more.length > 0)
    throw new UserError(
      `${place}: connect ${from.label} to ${to.label}: the value passes through ` +
        `${change.map((transformation) => (transformation.kind === 'map' ? 'a map' : `factor ${transformation.factor} and offset ${transformation.offset}`)).join(', then ')}, but a connection supports only one of them. Combine them.`,
    );
  if (step === undefined) return { convertUnits: false };
  if (step.kind === 'map')
    return {
      convertUnits: false,
      map: step.entries.map(([a, b]): [ScalarValue, ScalarValue] => [scalar(step.of, a), scalar(step.of, b)]),
    };
  const { factor, offset } = step;
  return { convertUnits: false, ...(factor !== 1 && { factor }), ...(offset !== 0 && { offset }) };
}

/** Parses a value. An invalid boolean is returned unchanged and refused together with the map. */
function scalar(of: 'Boolean' | 'Integer' | 'Enumeration', text: string): ScalarValue {
  return of === 'Boolean' ? (boolean.read(text) ?? text) : text.trim();
}
