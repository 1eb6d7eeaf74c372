import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../../fmu-sdk/util/state/stateful.ts';
import type { SystemUnit } from '../../system/system.ts';
import { followingInstance } from './following-instance.ts';
import { type DrivenSystem, type FollowedRows, UnitInputs } from './unit-inputs.ts';

/**
 * Drives inputs from time series. Continuous inputs are interpolated linearly, others keep the value
 * of the last row. Before the first and after the last row the value is held. If a time repeats, the
 * first row is the value before it, and the last row the value after it.
 *
 * Units of model exchange follow the rows inside a communication step. Steps of co-simulation with
 * Event Mode end at jumps inside a communication step if the unit takes steps of any size.
 */
export class FileInputs implements Stateful {
  /** Units. Those with rows inside steps make several steps in place of one. */
  readonly instances: readonly Instance[];
  /** Flags of the units for which the inputs of a file jump, at the last `jumpsAt`. */
  readonly jumped: Uint8Array;
  private readonly driven: readonly { name: string; unit: number; inputs: UnitInputs; hasEvents: boolean }[];

  constructor(system: DrivenSystem, instances: readonly Instance[]) {
    const driven = new Map<number, UnitInputs>();
    for (const unit of new Set(system.inputs.map(({ port }) => port.unit))) {
      const series = system.inputs.filter(({ port }) => port.unit === unit);
      const { step = system.step } = system.units[unit];
      const inputs = new UnitInputs(series, instances[unit], { ...timesOf(system), step });
      inputs.follow(followedBy(system, unit, instances[unit].eventful?.hasEvents === true));
      driven.set(unit, inputs);
    }
    this.jumped = new Uint8Array(instances.length);
    this.driven = [...driven].map(([unit, inputs]) => ({
      name: system.units[unit].name,
      unit,
      inputs,
      hasEvents: instances[unit].eventful?.hasEvents === true,
    }));
    this.instances = instances.map((instance, k) => {
      const inputs = driven.get(k);
      return inputs?.endsSteps === true ? followingInstance(system, k, instance, inputs) : instance;
    });
  }

  /** Sets every driven input for a step from t by H [s]. */
  set(t: number, H: number): void {
    const { driven } = this;
    for (let k = 0; k < driven.length; k++) driven[k].inputs.set(t, H);
  }

  /**
   * Reports whether an input of a unit with events jumps or ticks at a communication point t [s] of
   * steps of H [s], and marks these units in `jumped`. Call it before `set`.
   */
  jumpsAt(t: number, H: number): boolean {
    const { driven, jumped } = this;
    let any = false;
    jumped.fill(0);
    for (let k = 0; k < driven.length; k++) {
      const { unit, inputs, hasEvents } = driven[k];
      if (!hasEvents || !inputs.changesBy(t, H)) continue;
      jumped[unit] = 1;
      any = true;
    }
    return any;
  }

  /** Notes for the user on rows that units do not see. */
  get notes(): string[] {
    return this.driven.flatMap(({ name, inputs: { unseenRows: rows } }) =>
      rows === 0
        ? []
        : [
            `Input file: ${withNoun(rows, 'row')} between communication points ${rows === 1 ? 'is' : 'are'} not used by ${name}. Use a smaller communication step to see ${rows === 1 ? 'it' : 'them'}.`,
          ],
    );
  }

  visitState(state: StateVisitor): void {
    visitAll(
      this.driven.map(({ inputs }) => inputs),
      state,
    );
  }
}

const timesOf = ({ startTime, stopTime }: DrivenSystem) => ({ startTime, stopTime });

/** Returns the rows inside a communication step at which a unit can end it. */
function followedBy(
  { units, interfaceModels }: DrivenSystem,
  unit: number,
  hasEvents: boolean,
): FollowedRows {
  const { kind = 'coSimulation' } = units[unit].binary as { kind?: string };
  if (kind !== 'coSimulation') return 'all';
  if (!hasEvents) return 'none';
  const isFast = interfaceModels.some(({ ports }) => ports.some(({ force }) => force.unit === unit));
  return isFast || hasFixedSteps(units[unit]) ? 'none' : 'jumps';
}

function hasFixedSteps({ description: { coSimulation } }: SystemUnit): boolean {
  const { canHandleVariableCommunicationStepSize: any, fixedInternalStepSize = 0 } = coSimulation ?? {};
  return any !== true || fixedInternalStepSize > 0;
}
