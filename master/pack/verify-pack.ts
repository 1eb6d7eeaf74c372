import { describe } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import type { Manifest } from '../../fmu-sdk/build/manifest/manifest.ts';
import type { Instance, VariableView } from '../../fmu-sdk/host/instance/instance.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Activity, cell, nobody } from '../coupling/activity.ts';
import { Session } from '../run/loop/session.ts';
import type { SessionOptions } from '../run/session-options.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type PackVariable, portOf } from './pack-interface.ts';

/** Number of communication steps that are compared. */
const mostSteps = 20;

/** Variable in the run of the system and in the pack. */
interface Pair {
  name: string;
  flat: VariableView;
  packed: VariableView;
}

/**
 * Runs the first steps of the system and of its pack. Rejects the pack unless all values that it
 * exposes have equal bits. Inputs keep their start values. The pack counts as the unit after those of
 * the system.
 */
export function verifyPack(
  system: CheckedSystem,
  core: Uint8Array,
  manifest: Manifest,
  variables: readonly PackVariable[],
  activity: Activity,
): void {
  const session = sessionOf(system, { activity });
  session.start();
  const description = describe(manifest, '', '');
  activity.cells[cell.unit] = system.units.length;
  const packed = instantiateWasm(compileCore(core, manifest.name), description, manifest.name);
  const pairs = variables.flatMap((variable, i): Pair[] => {
    const port = portOf(variable);
    if (port === undefined) return [];
    const flat = session.instances[port.unit].view(port.variable);
    return [{ name: variable.name, flat, packed: packed.view(description.variables[i + 1]) }];
  });
  const call = (t: number, what: (instance: Instance) => unknown): void => {
    try {
      activity.cells[cell.unit] = system.units.length;
      what(packed);
      activity.cells[cell.unit] = nobody;
    } catch (error) {
      throw new UserError(
        `pack ${system.name}: the system runs, but its pack stops at t = ${t} s: ${packed.reasonOf(error)}. Report this at the project.`,
      );
    }
    const different = pairs.find(({ flat, packed: own }) => !isEqual(flat, own));
    if (different !== undefined)
      throw new UserError(
        `pack ${system.name}: expected the value of ${different.name} in the system, got another at t = ${t} s. Start values that an iteration must solve for are not supported: break the loop, or choose better start values.`,
      );
  };
  call(system.startTime, (instance) => instance.initialize(system.startTime));
  for (let n = 0; n < Math.min(mostSteps, session.steps); n++) {
    const t = session.time(n);
    session.advance(1);
    call(session.time(), (instance) => instance.step(t, session.time() - t));
  }
}

/** Returns a run of a system whose inputs keep their start values. */
export function sessionOf(
  system: CheckedSystem,
  options: Pick<SessionOptions, 'activity' | 'instances'>,
): Session {
  return new Session({ ...system, inputs: [] }, options);
}

function isEqual(a: VariableView, b: VariableView): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a.view[a.offset + i], b.view[b.offset + i])) return false;
  return true;
}
