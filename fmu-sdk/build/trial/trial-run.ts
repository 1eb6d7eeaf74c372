import { enumerationItems, type Variable } from '../../description/description.ts';
import type { Instance } from '../../host/instance/instance.ts';
import { compileCore } from '../../host/wasm/core-interface.ts';
import { instanceWithCore, isWhole } from '../../host/wasm/wasm-instance.ts';
import type { TaskProgress } from '../../host/watchdog/bounded-task.ts';
import { UserError } from '../../util/user-error.ts';
import { clocksOf, hasEvents } from '../manifest/clock-fields.ts';
import { describe } from '../manifest/describe-unit.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { interfacesOf } from '../manifest/model-exchange-states.ts';
import type { SourceAndCore } from '../reference-run/differential-test.ts';
import {
  atPlace,
  describeFailure,
  instantiateReference,
  type ReferenceUnit,
} from '../reference-run/reference-unit.ts';
import {
  type InvalidValue,
  invalidValueText,
  nanErrorText,
  refuseInternalStep,
} from '../reference-run/run-verdict.ts';
import { SavedValues } from './constant-values.ts';
import { strictConversions } from './strict-conversions.ts';
import { type CoreEvents, walkEvents } from './trial-events.ts';

/** Largest number of communication steps of the trial. A short default experiment has fewer. */
const steps = 20;

/**
 * Runs the first steps of the default experiment on the sealed core, at the start values. Rejects a
 * unit that stops, has a NaN, an infinite output or an invalid output, with the line of its source.
 *
 * @param progress receives each call: the number of the step, 0 for the initialization, −1 for the
 *   constructor. Before the search for the line it receives the error without it.
 */
export async function tryUnit(
  { folder, manifest, core }: SourceAndCore,
  progress: TaskProgress,
): Promise<void> {
  const open = (wasm: Uint8Array): ReturnType<typeof instanceWithCore> => {
    const module = compileCore(wasm, manifest.name);
    progress.at(-1);
    return instanceWithCore(module, describe(manifest, '', ''), manifest.name);
  };
  const { instance } = open(core);
  await tryInternalStep(instance, folder, progress);
  // Units for model exchange only are integrated by importers.
  if (!interfacesOf(manifest).includes('me')) rejectExperimentStep(instance, manifest);
  const failed =
    firstFailure(instance, manifest, steps, progress) ??
    (hasEvents(manifest) && clocksOf(manifest).length === 0
      ? failureAtEvents(open(core), manifest, progress)
      : undefined);
  progress.away();
  await tryConversions(
    { folder, manifest, core },
    (strict) => open(strict).instance,
    failed === undefined ? steps : failed.step - 1,
    progress,
  );
  if (failed === undefined) return;
  const { nan, wrong } = failed;
  const refusal = (side: ReferenceUnit | Instance, line?: string): string => {
    const when =
      whenOf(failed.step, manifest, side) +
      (failed.again ? ', where initialize() is called again' : '') +
      (failed.event === undefined
        ? ''
        : `, after the event at t = ${Number(failed.event.toPrecision(15))} s`);
    if (nan !== undefined) return nanErrorText(when, manifest, nan, line);
    if (wrong === undefined) return `${when}: it stops${atPlace(line)}: ${failed.reason}. Correct it there.`;
    const from = line && `and the first infinite value of that step arises at ${line}`;
    return invalidValueText(when, manifest, wrong, from);
  };
  const isInfinite = wrong?.isInfinite === true;
  if (wrong !== undefined && !isInfinite) throw new UserError(refusal(instance));
  progress.tell(refusal(instance));
  const watch = { armed: false, infinite: isInfinite };
  const reference = await instantiateReference(folder, { watch, ...progress }, () => progress.at(-1));
  // The reference run fails in the same way and knows the line.
  firstFailure(reference, manifest, failed.step - 1, progress);
  watch.armed = nan !== undefined || isInfinite;
  const thrown = endOf(reference, manifest, failed.step);
  const line = thrown === undefined ? undefined : reference.explain(thrown.error).place;
  throw new UserError(refusal(reference, line));
}

/**
 * Rejects a unit that converts NaN, or a number beyond all integers of the type, in the steps up to
 * `last`. A sealed FMU would continue with another number. The reference run stops there and
 * decides.
 */
async function tryConversions(
  { folder, manifest, core }: SourceAndCore,
  open: (core: Uint8Array) => Instance,
  last: number,
  progress: TaskProgress,
): Promise<void> {
  const strict = strictConversions(core);
  if (strict === core) return;
  const opened = outcomeOf(() => open(strict));
  const failed = 'value' in opened ? firstFailure(opened.value, manifest, last, progress) : undefined;
  progress.away();
  if (failed === undefined || failed.reason === '' || !('value' in opened)) return;
  const when = whenOf(failed.step, manifest, opened.value);
  progress.tell(`${when}: it converts a number that an integer cannot hold. Correct it there.`);
  const reference = await instantiateReference(folder, progress, () => progress.at(-1));
  firstFailure(reference, manifest, failed.step - 1, progress);
  const thrown = endOf(reference, manifest, failed.step);
  progress.away();
  if (thrown !== undefined)
    throw new UserError(`${when}: it ${describeFailure(reference.explain(thrown.error))}. Correct it there.`);
}

