import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { Evidence } from './evidence.ts';
import {
  beyondPhysical,
  distrustFactor,
  divergence,
  growthShare,
  limitsFrom,
  negligible,
  steadyGrowth,
  type VerdictLimits,
} from './thresholds.ts';
import type { Ground, Verdict, VerdictWord } from './verdict.ts';

/** Residual energy of a bond or a joint, and the energy that it carried, if known. */
export interface JudgedBond {
  readonly name: string;
  readonly unit: string;
  readonly magnitude: number;
  readonly carried?: number;
}

/** Numbers of a run that its verdict rests on. */
export interface RunEvidence {
  readonly system: CheckedSystem;
  readonly evidence: Evidence;
  readonly implicit: boolean;
  readonly bonds: readonly JudgedBond[];
  readonly joints: readonly JudgedBond[];
  readonly balance: {
    readonly largest: number;
    readonly exchanged: number;
    readonly empty: boolean;
    readonly unitsWithout: readonly string[];
  };
  /** Steps of a run in real time, and steps that took too long. */
  readonly pace?: { readonly steps: number; readonly overrun: number; readonly worst?: string } | undefined;
}

/** Order of words: the worst decides. */
const rank: Readonly<Record<VerdictWord, number>> = {
  good: 0,
  'not judged': 1,
  doubtful: 2,
  'do not trust': 3,
};

/** Returns the verdict on a run. `docs/explain/coupling/verdict.md` gives the reasons of the rules. */
export function judge(run: RunEvidence, limits: VerdictLimits = {}): Verdict {
  const all = limitsFrom(limits);
  const accuracy = [
    ...bondGrounds(run, all.maxResidual),
    ...connectionGrounds(run, all.maxResidual),
    ...jointGrounds(run, all.maxResidual),
    ...balanceGrounds(run, all.maxDrift),
    ...constraintGrounds(run, all.maxConstraint),
  ];
  const grounds = [...growthGrounds(run, all.maxResidual), ...accuracy, ...paceGrounds(run, all.maxLate)];
  grounds.sort((a, b) => rank[b.word] - rank[a.word] || b.value / b.limit - a.value / a.limit);
  const [worst] = grounds;
  if (worst !== undefined && rank[worst.word] > rank.good)
    return { word: worst.word, reason: worst.text, next: nextFor(worst, run), grounds };
  if (accuracy.length === 0) return { ...byGrowthOnly(run), grounds };
  const [first] = [...accuracy].sort((a, b) => b.value / b.limit - a.value / a.limit);
  return { word: 'good', reason: first.text, grounds };
}

/** Returns the word for a value with this limit. */
function wordOf(value: number, limit: number): VerdictWord {
  if (value <= limit) return 'good';
  return value <= distrustFactor * limit ? 'doubtful' : 'do not trust';
}

function bondGrounds({ bonds, evidence }: RunEvidence, limit: number): Ground[] {
  return bonds.flatMap(({ name, unit: unitOfMeasure, magnitude, carried = 0 }, k) => {
    const alike = bonds.filter((bond) => bond.unit === unitOfMeasure);
    const floor = negligible * Math.max(...alike.map((bond) => bond.carried ?? 0));
    const through = Math.max(carried, floor, evidence.resting[k]);
    if (magnitude === 0 && through === 0) return [];
    const share = magnitude / through;
    const text = `bond ${name}: the coupling error is ${percent(share)} of the energy (limit ${percent(limit)})`;
    return [ground('bond', name, share, limit, text)];
  });
}

function connectionGrounds({ evidence }: RunEvidence, limit: number): Ground[] {
  const { worst } = evidence.connections;
  if (worst === undefined) return [];
  const { label, share } = worst;
  const text = `${label}: the coupling error is ${percent(share)} of the value's variation (limit ${percent(limit)})`;
  return [ground('connection', label, share, limit, text)];
}

function jointGrounds({ joints, balance }: RunEvidence, limit: number): Ground[] {
  if (!(balance.exchanged > 0)) return [];
  return joints.map(({ name, magnitude }) => {
    const share = magnitude / balance.exchanged;
    const text = `joint ${name}: the coupling error is ${percent(share)} of the exchanged energy (limit ${percent(limit)})`;
    return ground('joint', name, share, limit, text);
  });
}

function balanceGrounds({ system, balance }: RunEvidence, limit: number): Ground[] {
  const { largest, exchanged, empty, unitsWithout } = balance;
  if (empty || !isClosed(system, unitsWithout) || !(exchanged > 0 || largest > 0)) return [];
  const share = largest / exchanged;
  const text = `the energy balance drifts by ${percent(share)} of the exchanged energy (limit ${percent(limit)})`;
  return [ground('balance', system.name, share, limit, text)];
}

/**
 * Returns true if the declared energies can balance: no energy can enter by an input from outside,
 * and every unit that a bond or a joint joins declares energies.
 */
function isClosed(system: CheckedSystem, unitsWithout: readonly string[]): boolean {
  const { bonds, joints, units } = system;
  const declaring = units.filter(({ name }) => !unitsWithout.includes(name));
  if (declaring.some(({ name }) => isOpen(system, name))) return false;
  if (unitsWithout.length === 0) return true;
  if (joints !== undefined) return false;
  const joined = bonds.flatMap(({ terms }) =>
    terms.flatMap(({ effort, flow }) => [effort.from.unit, flow.from.unit]),
  );
  return joined.length > 0 && joined.every((unit) => !unitsWithout.includes(units[unit].name));
}

