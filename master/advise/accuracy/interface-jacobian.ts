import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { isScalarConnection, ScalarConnections } from '../../coupling/transfer/scalar-connections.ts';
import { withAlgorithm } from '../candidates.ts';
import type { TrialRunner } from '../trials/trial-runner.ts';
import { spectralRadius } from './spectral-radius.ts';

/** Effect of exchanged values on themselves over the first step. */
export interface InterfaceJacobian {
  /** Steps [s], and ρ(∂y(t + H)/∂u) for each, with constant inputs u. */
  radii: { step: number; radius: number }[];
}

/**
 * Perturbation of a value for difference quotients, relative to its magnitude and at least this.
 */
const nudge = 1e-6;
const smallest = 1e-3;

/**
 * Computes ∂y(t₀ + H)/∂u of all exchanged real values by differences. For each input it returns the
 * FMUs to the start and repeats the step. For H → 0 this is the direct feed-through. If the
 * spectral radius is below 1, an iteration converges without acceleration. Returns the reason if an
 * FMU does not support rollback.
 */
export async function interfaceJacobian(
  lab: TrialRunner,
  steps: readonly number[],
): Promise<InterfaceJacobian | { reason: string }> {
  const { system, schemes } = lab;
  const rolling = schemes.find(({ traits }) => traits.needs.includes('rollback') && traits.adaptive !== true);
  if (rolling === undefined) return { reason: 'no scheme repeats steps' };
  const setting = { scheme: rolling.name, order: 0 as const, step: system.step, options: {} };
  const variant = { ...withAlgorithm(system, setting), record: { columns: [], every: 1, prefix: true } };
  try {
    const { run, close } = await lab.open(variant, () => {});
    try {
      run.start();
      return { radii: steps.map((step) => ({ step, radius: radiusAt(lab, run.instances, step) })) };
    } finally {
      close();
    }
  } catch (error) {
    if (error instanceof UserError) return { reason: error.message };
    throw error;
  }
}

function radiusAt({ system, late }: TrialRunner, instances: readonly Instance[], H: number): number {
  const scalarConnections = new ScalarConnections(
    system.connections.filter(isScalarConnection),
    instances,
    () => 0,
  );
  const n = scalarConnections.size;
  scalarConnections.begin(H);
  const snapshots = instances.map((instance) => instance.snapshot());
  const [guess, base, moved] = [0, 1, 2].map(() => new Float64Array(n));
  guess.set(scalarConnections.now);
  const sweep = (into: Float64Array): void => {
    for (let i = 0; i < n; i++) scalarConnections.interpolateTo(i, guess, H);
    if (late?.() === true) throw new UserError('the time budget is over');
    instances.forEach((instance, k) => {
      try {
        instance.step(system.startTime, H);
      } catch (thrown) {
        throw new UserError(`${system.units[k].name} rejects a step of ${H} s: ${instance.reasonOf(thrown)}`);
      }
    });
    for (let i = 0; i < n; i++) scalarConnections.readOutput(i, into);
    for (const snapshot of snapshots) snapshot.restore();
  };
  const jacobian = new Float64Array(n * n);
  try {
    sweep(base);
    for (let j = 0; j < n; j++) {
      const change =
        nudge *
        Math.max(
          Math.abs(scalarConnections.now[j]),
          Number(scalarConnections.variable(j).nominal ?? 0),
          smallest,
        );
      guess[j] = scalarConnections.now[j] + change;
      sweep(moved);
      guess[j] = scalarConnections.now[j];
      for (let i = 0; i < n; i++) jacobian[i * n + j] = (moved[i] - base[i]) / change;
    }
  } finally {
    for (const snapshot of snapshots) snapshot.release();
  }
  return spectralRadius(jacobian, n);
}
