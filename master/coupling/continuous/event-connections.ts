import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Connection } from '../../system/system.ts';
import type { CouplingContext } from '../coupling.ts';
import { type EventConnection, isClock } from '../events/super-dense.ts';
import { differs } from '../transfer/scalar-connections.ts';

/**
 * Creates an event connection for values that the evaluation already passes on. It reports whether
 * they have changed since the last check.
 */
export function continuousEventConnection(
  instances: readonly Instance[],
  connection: Connection,
): Pick<EventConnection, 'hand' | 'keep'> {
  const { to } = connection;
  const { view, offset } = instances[to.unit].view(to.variable);
  const places = Int32Array.from(connectedElements(connection), ([, into]) => offset + into);
  const was = new Float64Array(places.length);
  const keep = (): void => {
    for (let i = 0; i < places.length; i++) was[i] = Number(view[places[i]]);
  };
  return {
    keep,
    hand() {
      let changed = false;
      for (let i = 0; i < places.length; i++) if (differs(Number(view[places[i]]), was[i])) changed = true;
      keep();
      return changed;
    },
  };
}

/**
 * Creates an event connection for values that change only at events. An input with polynomials
 * holds them over the step.
 */
export function heldEventConnection(
  context: CouplingContext,
  connection: Connection,
): Pick<EventConnection, 'hand' | 'visitState'> | undefined {
  const { to } = connection;
  if (isClock(connection) || to.variable.type !== 'Float64') return undefined;
  const instance = context.instances[to.unit];
  const { view, offset } = instance.view(to.variable);
  const slots = instance.polynomial(to.variable);
  if (slots.offset < 0) return undefined;
  const exchange = context.exchange([connection]);
  const places = connectedElements(connection).map(([, into]) => into);
  return {
    visitState: (state) => exchange.visitState(state),
    hand() {
      const changed = exchange.settle();
      for (let i = 0; i < places.length; i++)
        slots.view[slots.offset + 3 * places[i]] = Number(view[offset + places[i]]);
      return changed;
    },
  };
}
