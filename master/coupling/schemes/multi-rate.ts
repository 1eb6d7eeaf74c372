import { type StateVisitor, visitAll } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { DrivenInputs } from '../transfer/driven-inputs.ts';
import { isScalarConnection, ScalarConnections } from '../transfer/scalar-connections.ts';
import type { ValueTransfer } from '../transfer/value-transfer.ts';

/**
 * Multi-rate Jacobi: every unit has its own step (`units.X.step`, default H), and all steps are
 * multiples of each other. Units step when their step is over, the fastest first (Gear & Wells
 * 1984).
 *
 * Inputs of a slow unit meet the new outputs of faster units. Inputs of a fast unit follow the
 * extrapolation from the last step of a slower unit. Units with equal steps are coupled as in
 * `jacobi`. At communication points inside its step, a slow unit shows its values at the beginning
 * of the step.
 */
export const multiRate: CouplingScheme = {
  name: 'multi-rate',
  traits: {
    order: 'extrapolation',
    implicit: false,
    interfaceModels: false,
    adaptive: true,
    unitSteps: true,
    needs: [],
  },
  couple: (context) => new MultiRate(context),
};

/** Scalar connection into a unit. */
interface RatedConnection {
  scalarConnections: ScalarConnections;
  i: number;
  /** True if the source unit steps more often. */
  fromFaster: boolean;
  /** Ticks between the points at which its value is read. */
  spacing: number;
}

class MultiRate implements Coupling {
  readonly notes: readonly string[];
  private readonly all: ValueTransfer;
  /** Steps of the units and communication step, in ticks of the smallest one. */
  private readonly periods: number[];
  private readonly whole: number;
  /** Ticks after which all units have stepped: the step of the slowest unit. */
  private readonly round: number;
  /** Indexes of the units, the fastest first. */
  private readonly sequence: number[];
  private readonly scalarConnections: { scalarConnections: ScalarConnections; spacing: number }[];
  private readonly into: RatedConnection[][];
  private readonly others: ValueTransfer[];
  private readonly driven: DrivenInputs[];
  private readonly ends: Float64Array;

  constructor(private readonly context: CouplingContext) {
    const { system, instances, exchange } = context;
    const steps = system.units.map(({ step = system.step }) => step);
    const tick = Math.min(system.step, ...steps);
    const ticks = (step: number): number => Math.round(step / tick);
    requireMultiples(system, steps);
    this.periods = steps.map(ticks);
    this.whole = ticks(system.step);
    this.round = Math.max(this.whole, ...this.periods);
    const slowest = this.periods.indexOf(this.round);
    const count = Math.round((system.stopTime - system.startTime) / system.step);
    if ((count * this.whole) % this.round !== 0)
      throw new UserError(
        `run ${system.name}: from ${system.startTime} s to ${system.stopTime} s is not a whole number of steps of ${steps[slowest]} s of ${system.units[slowest].name}. ` +
          'Choose another stop time, or another "step" of this unit.',
      );
    this.sequence = this.periods.map((_, k) => k).sort((a, b) => this.periods[a] - this.periods[b] || a - b);
    const real = system.connections.filter(isScalarConnection);
    const spacingOf = (from: number, to: number): number => Math.max(this.periods[from], this.periods[to]);
    const spacings = [...new Set(real.map(({ from, to }) => spacingOf(from.unit, to.unit)))];
    this.scalarConnections = spacings.map((spacing) => ({
      scalarConnections: new ScalarConnections(
        real.filter(({ from, to }) => spacingOf(from.unit, to.unit) === spacing),
        instances,
      ),
      spacing,
    }));
    this.into = instances.map((_, unit) =>
      this.scalarConnections.flatMap(({ scalarConnections, spacing }) =>
        Array.from({ length: scalarConnections.size }, (__, i) => i)
          .filter((i) => scalarConnections.to[i] === unit)
          .map((i) => ({
            scalarConnections,
            i,
            fromFaster: this.periods[scalarConnections.from[i]] < this.periods[unit],
            spacing,
          })),
      ),
    );
    const rest = system.connections.filter((c) => !isScalarConnection(c));
    this.others = instances.map((_, unit) => exchange(rest.filter(({ to }) => to.unit === unit)));
    this.all = exchange(system.connections);
    this.driven = instances.map((_, unit) => new DrivenInputs(system, instances, unit));
    this.ends = new Float64Array(
      this.scalarConnections.reduce(
        (most, { scalarConnections }) => Math.max(most, scalarConnections.size),
        0,
      ),
    );
    this.notes = [
      `Steps of the units: ${system.units.map(({ name }, k) => `${name} ${steps[k]} s`).join(', ')}.`,
    ];
  }

