import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import type { Calls } from '../../host/fmi-api.ts';
import { drive, reasonOf } from '../../host/fmi-driver/create-driver.ts';
import type { Instance } from '../../host/instance.ts';
import { defaultTolerance } from '../../host/require-tolerance.ts';
import type { Target } from './check-target.ts';
import { isNumber, outputs } from './variable-selection.ts';

export interface RecordedColumn {
  name: string;
  unitOfMeasure: string;
  data: Float64Array;
}

/** A run of the default experiment on one target, with start values for all inputs: to look at, not to judge. */
export interface Recording {
  target: string;
  /** Times of the communication points [s], ascending. */
  time: Float64Array;
  /** Each element of the first outputs (or of the states, where there is no output), one value a time. */
  columns: RecordedColumn[];
  /** How many elements more there are, which are not recorded. */
  left: number;
  /** Communication step [s]. */
  step: number;
  /** End of the experiment [s]. */
  stopTime: number;
  /** Why the run ended before that. */
  why?: string;
}

/** Most steps, most columns, and longest time of computing [s] of a recording. */
export const most = { steps: 500, columns: 24, seconds: 10 };

/** Runs a unit in its target's isolation. Never throws: a run that cannot go on is kept up to there, with the reason. */
export async function recordRun(target: Target): Promise<Recording> {
  const { step, stopTime, startTime } = experimentOf(target.description);
  const variables = shown(target);
  const names = variables.flatMap(elementsOf);
  const rows: Float64Array[] = [];
  const why = await run(target, (instance) => {
    const end = performance.now() + 1000 * most.seconds;
    const steps = Math.min(most.steps, Math.max(1, Math.round((stopTime - startTime) / step)));
    rows.push(read(instance, variables));
    while (rows.length <= steps) {
      if (performance.now() > end) return `${most.seconds} s of computing were over`;
      const t = startTime + (rows.length - 1) * step;
      if (instance.step(t, step) !== 0) return `the unit takes no step of ${step} s`;
      rows.push(read(instance, variables));
    }
    const reached = startTime + steps * step;
    return reached < stopTime - step ? `a recording has ${most.steps} steps` : undefined;
  });
  const columns = names.slice(0, most.columns).map(({ name, unitOfMeasure }, k) => ({
    name,
    unitOfMeasure,
    data: Float64Array.from(rows, (row) => row[k]),
  }));
  const left = names.length - columns.length;
  const time = Float64Array.from(rows, (_, n) => startTime + n * step);
  return { target: target.name, time, columns, left, step, stopTime, why };
}

/** Initializes the unit, lets `use` step it, and gives everything back; returns why it ended early. */
async function run(
  target: Target,
  use: (instance: Instance) => string | undefined,
): Promise<string | undefined> {
  let calls: Calls | undefined;
  let instance: Instance | undefined;
  try {
    calls = (await target.open()).calls;
    const { description } = target;
    instance = drive(calls, description, 'check', { tolerance: defaultTolerance(description) });
    instance.initialize(experimentOf(description).startTime);
    instance.exitInitialization();
    return use(instance);
  } catch (thrown) {
    return reasonOf(thrown);
  } finally {
    close(instance, calls);
  }
}

/** Also of a unit that could not be instantiated, or that has died. */
function close(instance: Instance | undefined, calls: Calls | undefined): void {
  try {
    if (instance === undefined) calls?.close();
    else instance.close();
  } catch {
    calls?.close();
  }
}

/** The default experiment in at most 500 steps: whole multiples of the step that the unit asks for. */
function experimentOf(d: ModelDescription): { startTime: number; stopTime: number; step: number } {
  const {
    startTime = 0,
    stepSize,
    stopTime = startTime + 100 * (stepSize ?? 0.01),
  } = d.defaultExperiment ?? {};
  const duration = Math.max(stopTime - startTime, 0);
  const internal = d.coSimulation?.fixedInternalStepSize;
  const base = stepSize ?? internal ?? (duration / most.steps || 0.01);
  const multiple = Math.max(1, Math.ceil(duration / base / most.steps - 1e-9));
  // Not more than a unit computes in a moment, however long its experiment is.
  const limit = internal === undefined ? multiple : Math.max(1, Math.floor((1000 * internal) / base));
  return { startTime, stopTime: startTime + duration, step: base * Math.min(multiple, limit) };
}

/** Outputs that are numbers; where there are none, the states. */
function shown(target: Target): Variable[] {
  const found = outputs(target).filter(isNumber);
  if (found.length > 0) return found;
  const { variables, continuousStateDerivatives } = target.description;
  // A value reference may be that of no variable; or of several, in FMI 2.0 of other types too: the first is meant.
  const floats = variables.filter(({ type }) => type.startsWith('Float'));
  const states = new Map(floats.reverse().map((v) => [v.valueReference, v]));
  return continuousStateDerivatives.flatMap(({ variable }) => {
    const { derivative } = variables[variable];
    return (derivative === undefined ? undefined : states.get(derivative)) ?? [];
  });
}

function elementsOf(variable: Variable): { name: string; unitOfMeasure: string }[] {
  const { name, unitOfMeasure = '', dimensions = [] } = variable;
  const many = dimensions.length > 0;
  return Array.from({ length: elementCount(variable) }, (_, i) => ({
    name: many ? `${name}[${i + 1}]` : name,
    unitOfMeasure,
  }));
}

function read(instance: Instance, variables: readonly Variable[]): Float64Array {
  const row: number[] = [];
  for (const variable of variables) {
    const { view, offset, length } = instance.view(variable);
    for (let i = 0; i < length && row.length < most.columns; i++) row.push(Number(view[offset + i]));
  }
  return Float64Array.from(row);
}
