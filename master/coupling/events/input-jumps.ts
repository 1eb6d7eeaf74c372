import type { RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import type { Instance, NumericArray } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Relative difference of values that count as equal, because one of them is computed by a slope. */
const rounding = 16 * Number.EPSILON;

/** Input that a file drives, and its value before the present communication point. */
interface DrivenInput {
  readonly unit: number;
  readonly view: NumericArray;
  readonly at: number;
  /** True if the input may change between events. */
  readonly continuous: boolean;
  kept: number | bigint;
}

/** Finds inputs from files that jump at a communication point, which is an event of their unit. */
export class InputJumps {
  /** Flags of the units whose inputs jump at the present communication point. */
  readonly units: Uint8Array;
  private readonly inputs: DrivenInput[] = [];

  constructor({ inputs, units }: CheckedSystem, instances: readonly Instance[]) {
    this.units = new Uint8Array(units.length);
    for (const { port, element } of inputs) {
      const { unit, variable } = port;
      const { kind } = units[unit].binary as Partial<RunMode>;
      const continuous = variable.variability === 'continuous';
      // In co-simulation, a continuous input may change at each communication point.
      const isHeld = continuous && kind !== 'modelExchange';
      if (isHeld || instances[unit].eventful?.hasEvents !== true) continue;
      if (/^(String|Binary)$/.test(variable.type)) continue;
      const { view, offset } = instances[unit].view(variable);
      this.inputs.push({ unit, view, at: offset + element, continuous, kept: 0 });
    }
  }

  /** Keeps the values at the end of a step. Call it before the inputs of its end are set. */
  keep(): void {
    const { inputs } = this;
    for (let i = 0; i < inputs.length; i++) inputs[i].kept = inputs[i].view[inputs[i].at];
  }

  /** Marks the units whose inputs differ from the kept values. Reports whether there are any. */
  find(): boolean {
    const { inputs, units } = this;
    let any = false;
    units.fill(0);
    for (let i = 0; i < inputs.length; i++) {
      const { unit, view, at, kept, continuous } = inputs[i];
      if (!differs(view[at], kept, continuous ? rounding : 0)) continue;
      units[unit] = 1;
      any = true;
    }
    return any;
  }

  /** Exchanges the present values and the kept ones. */
  swap(): void {
    const { inputs } = this;
    for (let i = 0; i < inputs.length; i++) {
      const input = inputs[i];
      const { view, at } = input;
      const now = view[at];
      view[at] = input.kept;
      input.kept = now;
    }
  }
}

function differs(a: number | bigint, b: number | bigint, relative: number): boolean {
  if (Object.is(a, b)) return false;
  if (relative === 0 || typeof a === 'bigint' || typeof b === 'bigint') return a !== b;
  return !(Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b)));
}