  settle(): boolean {
    return this.all.settle();
  }

  step(n: number, t: number, H: number): void {
    const { whole, periods, sequence, round, context } = this;
    const tick = H / whole;
    const end = t + H;
    for (let j = 0; j < whole; j++) {
      const now = n * whole + j;
      this.begin(n, now, j === 0 ? t : t + j * tick, tick);
      for (let s = 0; s < sequence.length; s++) {
        const k = sequence[s];
        const period = periods[k];
        if ((now + 1) % period !== 0) continue;
        const behind = j + 1 - period;
        const from = behind === 0 ? t : t + behind * tick;
        // The last step ends exactly at the communication point.
        const h = period === whole ? H : j + 1 === whole ? end - from : period * tick;
        this.give(k, now + 1 - period, h, tick);
        context.advance(k, from, h);
      }
      if ((now + 1) % round === 0) context.stepped(round === whole ? H : round * tick);
    }
  }

  /** Begins steps at this tick: reads outputs and transfers discrete values. */
  private begin(n: number, now: number, t: number, tick: number): void {
    const { scalarConnections, periods, others, driven, context } = this;
    let valid = true;
    for (let c = 0; c < scalarConnections.length; c++) {
      const { spacing } = scalarConnections[c];
      if (now % spacing === 0) valid = scalarConnections[c].scalarConnections.begin(spacing * tick) && valid;
    }
    for (let k = 0; k < periods.length; k++) {
      if (now % periods[k] !== 0) continue;
      if (others[k].transfer(n) !== 0) valid = false;
      if (driven[k].size === 0) continue;
      context.drive(t, periods[k] * tick);
      driven[k].save();
    }
    if (!valid) context.refuseInvalid();
  }

  /** Sets the inputs of a unit over a step of h from tick `start`. */
  private give(unit: number, start: number, h: number, tick: number): void {
    const ways = this.into[unit];
    const { ends } = this;
    let finite = 0;
    this.driven[unit].restore();
    for (let w = 0; w < ways.length; w++) {
      const { scalarConnections, i, fromFaster, spacing } = ways[w];
      if (fromFaster) {
        scalarConnections.readOutput(i, ends);
        finite += ends[i] * 0;
        scalarConnections.interpolateTo(i, ends, h);
      } else {
        scalarConnections.extrapolate(i);
        const late = start % spacing;
        if (late > 0) scalarConnections.shift(i, late * tick);
      }
    }
    if (finite !== 0) this.context.refuseInvalid();
  }

  visitState(state: StateVisitor): void {
    for (const { scalarConnections } of this.scalarConnections) scalarConnections.visitState(state);
    visitAll(this.others, state);
    visitAll(this.driven, state);
  }
}

/**
 * Requires that each step, including the communication step, is a whole multiple of the next
 * smaller one.
 */
function requireMultiples({ name, units, step }: CheckedSystem, steps: readonly number[]): void {
  const named = [
    { size: step, what: `the communication step H = ${step} s` },
    ...steps.map((size, k) => ({ size, what: `the step ${size} s of ${units[k].name}` })),
  ].sort((a, b) => a.size - b.size);
  for (let k = 1; k < named.length; k++) {
    const ratio = named[k].size / named[k - 1].size;
    if (Math.abs(ratio - Math.round(ratio)) > 1e-9 * ratio)
      throw new UserError(
        `run ${name}: ${named[k].what} is not a whole multiple of ${named[k - 1].what}. Set "step" of the units to multiples of each other and of H, or to whole fractions of H.`,
      );
  }
}
