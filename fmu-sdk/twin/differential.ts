import { UserError } from '../error.ts';
import type { Instance } from '../host/instance.ts';
import { compileCore, instantiateWasm } from '../host/wasm.ts';
import { describe } from '../manifest/describe.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { buildCore } from '../seal/core.ts';
import { compare } from './compare.ts';
import { instantiatePlain, type PlainUnit } from './plain.ts';
import { random } from './random.ts';
import { drive, type Push, randomParameters } from './random-drive.ts';

export interface DifferentialOptions {
  /** Communication steps of each run. */
  readonly steps: number;
  readonly seed: number;
  /** Runs: the first with the start values of the parameters, the others with random ones. Default 3. */
  readonly runs?: number;
  /** Communication step [s]; without it, from one to four internal steps, or the default experiment's step. */
  readonly H?: number;
}

/** What was compared. A run ends early when the unit gives up, or comes to a NaN, in both. */
export interface DifferentialResult {
  readonly steps: number;
  readonly values: number;
  /** Reasons for which runs ended early. */
  readonly ends: readonly string[];
}

/**
 * Runs a unit's sources twice, as plain TypeScript and as the sealed module, over the same random inputs and
 * parameters, and compares every variable after `initialize` and after every step, bit for bit.
 * The first difference ends it with an error that names variable, step, time and both values.
 */
export async function differential(
  unitFolder: string,
  options: DifferentialOptions,
): Promise<DifferentialResult> {
  const { manifest, core } = await buildCore(unitFolder);
  const module = compileCore(core, manifest.name);
  const description = describe(manifest, '', '');
  const total = { steps: 0, values: 0, ends: [] as string[] };
  for (let run = 0; run < (options.runs ?? 3); run++) {
    const pair: Pair = {
      manifest,
      plain: await instantiatePlain(unitFolder),
      wasm: instantiateWasm(module, description, manifest.name),
    };
    const result = compareRun(pair, run, options);
    total.steps += result.steps;
    total.values += result.values;
    total.ends.push(...result.ends);
  }
  return total;
}

interface Pair {
  readonly manifest: Manifest;
  readonly plain: PlainUnit;
  readonly wasm: Instance;
}

function compareRun(pair: Pair, run: number, options: DifferentialOptions): DifferentialResult {
  const { manifest, plain, wasm } = pair;
  const draw = random(options.seed + 7919 * run);
  const inputs = drive(manifest, draw);
  const length = stepLength(manifest, options);
  const from = manifest.defaultExperiment?.startTime ?? 0;
  let t = from;
  let values = 0;
  if (run > 0) for (const p of randomParameters(manifest, draw)) push(pair, p);
  for (let step = 0; step <= options.steps; step++) {
    const H = step === 0 ? 0 : length(pair, draw);
    for (const p of inputs(t, H || length(pair, () => 0))) push(pair, p);
    const where = { unit: manifest.name, run, step, t: t + H };
    const left = advance(plain, step, t, H);
    const right = advance(wasm, step, t, H);
    if (left.gaveUp !== right.gaveUp || left.status !== right.status)
      throw new UserError(
        `differential ${where.unit}: run ${run}, step ${step} (t = ${where.t} s): as TypeScript ${words(left)}, ` +
          `as wasm ${words(right)}. Look for an index, a conversion or an integer that leaves its range.`,
      );
    if (left.gaveUp) return { steps: step, values, ends: [`t = ${where.t} s: ${left.reason}`] };
    const agreement = compare(plain, wasm, where);
    values += agreement.values;
    if (agreement.nan !== '')
      return { steps: step, values, ends: [`t = ${where.t} s: ${agreement.nan} is NaN`] };
    t = step === 0 ? t : t + H;
  }
  return { steps: options.steps, values, ends: [] };
}

function push({ plain, wasm }: Pair, { name, values, derivatives }: Push): void {
  const variable = wasm.description.variables.find((v) => v.name === name);
  if (variable === undefined || variable.type === 'String' || variable.type === 'Binary') return;
  plain.set(name, values);
  const { view, offset } = wasm.view(variable);
  const wide = view instanceof BigInt64Array || view instanceof BigUint64Array;
  values.forEach((value, i) => {
    (view as { [index: number]: number | bigint })[offset + i] = wide ? BigInt(value) : value;
  });
  if (derivatives === undefined) return;
  for (const side of [plain.polynomial(name), wasm.polynomial(variable)])
    for (const [i, orders] of derivatives.entries()) side.view.set(orders, side.offset + 3 * i + 1);
}

/** The length of the next communication step, from the unit's own internal step. */
function stepLength(
  manifest: Manifest,
  { H }: DifferentialOptions,
): (pair: Pair, draw: () => number) => number {
  if (H !== undefined) return () => H;
  const whole = manifest.defaultExperiment?.stepSize ?? 1e-3;
  return ({ plain }, draw) => {
    const h = plain.internalStep();
    return h > 0 ? h * (1 + Math.floor(4 * draw())) : whole * (0.5 + 0.5 * draw());
  };
}

interface Outcome {
  readonly status: number;
  readonly gaveUp: boolean;
  readonly reason: string;
}

function advance(side: PlainUnit | Instance, step: number, t: number, H: number): Outcome {
  try {
    if (step > 0) return { status: side.step(t, H), gaveUp: false, reason: '' };
    side.initialize(t);
    return { status: 0, gaveUp: false, reason: '' };
  } catch (error) {
    return { status: 0, gaveUp: true, reason: side.reasonOf(error) };
  }
}

function words({ gaveUp, reason, status }: Outcome): string {
  return gaveUp ? `it gave up (${reason})` : `it returned ${status}`;
}
