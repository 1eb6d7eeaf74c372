import { UserError } from '../error.ts';
import type { Instance } from '../host/instance.ts';
import { compileCore, instantiateWasm } from '../host/wasm.ts';
import { describe } from '../manifest/describe.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Both } from '../twin/differential.ts';
import { at, instantiatePlain, type PlainUnit } from '../twin/plain.ts';
import { nanMessage } from '../twin/verdict.ts';

/** Communication steps of the trial; fewer where the default experiment ends before. */
const steps = 20;

/**
 * Runs the first steps of a unit's default experiment on its sealed core: everything at its start values. Refuses a unit
 * that stops or has a NaN, with the line of its source.
 */
export async function tryUnit({ folder, manifest, core }: Both): Promise<void> {
  const module = compileCore(core, manifest.name);
  const instance = instantiateWasm(module, describe(manifest, '', ''), manifest.name);
  const failed = firstFailure(instance, manifest, steps);
  if (failed === undefined) return;
  const watch = { armed: false };
  const plain = await instantiatePlain(folder, watch);
  // The plain run does the same, and knows its lines.
  firstFailure(plain, manifest, failed.step - 1);
  watch.armed = failed.nan !== undefined;
  const thrown = advance(plain, manifest, failed.step);
  const line = thrown === undefined ? undefined : plain.explain(thrown.error).place;
  const when = `try ${manifest.name} with its start values: ${phase(failed.step, manifest, plain)}`;
  if (failed.nan !== undefined) throw new UserError(nanMessage(when, manifest, failed.nan, line));
  throw new UserError(`${when}: it stops${at(line)}: ${failed.reason}. Mend it there.`);
}

interface Failure {
  step: number;
  reason: string;
  nan?: string;
}

/** Initializes (step 0) and steps; what goes wrong first, if anything does. */
function firstFailure(side: PlainUnit | Instance, manifest: Manifest, count: number): Failure | undefined {
  const { stopTime = Infinity } = manifest.defaultExperiment ?? {};
  for (let step = 0; step <= count; step++) {
    if (step > 0 && timeOf(step, manifest, side) > stopTime * (1 + 1e-9)) return undefined;
    const thrown = advance(side, manifest, step);
    if (thrown !== undefined) return { step, reason: side.reasonOf(thrown.error).replace(/\.$/, '') };
    const nan = 'manifest' in side ? undefined : nanIn(side);
    if (nan !== undefined) return { step, reason: '', nan };
  }
  return undefined;
}

function advance(
  side: PlainUnit | Instance,
  manifest: Manifest,
  step: number,
): { error: unknown } | undefined {
  try {
    if (step === 0) side.initialize(timeOf(0, manifest, side));
    else side.step(timeOf(step - 1, manifest, side), lengthOf(manifest, side));
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** End of a step [s]. */
function timeOf(step: number, manifest: Manifest, side: PlainUnit | Instance): number {
  return (manifest.defaultExperiment?.startTime ?? 0) + step * (step === 0 ? 0 : lengthOf(manifest, side));
}

/** Communication step [s]: the default experiment's, as a whole number of internal steps. */
function lengthOf(manifest: Manifest, side: PlainUnit | Instance): number {
  const wanted = manifest.defaultExperiment?.stepSize ?? 1e-3;
  const h = side.internalStep();
  return h > 0 ? Math.max(1, Math.round(wanted / h)) * h : wanted;
}

function phase(step: number, manifest: Manifest, side: PlainUnit): string {
  const t = timeOf(step, manifest, side);
  return step === 0 ? `initialization (t = ${t} s)` : `step ${step} (t = ${t} s)`;
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
