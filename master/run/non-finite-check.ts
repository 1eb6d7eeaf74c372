import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem, Connection } from '../system/system.ts';
import { label } from '../system/variable-label.ts';

/** Refuses what a connection hands on where the outputs themselves are finite. */
export function refuseHandedOn(system: CheckedSystem, instances: readonly Instance[], t: number): never {
  refuseBeyond(system, instances, t);
  throw new UserError(
    `step: a connection hands on what is not finite at t = ${t} s, though every output is: it is extrapolated or iterated too far. Choose a smaller step or a lower order.`,
  );
}

/** Refuses a connection that makes of a finite output what its input cannot be: its ends, and what it makes of which value. */
export function refuseBeyond(
  { connections, units }: CheckedSystem,
  instances: readonly Instance[],
  t: number,
): void {
  for (const connection of connections) {
    const value = beyond(connection, instances);
    if (value === undefined) continue;
    const { factor, offset } = connection.conversion as { factor: number; offset: number };
    const added = offset === 0 ? '' : ` + ${offset}`;
    throw new UserError(
      `step: ${label(connection.from, units)} = ${value} at t = ${t} s goes to ${label(connection.to, units)} as ${factor} × ${value}${added}, which is beyond the numbers of ${isSingle(connection) ? 32 : 64} bits. Give the connection a smaller "factor" or "offset".`,
    );
  }
}

/** The value of an output of which its connection makes one that is not finite. */
function beyond(connection: Connection, instances: readonly Instance[]): number | undefined {
  const { from, fromElement, conversion } = connection;
  if (conversion === undefined) return undefined;
  const { view, offset, length } = instances[from.unit].view(from.variable);
  const values = Array.from({ length }, (_, i) => Number(view[offset + i]));
  const handed = fromElement === undefined ? values : [values[fromElement]];
  const round = isSingle(connection) ? Math.fround : (x: number): number => x;
  return handed.find(
    (value) =>
      Number.isFinite(value) && !Number.isFinite(round(conversion.factor * value + conversion.offset)),
  );
}

function isSingle({ to }: Connection): boolean {
  return to.variable.type === 'Float32';
}
