import type { Variable } from '../../../description/description.ts';
import { type FmiApi, io, type Values } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { type Probe, sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differenceOf, solvedSlack } from '../../behaviour/values/value-difference.ts';
import { otherValues, outputs, settableDuringSimulation } from '../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../defect.ts';
import type { Rule } from '../../rule.ts';

const steps = 10;
/** Intermediate updates of a step that are noted. */
const mostUpdates = 256;

export const intermediateValues: Rule = {
  id: 'step/intermediate',
  title: 'The intermediate update at the end of a step has the values of its end',
  severity: 'robustness',
  fmi3: '4.2.2 and 4.4',
  interfaces: ['coSimulation'],
  explanation:
    'An FMU with providesIntermediateUpdate may call the importer inside doStep. There getters return the values of that time. If such an update is at the end of the step, its values are those that getters return after the step. An update before the end has the values of its time. The check makes steps without events, and tunes parameters between them.',
  needs: 'behaviour',
  faults: [
    injectFault(
      'the update at the end of a step has other values than those after it',
      (base) => {
        const times = new Float64Array(mostUpdates);
        return {
          intermediate: (read) => ({ times, rows: read.map(() => new Float64Array(mostUpdates).fill(-1e9)) }),
          call(this: FmiApi, op) {
            const answer = base.call.call(this, op);
            if (op.op !== 'doStep') return answer;
            times[0] = this.registers[io.time] + this.registers[io.step];
            this.registers[io.intermediateCount] = 1;
            return answer;
          },
        };
      },
      {
        describe: (d) => ({
          ...d,
          variables: d.variables.map((v) => ({ ...v, intermediateUpdate: v.causality === 'output' })),
          coSimulation: d.coSimulation && { ...d.coSimulation, providesIntermediateUpdate: true },
        }),
      },
    ),
  ],
  inapplicableReason({ name, description: { coSimulation } }) {
    if (name.startsWith('wasm32-')) return 'an importer cannot enter a WebAssembly component during a step';
    return coSimulation?.providesIntermediateUpdate
      ? undefined
      : 'the FMU declares providesIntermediateUpdate="false"';
  },
  async check({ target, open, report }) {
    const probe = await open();
    const variables = target.description.variables.filter(
      (v) =>
        v.intermediateUpdate === true &&
        v.type === 'Float64' &&
        v.causality === 'output' &&
        v.variability !== 'discrete',
    );
    probe.reach('step', {
      requiredIntermediateVariables: Uint32Array.from(variables, (v) => v.valueReference),
    });
    const read = variables.map((v) => probe.calls.values('Float64', Uint32Array.of(v.valueReference)));
    const updates = new Updates(probe, variables, read);
    for (let n = 0; n < steps; n++) {
      if (n === steps / 2) tune(probe);
      const defect = updates.step();
      if (defect !== undefined) return report(probe, defect);
      if (n > 0 || !target.description.coSimulation?.canHandleVariableCommunicationStepSize) continue;
      for (const earlier of updates.earlier) {
        const other = await open();
        other.reach('step');
        const wrong = wrongValue(other, earlier);
        if (wrong !== undefined) return report(other, wrong);
      }
    }
  },
};

/** Values of an update before the end of a step, and those at the begin and at the end of the step. */
interface Earlier {
  readonly time: number;
  readonly values: ReadonlyMap<Variable, readonly [then: Value[], begin: Value[], end: Value[]]>;
}

/** A value is of another time if it is off by more than this part of the change over the step. */
const leastPart = 0.25;

