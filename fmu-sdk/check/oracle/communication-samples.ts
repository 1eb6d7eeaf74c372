import { type ModelDescription, type Variable, variablesByName } from '../../description/description.ts';
import { indexText } from '../../description/tables/element-index.ts';
import { CallFailure, Finished, reasonOf } from '../../host/fmi-driver/call-failure.ts';
import { createDriver } from '../../host/fmi-driver/create-driver.ts';
import type { DriverOptions } from '../../host/fmi-driver/fmi-driver.ts';
import { FmuGoneError } from '../../host/instance/fmi-api.ts';
import type { Instance, VariableView } from '../../host/instance/instance.ts';
import { SolverFailure } from '../../solver/ode-integrator.ts';
import { CommunicationPoints } from '../../util/time/communication-points.ts';
import { UserError } from '../../util/user-error.ts';
import type { Probe } from '../behaviour/fmu-probe.ts';
import { inputAt, type Plan } from './comparison-plan.ts';

/** Values of an FMU at communication points, `per` samples in a step of the plan. */
export interface Samples {
  readonly per: number;
  /** One column for each element, in the order of the plan's names, all of equal length. */
  readonly columns: readonly Float64Array[];
  /** Communication points of the plan that were reached, the first one counted. */
  readonly length: number;
  /** Why it ended before that. */
  readonly why?: string;
}

/** Settings of one run. */
export interface RunSettings extends Pick<DriverOptions, 'tolerance' | 'solver' | 'integrators'> {
  /** Steps to each step of the plan. */
  readonly pieces: number;
  /** Number of samples. Must divide `pieces`. */
  readonly per?: number;
}

/** One element that is read. */
export interface Column {
  readonly variable: Variable;
  /** `name`, or `name[2]` of an array. */
  readonly title: string;
}

/** The elements that a plan reads of an FMU. */
export function columnsOf({ names }: Pick<Plan, 'names'>, description: ModelDescription): Column[] {
  const byName = variablesByName(description);
  return names.flatMap((name) => {
    const variable = byName.get(name) as Variable;
    const length = variable.dimensions?.reduce((n, d) => n * d, 1) ?? 1;
    const { dimensions = [] } = variable;
    return Array.from({ length }, (_, i) => ({ variable, title: name + indexText({ dimensions }, i) }));
  });
}

/**
 * Runs a fresh instance of an FMU by a plan, in the probe's process. If a run cannot continue,
 * returns its beginning. Throws if the FMU dies, which another rule reports.
 */
export function sample(probe: Probe, plan: Plan, manner: RunSettings): Samples {
  const { calls, description, target } = probe;
  const { pieces, per = 1, ...options } = manner;
  const rows: Float64Array[] = [];
  const inPlan = `${pieces * plan.steps} steps of ${plan.step / pieces} s`;
  const solverText =
    options.solver === undefined ? '' : `, ${options.solver}, tolerance ${options.tolerance}`;
  probe.script.push(`instance of ${target.name}: ${inPlan} from ${plan.startTime} s${solverText}`);
  let why: string | undefined;
  try {
    const unit = createDriver(calls, description, 'check', options);
    why = follow(unit, probe, plan, { pieces, every: pieces / per }, rows);
  } catch (error) {
    if (!endsRun(error)) throw error;
    why = reasonOf(error);
  }
  calls.freeInstance();
  calls.takeLog();
  const length = Math.floor((rows.length - 1) / per) + 1;
  const width = columnsOf(plan, description).length;
  const columns = Array.from({ length: width }, (_, k) => Float64Array.from(rows, (row) => row[k]));
  return { per, columns, length: rows.length === 0 ? 0 : length, ...(why !== undefined && { why }) };
}

/**
 * Returns true for errors that end a run without a fault: the FMU refuses a call, ends the
 * simulation, or accepts no step size.
 */
function endsRun(error: unknown): boolean {
  return (
    error instanceof CallFailure ||
    error instanceof Finished ||
    error instanceof SolverFailure ||
    (error instanceof UserError && !(error instanceof FmuGoneError))
  );
}

/** Division of a step of the plan. */
interface Division {
  /** Steps to each step of the plan. */
  pieces: number;
  /** Steps to each sample. */
  every: number;
}

/** Steps an instance by a plan and adds its samples to `rows`. Returns why it ended early. */
function follow(
  unit: Instance,
  probe: Probe,
  plan: Plan,
  { pieces, every }: Division,
  rows: Float64Array[],
): string | undefined {
  const byName = variablesByName(unit.description);
  const views = plan.names.map((name) => unit.view(byName.get(name) as Variable));
  const inputs = plan.inputs.map((input) => ({
    each: input,
    at: unit.view(byName.get(input.name) as Variable),
  }));
  unit.initialize(plan.startTime);
  unit.exitInitialization();
  rows.push(rowOf(views));
  const size = plan.step / pieces;
  const points = CommunicationPoints.decimals(plan.startTime, size);
  for (let n = 0; n < plan.steps; n++)
    for (let k = 1; k <= pieces; k++) {
      probe.checkBudget();
      for (const { each: input, at } of inputs) at.view[at.offset] = inputAt(plan, input, n);
      if (unit.step(points.at(n * pieces + k - 1), size) !== 0) return `it refuses a step of ${size} s`;
      if (k % every === 0) rows.push(rowOf(views));
    }
  return undefined;
}

function rowOf(views: readonly VariableView[]): Float64Array {
  return Float64Array.from(
    views.flatMap(({ view, offset, length }) => Array.from({ length }, (_, i) => Number(view[offset + i]))),
  );
}
