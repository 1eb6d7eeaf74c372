import type { Binary } from '../../../fmu-sdk/host/choice/host.ts';
import type { NativeBinary } from '../../../fmu-sdk/host/choice/native-binary.ts';
import { FmuGoneError } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Reports whether an FMU may share its process with other native FMUs. */
export function mayShare(binary: Binary): boolean {
  const { form, trusted, isolate, windows } = binary as NativeBinary;
  return form === 'native' && !trusted && isolate === undefined && windows !== true;
}

/**
 * Returns a sentence on the end of a process that several FMUs shared, where another FMU may be the
 * cause. Returns undefined for other errors.
 */
export function endOfShared(error: unknown): string | undefined {
  return error instanceof FmuGoneError ? error.end.shared : undefined;
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
