import { toldInternalStep, usableExperiment } from '../../../description/default-experiment.ts';
import { elementCount, type ModelDescription, type Variable } from '../../../description/description.ts';
import { indexText } from '../../../description/tables/element-index.ts';
import { reasonOf } from '../../../host/fmi-driver/call-failure.ts';
import { createDriver } from '../../../host/fmi-driver/create-driver.ts';
import type { FmiApi } from '../../../host/instance/fmi-api.ts';
import type { Instance } from '../../../host/instance/instance.ts';
import { CommunicationPoints } from '../../../util/time/communication-points.ts';
import type { Target } from '../check-target.ts';
import { isNumber, outputs } from '../values/variable-selection.ts';

export interface RecordedColumn {
  name: string;
  unit: string;
  data: Float64Array;
}

/**
 * Run of the default experiment on one target, with start values for all inputs. It is for display,
 * not for verdicts.
 */
export interface Recording {
  target: string;
  /** Times of the communication points [s], ascending. */
  time: Float64Array;
  /** Values of each element of the first outputs, or of the states if the FMU lacks outputs. */
  columns: RecordedColumn[];
  /** Number of further elements that are not recorded. */
  omitted: number;
  /** Communication step [s]. */
  step: number;
  /** End of the experiment [s]. */
  stopTime: number;
  /** Why the run ended before that. */
  why?: string;
}

/** Most steps, most columns, and longest time of computing [s] of a recording. */
export const most = { steps: 500, columns: 24, seconds: 10 };

/**
 * Runs an FMU in its target's isolation. Never throws: if a run cannot continue, returns its
 * beginning with the reason.
 */
export async function recordRun(target: Target): Promise<Recording> {
  const { step, stopTime, startTime } = experimentOf(target.description);
  const variables = recordedVariables(target);
  const names = variables.flatMap(elementsOf);
  const rows: Float64Array[] = [];
  const points = CommunicationPoints.decimals(startTime, step);
  const why = await run(target, (instance) => {
    const end = performance.now() + 1000 * most.seconds;
    const steps = Math.min(most.steps, Math.max(1, Math.round((stopTime - startTime) / step)));
    rows.push(read(instance, variables));
    while (rows.length <= steps) {
      if (performance.now() > end) return `the limit of ${most.seconds} s of computing was reached`;
      if (instance.step(points.at(rows.length - 1), step) !== 0) return `the FMU refuses a step of ${step} s`;
      rows.push(read(instance, variables));
    }
    const reached = points.at(steps);
    return reached < stopTime - step ? `a recording is limited to ${most.steps} steps` : undefined;
  });
  const columns = names.slice(0, most.columns).map(({ name, unit }, k) => ({
    name,
    unit,
    data: Float64Array.from(rows, (row) => row[k]),
  }));
  const omitted = names.length - columns.length;
  const time = Float64Array.from(rows, (_, n) => points.at(n));
  return { target: target.name, time, columns, omitted, step, stopTime, why };
}

/**
 * Initializes the FMU, calls `use` to step it, and releases it. Returns the reason of an early end.
 */
async function run(
  target: Target,
  use: (instance: Instance) => string | undefined,
): Promise<string | undefined> {
  let calls: FmiApi | undefined;
  let instance: Instance | undefined;
  try {
    calls = (await target.open()).calls;
    const { description } = target;
    instance = createDriver(calls, description, 'check', {
      tolerance: usableExperiment(description).tolerance,
    });
    instance.initialize(experimentOf(description).startTime);
    instance.exitInitialization();
    return use(instance);
  } catch (thrown) {
    return reasonOf(thrown);
  } finally {
    close(instance, calls);
  }
}

/** Also of an FMU that could not be instantiated, or that has died. */
function close(instance: Instance | undefined, calls: FmiApi | undefined): void {
  try {
    if (instance === undefined) calls?.close();
    else instance.close();
  } catch {
    calls?.close();
  }
}

/**
 * Returns the default experiment with at most 500 steps, each a multiple of the FMU's preferred
 * step.
 */
function experimentOf(d: ModelDescription): { startTime: number; stopTime: number; step: number } {
  const { startTime = 0, stepSize, stopTime = startTime + 100 * (stepSize ?? 0.01) } = usableExperiment(d);
  const duration = Math.max(stopTime - startTime, 0);
  const internal = toldInternalStep(d);
  const base = stepSize ?? internal ?? (duration / most.steps || 0.01);
  const multiple = Math.max(1, Math.ceil(duration / base / most.steps - 1e-9));
  // Not more than an FMU computes in a moment, however long its experiment is.
  const limit = internal === undefined ? multiple : Math.max(1, Math.floor((1000 * internal) / base));
  return { startTime, stopTime: startTime + duration, step: base * Math.min(multiple, limit) };
}

/** Returns the numeric outputs, or the states if the FMU lacks numeric outputs. */
function recordedVariables(target: Target): Variable[] {
  const numericOutputs = outputs(target).filter(isNumber);
  if (numericOutputs.length > 0) return numericOutputs;
  const { variables, continuousStateDerivatives } = target.description;
  // A value reference may belong to no variable. In FMI 2.0 several variables, even of different
  // types, may share one: this takes the first.
  const floats = variables.filter(({ type }) => type.startsWith('Float'));
  const states = new Map(floats.reverse().map((v) => [v.valueReference, v]));
  return continuousStateDerivatives.flatMap(({ variable }) => {
    const { derivative } = variables[variable];
    return (derivative === undefined ? undefined : states.get(derivative)) ?? [];
  });
}

function elementsOf(variable: Variable): { name: string; unit: string }[] {
  const { name, unit = '', dimensions = [] } = variable;
  return Array.from({ length: elementCount(variable) }, (_, i) => ({
    name: name + indexText({ dimensions }, i),
    unit,
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