/** Rejects an internal step that no host accepts, with the line of the source. */
async function tryInternalStep(instance: Instance, folder: string, progress: TaskProgress): Promise<void> {
  const when = `try ${instance.name} with its start values`;
  try {
    instance.internalStep();
  } catch (error) {
    const reference = await instantiateReference(folder, progress, () => progress.at(-1));
    const outcome = outcomeOf(() => reference.internalStep());
    if ('thrown' in outcome)
      throw new UserError(
        `${when}: it ${describeFailure(reference.explain(outcome.thrown))}. Correct it there.`,
      );
    refuseInternalStep(when, folder, outcome.value);
    throw error;
  }
}

/** Rejects a default experiment whose step size the unit does not accept. */
function rejectExperimentStep(instance: Instance, { name, defaultExperiment }: Manifest): void {
  const { stepSize } = defaultExperiment ?? {};
  const h = instance.internalStep();
  if (stepSize === undefined || isWhole(stepSize, h)) return;
  throw new UserError(
    `try ${name} with its start values: expected a step size of the default experiment that is a whole multiple of the internal step of ${h} s, got ${stepSize} s. Change "stepSize" in unit.json, or internalStep().`,
  );
}

function outcomeOf<T>(of: () => T): { value: T } | { thrown: unknown } {
  try {
    return { value: of() };
  } catch (thrown) {
    return { thrown };
  }
}

/**
 * Finds where the reference run of a unit computes without end: in a step of the trial, or in its
 * constructor (−1).
 */
export async function findEndlessLoop(
  folder: string,
  manifest: Manifest,
  step: number,
  progress: TaskProgress,
): Promise<never> {
  const reference = await instantiateReference(folder, progress, () => progress.at(-1));
  firstFailure(reference, manifest, step - 1, progress);
  progress.at(step);
  const when = whenOf(step, manifest, reference);
  progress.tell(when);
  const thrown = endOf(reference, manifest, step);
  const how =
    thrown === undefined
      ? 'returns as TypeScript, but not as wasm'
      : describeFailure(reference.explain(thrown.error));
  throw new UserError(`${when}: it ${how}. Correct it there.`);
}

/**
 * Returns the error that ends the reference run in a step. The initialization runs twice, as in
 * `initializeAgain`.
 */
function endOf(reference: ReferenceUnit, manifest: Manifest, step: number): { error: unknown } | undefined {
  return advance(reference, manifest, step) ?? (step === 0 ? advance(reference, manifest, 0) : undefined);
}

interface Failure {
  step: number;
  reason: string;
  /** True if another initialization at an unchanged time caused it. */
  again?: boolean;
  /** Time of the event after which it appeared [s]. */
  event?: number;
  nan?: string;
  /** Output with an invalid value. */
  wrong?: InvalidValue;
}

/** Initializes (step 0) and steps. Returns the first failure. */
function firstFailure(
  side: ReferenceUnit | Instance,
  manifest: Manifest,
  count: number,
  progress: TaskProgress,
): Failure | undefined {
  const others = 'manifest' in side ? undefined : new SavedValues(side, isReadOnlyForUnit);
  for (let step = 0; step <= count; step++) {
    progress.at(step);
    if (isBeyond(step, manifest, side)) return undefined;
    const thrown = advance(side, manifest, step);
    if (thrown !== undefined) return { step, reason: reasonOf(side, thrown) };
    const nan = 'manifest' in side ? undefined : nanIn(side);
    if (nan !== undefined) return { step, reason: '', nan };
    const wrong = 'manifest' in side ? undefined : (wrongIn(side) ?? changedByUnit(others));
    if (wrong !== undefined) return { step, reason: '', wrong };
    const again = step > 0 || 'manifest' in side ? undefined : initializeAgain(side, manifest);
    if (again !== undefined) return again;
  }
  return undefined;
}

/**
 * Returns the first failure that an importer sees after the events of the steps. The steps have
 * passed the trial before. The unit must not have Clocks, which would tick here too.
 */
function failureAtEvents(
  { instance, core }: ReturnType<typeof instanceWithCore>,
  manifest: Manifest,
  progress: TaskProgress,
): Failure | undefined {
  const walked = Array.from({ length: steps }, (_, k) => k + 1)
    .filter((step) => !isBeyond(step, manifest, instance))
    .map((step) => ({
      step,
      from: timeOf(step - 1, manifest, instance),
      to: timeOf(step, manifest, instance),
    }));
  let step = 0;
  const begin = (next: number): void => {
    step = next;
    progress.at(next);
  };
  const walk = (): Failure | undefined =>
    walkEvents<Failure>(instance, core as unknown as CoreEvents, walked, begin, (event) => {
      const nan = nanIn(instance);
      if (nan !== undefined) return { step, reason: '', event, nan };
      const wrong = wrongIn(instance);
      return wrong && { step, reason: '', event, wrong };
    });
  const ended = outcomeOf(walk);
  return 'value' in ended ? ended.value : { step, reason: reasonOf(instance, { error: ended.thrown }) };
}

