import type { Instance } from '../../host/instance/instance.ts';
import { compileCore } from '../../host/wasm/core-interface.ts';
import { instantiateWasm } from '../../host/wasm/wasm-instance.ts';
import type { TaskProgress } from '../../host/watchdog/bounded-task.ts';
import { UserError } from '../../util/user-error.ts';
import { describe } from '../manifest/describe-unit.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { compare, type RunPosition } from './compare-runs.ts';
import { EndlessLoopError } from './dialect-runtime.ts';
import { type DifferentialOptions, type PlannedStep, planSteps } from './differential-plan.ts';
import type { InputValues } from './random-inputs.ts';
import { atPlace, describeFailure, instantiateReference, type ReferenceUnit } from './reference-unit.ts';
import {
  describePosition,
  failureError,
  isAccepted,
  nanErrorText,
  refuseInternalStep,
} from './run-verdict.ts';

export type { DifferentialOptions } from './differential-plan.ts';

/** A unit as source and as sealed core. The folder of the source contains `variables.ts`. */
export interface SourceAndCore {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly core: Uint8Array;
}

/**
 * Result of a differential test. A run may end early if the unit calls `fail`: see `isAccepted`.
 */
export interface DifferentialResult {
  /** Number of compared steps of all runs. */
  readonly steps: number;
  readonly values: number;
  readonly runs: number;
  /** Early ends of runs, with time and reason. */
  readonly ends: readonly string[];
}

/**
 * Runs a unit's sources twice, in the reference run and as the sealed module, over equal random
 * inputs and parameters. Compares every variable after `initialize` and after every step, bit for
 * bit.
 *
 * The first difference throws an error with variable, step, time and both values. A trap or a NaN
 * throws an error with the line of the source.
 *
 * @param progress receives each call of the unit: run, step (−1 for the constructor), and 0 for the
 * reference run or 1 for wasm
 */
export async function runDifferentialTest(
  both: SourceAndCore,
  options: DifferentialOptions,
  progress: TaskProgress,
): Promise<DifferentialResult> {
  const { manifest } = both;
  const module = compileCore(both.core, manifest.name);
  const description = describe(manifest, '', '');
  const runs = options.runs ?? 3;
  const total = { steps: 0, values: 0, runs, ends: [] as string[] };
  for (let run = 0; run < runs; run++) {
    progress.at(run, -1, sideNumber.wasm);
    const wasm = instantiateWasm(module, description, manifest.name);
    progress.away();
    const reference = await instantiateReference(both.folder, progress, () =>
      progress.at(run, -1, sideNumber.plain),
    );
    const { steps, values, end, nan } = withEndlessLoopError(reference, run, () =>
      compareRun({ folder: both.folder, manifest, reference, wasm }, run, options, progress),
    );
    progress.away();
    if (nan !== undefined) throw await nanError(both, run, options, nan, progress);
    total.steps += steps;
    total.values += values;
    if (end !== undefined) total.ends.push(end);
  }
  return total;
}

/** Returns the result of `compare`. Converts an endless loop between the steps to an error. */
function withEndlessLoopError(reference: ReferenceUnit, run: number, compare: () => Run): Run {
  try {
    return compare();
  } catch (thrown) {
    if (!(thrown instanceof EndlessLoopError)) throw thrown;
    const { name } = reference.manifest;
    throw new UserError(
      `differential ${name}: run ${run}: it ${describeFailure(reference.explain(thrown))}. Correct it there.`,
    );
  }
}

/** Numbers of the two sides, as `here` receives them. */
export const sideNumber = { plain: 0, wasm: 1 } as const;

interface Pair {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly reference: ReferenceUnit;
  readonly wasm: Instance;
}

interface Run {
  steps: number;
  values: number;
  end?: string;
  /** A variable that is NaN on both sides, with the step after which it is NaN. */
  nan?: { name: string; where: RunPosition };
}