/** Makes a step to the time of an update. Returns a defect if its values are not those of that time. */
function wrongValue(probe: Probe, { time, values }: Earlier): Defect | undefined {
  probe.advance(time - probe.time);
  if (probe.flag('early') !== 0 || probe.flag('eventNeeded') !== 0) return undefined;
  const slack = solvedSlack(probe.description);
  for (const [variable, [then, begin, end]] of values) {
    const now = probe.read(variable).values;
    const isFar = now.some(
      (x, i) =>
        Math.abs(Number(x) - Number(then[i])) > leastPart * Math.abs(Number(end[i]) - Number(begin[i])),
    );
    const isOther = isFar || sameValues(then, end) || sameValues(then, begin);
    if (!isOther || differenceOf(now, then, slack, variable) !== 'large') continue;
    return {
      message: `At the intermediate update at ${time} s "${variable.name}" has its value of another time.`,
      value: quantity(variable, then),
      expected: quantity(variable, now),
    };
  }
  return undefined;
}

/** Reads values at the intermediate updates of steps. */
class Updates {
  /** Updates before the end of the last step: one in its middle, and the last one. */
  earlier: Earlier[] = [];
  private readonly noted: ReturnType<Probe['calls']['intermediate']>;

  constructor(
    private readonly probe: Probe,
    private readonly variables: readonly Variable[],
    read: readonly Values[],
  ) {
    this.noted = probe.calls.intermediate(read, mostUpdates);
  }

  /** Makes a step, and compares the values at its end. An event at its end may change values. */
  step(): Defect | undefined {
    const { probe, noted } = this;
    const discrete = outputs(probe.target)
      .filter((v) => v.variability === 'discrete')
      .slice(0, 100);
    const before = probe.snapshot(discrete);
    const begin = this.variables.map((v) => probe.read(v).values);
    probe.calls.registers[io.intermediateCount] = 0;
    probe.advance();
    const count = probe.flag('intermediateCount');
    if (count === 0 || count > mostUpdates || !this.isQuiet(before, probe.snapshot(discrete)))
      return undefined;
    const last = noted.times[count - 1];
    const isLastAtEnd = Math.abs(last - probe.time) <= 1e-9 * probe.stepSize;
    this.earlier = [...new Set([count >> 1, ...(isLastAtEnd ? [] : [count])])]
      .filter((n) => n > 0 && noted.times[n - 1] > probe.time - probe.stepSize)
      .filter((n) => noted.times[n - 1] < probe.time - 1e-9 * probe.stepSize)
      .map((n) => this.earlierAt(n, begin));
    if (!isLastAtEnd) return undefined;
    const slack = solvedSlack(probe.description);
    for (const [i, variable] of this.variables.entries()) {
      const then = this.valuesAt(i, count);
      const { values } = probe.read(variable);
      if (differenceOf(values, then, slack, variable) !== 'large') continue;
      return {
        message: `At the intermediate update at ${last} s "${variable.name}" has another value than after the step to that time.`,
        value: quantity(variable, then),
        expected: quantity(variable, values),
      };
    }
    return undefined;
  }

  private valuesAt(i: number, count: number): number[] {
    const size = this.noted.rows[i].length / mostUpdates;
    return Array.from(this.noted.rows[i].subarray((count - 1) * size, count * size) as Float64Array);
  }

  /** Returns the values at the n-th update of the step. */
  private earlierAt(n: number, begin: readonly Value[][]): Earlier {
    const { probe, variables, noted } = this;
    const values = variables.map(
      (v, i) => [v, [this.valuesAt(i, n), begin[i], probe.read(v).values]] as const,
    );
    return { time: noted.times[n - 1], values: new Map(values) };
  }

  private isQuiet(before: ReadonlyMap<string, Value[]>, after: ReadonlyMap<string, Value[]>): boolean {
    const { probe } = this;
    if (probe.flag('eventNeeded') !== 0 || probe.flag('early') !== 0) return false;
    return JSON.stringify([...before], text) === JSON.stringify([...after], text);
  }
}

const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

/** Gives tunable parameters other values. */
function tune(probe: Probe): void {
  for (const variable of settableDuringSimulation(probe.target).slice(0, 100)) {
    const { values } = probe.read(variable);
    const others =
      variable.causality === 'parameter' ? otherValues(probe.target, variable, values) : undefined;
    if (others !== undefined) probe.attempt(() => probe.expect(probe.write(variable, others), 'set'));
  }
}
