import { random } from '../../util/seeded-random.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type InputValues, randomInputs, randomParameters } from './random-inputs.ts';

export interface DifferentialOptions {
  /** Communication steps of each run. */
  readonly steps: number;
  readonly seed: number;
  /**
   * Number of runs. The first has the start values of the parameters, the others random ones.
   * Default: 3.
   */
  readonly runs?: number;
  /**
   * Communication step [s]. Default: one to four internal steps, or the default experiment's step.
   */
  readonly H?: number;
}

/** A step from t by H [s]. Step 0 is the initialization at t. */
export interface PlannedStep {
  readonly step: number;
  readonly t: number;
  readonly H: number;
}

/** Receiver of random inputs. */
export interface InputReceiver {
  push(push: InputValues): void;
  internalStep(): number;
}

/**
 * Yields the steps of a run and pushes random values before each step. Equal seeds and runs give
 * equal steps and values. Parameters are random from run 1 on.
 */
export function* planSteps(
  manifest: Manifest,
  run: number,
  options: DifferentialOptions,
  receiver: InputReceiver,
): Generator<PlannedStep> {
  const draw = random(options.seed + 7919 * run);
  const inputs = randomInputs(manifest, draw);
  const length = stepLength(manifest, options, receiver);
  let t = manifest.defaultExperiment?.startTime ?? 0;
  if (run > 0) randomParameters(manifest, draw).forEach(receiver.push);
  for (let step = 0; step <= options.steps; step++) {
    const H = step === 0 ? 0 : length(draw);
    inputs(t, H || length(() => 0)).forEach(receiver.push);
    yield { step, t, H };
    t += H;
  }
}

/** Returns the length of the next communication step, computed from the unit's internal step. */
function stepLength(
  manifest: Manifest,
  { H }: DifferentialOptions,
  { internalStep }: InputReceiver,
): (draw: () => number) => number {
  if (H !== undefined) return () => H;
  const whole = manifest.defaultExperiment?.stepSize ?? 1e-3;
  return (draw) => {
    const h = internalStep();
    return h > 0 ? h * (1 + Math.floor(4 * draw())) : whole * (0.5 + 0.5 * draw());
  };
}