function compareRun(pair: Pair, run: number, options: DifferentialOptions, progress: TaskProgress): Run {
  const { manifest, reference, wasm } = pair;
  const internalStep = (): number => {
    const h = reference.internalStep();
    refuseInternalStep(`differential ${manifest.name}: run ${run}`, pair.folder, h);
    return h;
  };
  const driven = { push: (p: InputValues) => push(pair, p), internalStep };
  const done: Run = { steps: 0, values: 0 };
  for (const stage of planSteps(manifest, run, options, driven)) {
    const where = { unit: manifest.name, run, step: stage.step, t: stage.t + stage.H };
    progress.at(run, stage.step, sideNumber.plain);
    const left = advance(reference, stage);
    if (left.thrown instanceof EndlessLoopError) throw failureError(reference.explain(left.thrown), where);
    progress.at(run, stage.step, sideNumber.wasm);
    const right = advance(wasm, stage);
    progress.at(run, stage.step, sideNumber.plain);
    refuseDifference(left, right, pair, where);
    if (left.status < 0)
      throw new UserError(
        `differential ${describePosition(where)}: H = ${stage.H} s is not a whole multiple of its internal step ${reference.internalStep()} s. ` +
          'Choose another step, or let internalStep() return one that divides it.',
      );
    if (left.gaveUp) {
      const failing = reference.explain(left.thrown);
      if (!isAccepted(failing, manifest, run)) throw failureError(failing, where);
      return { ...done, end: `run ${run}, t = ${where.t} s: ${failing.reason}` };
    }
    const agreement = compare(reference, wasm, where);
    done.values += agreement.values;
    if (agreement.nan !== '') return { ...done, nan: { name: agreement.nan, where } };
    done.steps = stage.step;
  }
  return done;
}

/** Repeats the run up to the step of the NaN and watches every value. */
async function nanError(
  { folder, manifest }: SourceAndCore,
  run: number,
  options: DifferentialOptions,
  { name, where }: NonNullable<Run['nan']>,
  { asked }: TaskProgress,
): Promise<UserError> {
  const watch = { armed: false };
  const reference = await instantiateReference(folder, { watch, asked });
  const driven = {
    push: (p: InputValues) => setReferenceInputs(reference, p),
    internalStep: () => reference.internalStep(),
  };
  let line: string | undefined;
  for (const stage of planSteps(manifest, run, options, driven)) {
    if (stage.step > where.step) break;
    watch.armed = stage.step === where.step;
    const { thrown } = advance(reference, stage);
    if (thrown !== undefined) line = reference.explain(thrown).place;
    watch.armed = false;
  }
  return new UserError(nanErrorText(`differential ${describePosition(where)}`, manifest, name, line));
}

function push(pair: Pair, { name, values, derivatives }: InputValues): void {
  const { reference, wasm } = pair;
  const variable = wasm.description.variables.find((v) => v.name === name);
  if (variable === undefined || variable.type === 'String' || variable.type === 'Binary') return;
  setReferenceInputs(reference, { name, values, derivatives });
  const { view, offset } = wasm.view(variable);
  const isBigInt = view instanceof BigInt64Array || view instanceof BigUint64Array;
  values.forEach((value, i) => {
    (view as { [index: number]: number | bigint })[offset + i] = isBigInt ? BigInt(value) : value;
  });
  const slots = derivatives === undefined ? undefined : wasm.polynomial(variable);
  derivatives?.forEach((orders, i) => {
    slots?.view.set(orders, slots.offset + 3 * i + 1);
  });
}

/** Passes values to the reference run only. String and Binary keep their start values. */
function setReferenceInputs(reference: ReferenceUnit, { name, values, derivatives }: InputValues): void {
  const type = reference.manifest.variables.find((v) => v.name === name)?.type;
  if (type === 'String' || type === 'Binary') return;
  reference.set(name, values);
  if (derivatives === undefined) return;
  const { view, offset } = reference.polynomial(name);
  derivatives.forEach((orders, i) => {
    view.set(orders, offset + 3 * i + 1);
  });
}

interface Outcome {
  readonly status: number;
  readonly gaveUp: boolean;
  readonly thrown?: unknown;
}

function advance(side: ReferenceUnit | Instance, { step, t, H }: PlannedStep): Outcome {
  try {
    if (step > 0) return { status: side.step(t, H), gaveUp: false };
    side.initialize(t);
    return { status: 0, gaveUp: false };
  } catch (thrown) {
    return { status: 0, gaveUp: true, thrown };
  }
}

function refuseDifference(
  left: Outcome,
  right: Outcome,
  { reference, wasm }: Pair,
  where: RunPosition,
): void {
  if (left.gaveUp === right.gaveUp && left.status === right.status) return;
  const words = (side: ReferenceUnit | Instance, { gaveUp, status, thrown }: Outcome): string =>
    gaveUp ? `it gave up (${side.reasonOf(thrown)})` : `it returned ${status}`;
  const line = left.gaveUp ? atPlace(reference.explain(left.thrown).place) : '';
  throw new UserError(
    `differential ${describePosition(where)}: as TypeScript ${words(reference, left)}${line}, as wasm ${words(wasm, right)}. ` +
      'Look for an index, a conversion or an integer that leaves its range.',
  );
}