/** Returns true if a continuous input of a unit is set from outside to other values than zero. */
function isOpen({ units, connections, inputs }: CheckedSystem, name: string): boolean {
  const k = units.findIndex((unit) => unit.name === name);
  const { description, values } = units[k];
  const connected = new Set(connections.filter(({ to }) => to.unit === k).map(({ to }) => to.variable));
  const driven = new Set(inputs.filter(({ port }) => port.unit === k).map(({ port }) => port.variable));
  const given = new Map(values.map(({ variable, value }) => [variable, value]));
  return description.variables.some((v) => {
    if (v.causality !== 'input' || v.variability !== 'continuous' || connected.has(v)) return false;
    return (
      driven.has(v) || (given.get(v) ?? []).some((x) => x !== undefined && Number(x) !== 0) || !isZero(v)
    );
  });
}

/** Returns true if all start values of a variable are zero. */
const isZero = ({ start }: Variable): boolean => (start ?? []).every((x) => Number(x) === 0);

function constraintGrounds({ evidence }: RunEvidence, limit: number): Ground[] {
  const { units, largest, unitsOfMeasure } = evidence.constraints;
  return units.map((unit, k) => {
    const unitOfMeasure = unitsOfMeasure[k];
    const withUnit = (value: number): string => `${short(value)} ${unitOfMeasure}`.trimEnd();
    const text = `the constraints of ${unit} are violated by up to ${withUnit(largest[k])} (limit ${withUnit(limit)})`;
    return { ...ground('constraint', unit, largest[k], limit, text), unit: unitOfMeasure };
  });
}

function growthGrounds({ evidence }: RunEvidence, maxResidual: number): Ground[] {
  const { largest, exponential } = evidence.growth;
  if (largest !== undefined && !(largest.factor < beyondPhysical)) {
    const text = `${largest.label} reaches ${short(largest.value)}, which no physical quantity does`;
    return [
      { ...ground('growth', largest.label, largest.factor, beyondPhysical, text), word: 'do not trust' },
    ];
  }
  const isCoupled = evidence.connections.count > 0;
  const share = evidence.connections.worst?.share ?? 0;
  const mayCouple = share >= growthShare * maxResidual;
  if (exponential === undefined) return mayCouple ? steadyGrounds(evidence.growth, share) : [];
  const { label, factor } = exponential;
  // Without coupling error the growth belongs to the model, or to a solver inside an FMU.
  if (!mayCouple && (isCoupled || factor <= divergence)) return [];
  const cause = mayCouple ? 'the coupling' : 'the solver of the FMU';
  const text = `${label} grows exponentially, ${short(factor)}-fold from the first quarter to the last. The cause may be ${cause}`;
  const word = mayCouple && factor > divergence ? 'do not trust' : 'doubtful';
  return [{ ...ground('growth', label, factor, divergence, text), word }];
}

/** Judges values that grow by a small constant factor: small errors of the coupling add up. */
function steadyGrounds({ steady }: Evidence['growth'], share: number): Ground[] {
  if (steady === undefined) return [];
  const { label, factor } = steady;
  const text = `${label} grows by ${percent(factor - 1)} from each quarter of the run to the next. A coupling error of ${percent(share)} may add up to this`;
  return [{ ...ground('growth', label, factor, steadyGrowth, text), word: 'doubtful' }];
}

function paceGrounds({ pace }: RunEvidence, limit: number): Ground[] {
  if (pace === undefined || pace.steps === 0) return [];
  const share = pace.overrun / pace.steps;
  const blame = pace.worst === undefined ? '' : `, mostly in ${pace.worst}`;
  const text = `${percent(share)} of the steps took longer than real time${blame} (limit ${percent(limit)})`;
  // The numbers of a late run are right.
  const word = share <= limit ? 'good' : 'doubtful';
  return [{ ...ground('real time', 'steps', share, limit, text), word }];
}

function ground(rule: string, subject: string, value: number, limit: number, text: string): Ground {
  return { rule, subject, word: wordOf(value, limit), value, limit, unit: '1', text };
}

/** Returns the command that helps against a ground. */
function nextFor({ rule }: Ground, { system, implicit }: RunEvidence): string {
  const { step, scheme, units, connections } = system;
  if (rule === 'real time') return `fmu run <file> --realtime --step ${2 * step}`;
  const isAlone = units.length === 1 && connections.length === 0;
  const ofSubsteps = scheme === 'adaptive' || scheme === 'hybrid' || scheme === 'ecco';
  if (isAlone || implicit || ofSubsteps) return `fmu run <file> --step ${step / 2}`;
  return `fmu advise <file>`;
}

/** Returns the verdict on a run that has nothing but its growth to judge. */
function byGrowthOnly({ system, evidence }: RunEvidence): Omit<Verdict, 'grounds'> {
  const { units, connections, step } = system;
  if (units.length === 1 && connections.length === 0)
    return {
      word: 'good',
      reason: 'all values are finite and of physical size. The FMU declares too little to judge more',
    };
  return {
    word: 'not judged',
    reason:
      evidence.connections.count > 0
        ? 'the run has too few steps to judge its connections'
        : 'no connection passes continuous values. Add a bond (docs/guide/read-energies.md)',
    next: `fmu run <file> --step ${step / 2}`,
  };
}

const short = (value: number): string => String(Number(value.toPrecision(2)));

const percent = (share: number): string => `${short(100 * share)} %`;
