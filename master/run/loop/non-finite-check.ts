import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem, Connection } from '../../system/system.ts';
import { variableLabel } from '../../system/variable-label.ts';

/** Refuses a non-finite connected value if all outputs are finite. */
export function refuseTransferred(system: CheckedSystem, instances: readonly Instance[], t: number): never {
  refuseBeyond(system, instances, t);
  throw new UserError(
    `step: a connection passes a value that is not finite at t = ${t} s, although all outputs are finite. Extrapolation or iteration diverges. Use a smaller step or a lower order.`,
  );
}

/**
 * Refuses a connection whose conversion exceeds the range of its input. Names both ends, the value
 * and the conversion.
 */
export function refuseBeyond(
  { connections, units }: CheckedSystem,
  instances: readonly Instance[],
  t: number,
): void {
  for (const connection of connections) {
    const value = overflowingValue(connection, instances);
    if (value === undefined) continue;
    const { factor, offset } = connection.conversion as { factor: number; offset: number };
    const added = offset === 0 ? '' : ` + ${offset}`;
    throw new UserError(
      `step: ${variableLabel(connection.from, units)} = ${value} at t = ${t} s goes to ${variableLabel(connection.to, units)} as ${factor} × ${value}${added}, which exceeds the range of ${isSingle(connection) ? 32 : 64}-bit numbers. Use a smaller "factor" or "offset" in the connection.`,
    );
  }
}

/** Returns a finite output value that its connection converts to a non-finite one. */
function overflowingValue(connection: Connection, instances: readonly Instance[]): number | undefined {
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
