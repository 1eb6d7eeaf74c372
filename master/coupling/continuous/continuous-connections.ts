import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { Source } from './evaluation-order.ts';

/** Element of an output that others use, with its location. */
export interface ContinuousConnection {
  readonly source: number;
  readonly view: NumericArray;
  readonly at: number;
  readonly element: number;
  /** Name as unit.variable. */
  readonly name: string;
  readonly nominal: number | undefined;
  readonly unit: string;
  /** Inputs that receive factor · y + offset. */
  readonly targets: readonly Target[];
}

export interface Target {
  readonly unit: number;
  readonly view: NumericArray;
  readonly at: number;
  readonly factor: number;
  readonly offset: number;
  /** The input variable and its element. */
  readonly variable: Source['variable'];
  readonly element: number;
}

/** Returns the scalar connections of a source, by its elements. */
export function continuousConnectionsOf(
  { connections, unit, variable }: Source,
  source: number,
  instances: readonly Instance[],
): ContinuousConnection[] {
  const { view, offset } = instances[unit].view(variable);
  const targetsByElement = new Map<number, Target[]>();
  for (const connection of connections) {
    const { to, conversion = { factor: 1, offset: 0 } } = connection;
    const target = instances[to.unit].view(to.variable);
    for (const [from, into] of connectedElements(connection)) {
      const targets = targetsByElement.get(from) ?? [];
      targetsByElement.set(from, targets);
      const place = { unit: to.unit, variable: to.variable, element: into };
      targets.push({ ...place, view: target.view, at: target.offset + into, ...conversion });
    }
  }
  return [...targetsByElement].map(([element, targets]) => ({
    source,
    view,
    at: offset + element,
    element,
    name: `${instances[unit].name}.${variable.name}`,
    nominal: variable.nominal === undefined ? undefined : Math.abs(Number(variable.nominal)),
    unit: variable.unit ?? '',
    targets,
  }));
}

/** Passes a value to its targets. */
export function passValue({ targets }: ContinuousConnection, value: number): void {
  for (let i = 0; i < targets.length; i++) {
    const { view, at, factor, offset } = targets[i];
    view[at] = factor * value + offset;
  }
}
