import type { Stateful, StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { connectedElements } from '../../system/connections/connected-elements.ts';
import type { CouplingContext } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import { flowEnds, type Place } from './flow-pairs.ts';
import { isScalarConnection, type ScalarConnections } from './scalar-connections.ts';

/** Option of schemes that change their steps. */
export const driftOption: Readonly<Record<'drift', SchemeOption>> = {
  drift: {
    what: 'Inputs whose time integral is corrected after a change of the step: none, those that both units integrate, or all',
    default: 'none',
    of: ['none', 'pairs', 'all'],
  },
};

/** Steps that are observed before a pair is found, and change of the flow in them. */
const fewestSteps = 10;
const leastChange = 0.5;
/** Squared deviation from proportional changes that an integral may have, in target and source. */
const [targetDeviation, sourceDeviation] = [1e-6, 1e-4];
/** Deviation from the scale 1 with which an output still counts as the integral itself. */
const scaleDeviation = 1e-2;
/** Relative difference of two steps that is rounding. */
const sameStep = 1e-9;

/** Variable that may be the integral of a flow. */
interface Candidate extends Place {
  /** Last value, and over the observed steps Σ Δx² and Σ Δx r with the integral r of the flow. */
  readonly sums: Float64Array;
}

/** Flow of scalar connection i. */
interface Flow {
  readonly i: number;
  readonly sources: readonly Candidate[];
  readonly targets: readonly Candidate[];
  isCorrected: boolean;
  isObserved: boolean;
  /** The source that is the integral, or −1, and its sign. */
  source: number;
  sign: number;
}

/** Numbers of a flow, by index. */
const number = {
  /** D, and the integral of ũ over the last step. */
  deficit: 0,
  received: 1,
  /** u at the beginning of the last step. */
  flow: 2,
  /** Range of u, and Σ r² of source and target, over the observed steps. */
  least: 3,
  most: 4,
  sentSquare: 5,
  receivedSquare: 6,
} as const;

/**
 * Keeps the integrals of a flow equal that two units compute on their own. A held input is late by
 * half a step. A change Δh of the step changes this delay, so the integrals differ by ½ u Δh from
 * then on (Kyllingstad 2025). The scheme raises D = ∫ (u − ũ) dt in each step. From
 * the first change of the step on, it raises the next ũ by D / h. Runs with equal steps keep their
 * bits.
 *
 * ∫ u is the change of the source's own integral, if that is declared or found. Otherwise it follows
 * from the trapezoidal rule.
 *
 * Call order: `scalarConnections.begin` → `begin` → (`scalarConnections.extrapolate` → `correct` →
 * the units step)*
 */
export class DriftCorrection implements Stateful {
  private readonly flows: Flow[];
  private readonly numbers: Float64Array[];
  /** Integrals and corrections of inputs, by scalar connection. */
  private readonly integrals: Float64Array;
  private readonly offsets: Float64Array;
  /** Last step [s]. 0 before the first. */
  private readonly last = new Float64Array(1);
  private changed = false;
  private count = 0;

  constructor(
    private readonly context: CouplingContext,
    private readonly scalarConnections: ScalarConnections,
  ) {
    this.flows = flowsOf(context, scalarConnections);
    this.numbers = this.flows.map(() => new Float64Array(Object.keys(number).length));
    [this.integrals, this.offsets] = [0, 1].map(() => new Float64Array(scalarConnections.size));
  }

  /** Notes for the user, as sentences. */
  get notes(): readonly string[] {
    const { flows, scalarConnections, context } = this;
    const names = flows
      .filter(({ isCorrected }) => isCorrected)
      .map(({ i }) => scalarConnections.name(i, context.system.units));
    if (names.length === 0 || !this.changed) return [];
    return [`Integrals kept equal after changes of the step: ${names.join(', ')}.`];
  }

  /** Begins a step. The outputs of the last one have been read. */
  begin(): void {
    const { flows, last, numbers } = this;
    for (let k = 0; k < flows.length; k++) {
      const values = numbers[k];
      if (last[0] > 0) this.account(flows[k], values);
      else startObserving(flows[k], values, this.scalarConnections.now);
      values[number.flow] = this.scalarConnections.now[flows[k].i];
    }
    if (last[0] > 0) this.count++;
  }

  /** Corrects the polynomials of inputs for a step of h [s]. */
  correct(h: number): void {
    const { flows, numbers, scalarConnections, offsets, integrals, last } = this;
    if (last[0] > 0 && Math.abs(h - last[0]) > sameStep * h) this.changed = true;
    last[0] = h;
    for (let k = 0; k < flows.length; k++) {
      const { i, isCorrected } = flows[k];
      if (isCorrected && this.changed) {
        offsets[i] = numbers[k][number.deficit] / h;
        scalarConnections.addOffset(i, offsets);
      }
      scalarConnections.integrate(i, h, integrals);
      numbers[k][number.received] = integrals[i];
    }
  }

  /** Adds the last step to D, and to what is observed. */
  private account(flow: Flow, values: Float64Array): void {
    const { scalarConnections, last, offsets } = this;
    const { i, source, sources, sign } = flow;
    const h = last[0];
    let sent = 0.5 * h * (values[number.flow] + scalarConnections.now[i]);
    if (source >= 0) {
      const { view, at, sums } = sources[source];
      const x = Number(view[at]);
      offsets[i] = sign * (x - sums[0]);
      sums[0] = x;
      sent = scalarConnections.convertIntegral(i, offsets, h);
    }
    values[number.deficit] += sent - values[number.received];
    if (flow.isObserved) this.observe(flow, values, sent);
  }

  /** Adds a step to the sums of a flow, and decides once the flow has changed enough. */
  private observe(flow: Flow, values: Float64Array, sent: number): void {
    const { sources, targets, i } = flow;
    const u = this.scalarConnections.now[i];
    const received = values[number.received];
    values[number.least] = Math.min(values[number.least], u);
    values[number.most] = Math.max(values[number.most], u);
    values[number.sentSquare] += sent * sent;
    values[number.receivedSquare] += received * received;
    addStep(sources, sent);
    addStep(targets, received);
    const change = values[number.most] - values[number.least];
    const size = Math.max(values[number.most], -values[number.least]);
    if (this.count < fewestSteps || !(change > leastChange * size)) return;
    flow.isObserved = false;
    const found = integralIn(sources, values[number.sentSquare], sourceDeviation);
    const target = integralIn(targets, values[number.receivedSquare], targetDeviation);
    flow.isCorrected = found >= 0 && target >= 0;
    if (!flow.isCorrected) return;
    // Change of the integral for a change of the input's integral, in the output's unit of measure.
    const scale = this.scalarConnections.factorOf(i) * (sources[found].sums[2] / values[number.sentSquare]);
    flow.sign = Math.sign(scale);
    if (Math.abs(Math.abs(scale) - 1) < scaleDeviation) flow.source = found;
  }

  visitState(state: StateVisitor): void {
    const { flows, numbers } = this;
    state.array('last', this.last);
    this.changed = state.boolean('changed', this.changed);
    this.count = state.number('count', this.count);
    for (let k = 0; k < flows.length; k++) {
      state.array('numbers', numbers[k]);
      flows[k].isCorrected = state.boolean('isCorrected', flows[k].isCorrected);
      flows[k].isObserved = state.boolean('isObserved', flows[k].isObserved);
      flows[k].source = state.number('source', flows[k].source);
      flows[k].sign = state.number('sign', flows[k].sign);
      for (const { sums } of [...flows[k].sources, ...flows[k].targets]) state.array('sums', sums);
    }
  }
}

/** Returns the flows that are corrected or observed. */
function flowsOf(
  { system, instances, options }: CouplingContext,
  scalarConnections: ScalarConnections,
): Flow[] {
  const { drift = 'none' } = options;
  if (drift === 'none') return [];
  return system.connections.filter(isScalarConnection).flatMap((connection) => {
    const elements = connectedElements(connection);
    return scalarConnections.indexesOf(connection).flatMap((i, k): Flow[] => {
      if (!scalarConnections.isContinuous(i)) return [];
      const { isDeclared, sources, targets } = flowEnds(connection, instances, elements[k][0]);
      const isCorrected = drift === 'all' || isDeclared;
      const isObserved = !isCorrected && sources.length > 0 && targets.length > 0;
      if (!isCorrected && !isObserved) return [];
      const candidates = (places: readonly Place[]): Candidate[] =>
        places.map((place) => ({ ...place, sums: new Float64Array(3) }));
      return [
        {
          ...{ i, isCorrected, isObserved, source: isDeclared ? 0 : -1, sign: 1 },
          ...{ sources: candidates(sources), targets: candidates(targets) },
        },
      ];
    });
  });
}

function startObserving({ i, sources, targets }: Flow, values: Float64Array, now: Float64Array): void {
  values[number.least] = now[i];
  values[number.most] = now[i];
  for (let k = 0; k < sources.length; k++) sources[k].sums[0] = Number(sources[k].view[sources[k].at]);
  for (let k = 0; k < targets.length; k++) targets[k].sums[0] = Number(targets[k].view[targets[k].at]);
}

function addStep(candidates: readonly Candidate[], area: number): void {
  for (let k = 0; k < candidates.length; k++) {
    const { view, at, sums } = candidates[k];
    const x = Number(view[at]);
    const change = x - sums[0];
    sums[0] = x;
    sums[1] += change * change;
    sums[2] += change * area;
  }
}

/** Returns the output whose changes are proportional to the integrals of the flow, or −1. */
function integralIn(candidates: readonly Candidate[], square: number, deviation: number): number {
  return candidates.findIndex(({ sums }) => sums[2] ** 2 > (1 - deviation) * sums[1] * square);
}
