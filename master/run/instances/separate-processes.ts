import type { Binary } from '../../../fmu-sdk/host/choice/host.ts';
import type { NativeBinary } from '../../../fmu-sdk/host/choice/native-binary.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Reports whether an FMU may share its process with other native FMUs. */
export function mayShare(binary: Binary): boolean {
  const { form, trusted, isolate, windows } = binary as NativeBinary;
  return form === 'native' && !trusted && isolate === undefined && windows !== true;
}

/** Reports whether an FMU ended a process that it shares, so that another FMU may be the cause. */
export function mayBeOther(error: unknown): error is FmuGoneError {
  return error instanceof FmuGoneError && error.mayBeOther;
}

/** Returns the system with a process of its own for every native FMU. */
export function inSeparateProcesses(system: CheckedSystem): CheckedSystem {
  const units = system.units.map((unit) => {
    if (!mayShare(unit.binary)) return unit;
    const binary: NativeBinary = { ...(unit.binary as NativeBinary), isolate: 'each' };
    return { ...unit, binary };
  });
  return { ...system, units };
}