/**
 * Returns true for a step that ends after the default experiment. The first step is always tried.
 */
function isBeyond(step: number, manifest: Manifest, side: ReferenceUnit | Instance): boolean {
  const { stopTime = Infinity } = manifest.defaultExperiment ?? {};
  return step > 1 && timeOf(step, manifest, side) > stopTime * (1 + 1e-9);
}

function reasonOf(side: ReferenceUnit | Instance, thrown: { error: unknown }): string {
  return side.reasonOf(thrown.error).replace(/\.$/, '');
}

/**
 * Returns true for variables that a unit reads and does not set: parameters, constants and inputs.
 */
function isReadOnlyForUnit({ causality, variability }: Variable): boolean {
  return variability === 'constant' || ['parameter', 'structuralParameter', 'input'].includes(causality);
}

/** Returns a variable that the unit changed without permission. Its memory shows every change. */
function changedByUnit(others: SavedValues | undefined): InvalidValue | undefined {
  const changed = others?.changed();
  if (changed === undefined) return undefined;
  const { variable, name, was, is } = changed;
  const { causality, variability } = variable;
  const whose = variability === 'constant' ? 'constant' : causality.replace('structuralP', 'structural p');
  return { name, what: `${is} and was ${was}, but a unit must not change its ${whose}s` };
}

/**
 * Initializes once more at the same time and returns the failure or change that this causes.
 * Masters repeat the initialization until inputs settle, and some repeat it at each read of a
 * value.
 */
function initializeAgain(side: Instance, manifest: Manifest): Failure | undefined {
  const once = new SavedValues(side, () => true);
  const thrown = advance(side, manifest, 0);
  if (thrown !== undefined) return { step: 0, reason: reasonOf(side, thrown), again: true };
  const changed = once.changed();
  if (changed === undefined) return undefined;
  const { name, was, is } = changed;
  const why = 'it must depend only on parameters, inputs and start values';
  const what = `${is} where initialize() is called again, and was ${was}, but ${why}`;
  return { step: 0, reason: '', wrong: { name, what } };
}

function advance(
  side: ReferenceUnit | Instance,
  manifest: Manifest,
  step: number,
): { error: unknown } | undefined {
  try {
    if (step === 0) side.initialize(timeOf(0, manifest, side));
    else if (side.step(timeOf(step - 1, manifest, side), lengthOf(manifest, side)) !== 0)
      throw new UserError(
        `a step of ${lengthOf(manifest, side)} s is not a whole number of internal steps of ${side.internalStep()} s`,
      );
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Returns the end of a step [s]. */
function timeOf(step: number, manifest: Manifest, side: ReferenceUnit | Instance): number {
  return (manifest.defaultExperiment?.startTime ?? 0) + step * (step === 0 ? 0 : lengthOf(manifest, side));
}

/**
 * Returns the communication step [s]: the default experiment's, rounded to whole internal steps.
 */
function lengthOf(manifest: Manifest, side: ReferenceUnit | Instance): number {
  const { startTime = 0, stopTime = Infinity, stepSize = 1e-3 } = manifest.defaultExperiment ?? {};
  const wanted = Math.min(stepSize, stopTime - startTime);
  const h = side.internalStep();
  return h > 0 ? Math.max(1, Math.round(wanted / h)) * h : wanted;
}

function whenOf(step: number, manifest: Manifest, side: ReferenceUnit | Instance): string {
  const t = timeOf(step, manifest, side);
  const phase = step === 0 ? `initialization (t = ${t} s)` : `step ${step} (t = ${t} s)`;
  return `try ${manifest.name} with its start values: ${phase}`;
}

/** Returns an infinite output, or an enumeration output that holds an undefined item. */
function wrongIn(instance: Instance): InvalidValue | undefined {
  const { description } = instance;
  for (const variable of description.variables.filter(({ causality }) => causality === 'output')) {
    const { type, name } = variable;
    const isReal = type.startsWith('Float');
    if (!isReal && type !== 'Enumeration') continue;
    const items = isReal ? [] : enumerationItems(description, variable).map(({ value }) => value);
    const { view, offset, length } = instance.view(variable);
    for (let i = 0; i < length; i++) {
      const value = view[offset + i];
      if (isReal ? Number.isFinite(value) : items.includes(Number(value))) continue;
      const what = isReal ? `${value}` : `${value}, expected one of its items (${items.join(', ')})`;
      return { name: name + (length > 1 ? `[${i}]` : ''), what, isInfinite: isReal };
    }
  }
  return undefined;
}

function nanIn(instance: Instance): string | undefined {
  for (const variable of instance.description.variables) {
    if (!variable.type.startsWith('Float')) continue;
    const { view, offset, length } = instance.view(variable);
    for (let i = 0; i < length; i++)
      if (Number.isNaN(view[offset + i])) return variable.name + (length > 1 ? `[${i}]` : '');
  }
  return undefined;
}
