import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

/** Creates a folder with the FMUs of the crane's lift. */
export function craneFolder(name: string): string {
  const folder = temporaryFolder(name);
  for (const unit of ['crane-single', 'hydraulic-actuator', 'joystick'])
    cpSync(join(root, `dist/${unit}.fmu`), join(folder, `${unit}.fmu`));
  return folder;
}

type Lift = Record<string, unknown> & { connections: object[] };

/**
 * Returns the crane with forces, without extrapolation and bonds of several terms, which OSP does
 * not support.
 */
export function liftOf(h: number | string, reference: object, stopTime: number): Lift {
  return {
    name: 'lift',
    units: {
      crane: { fmu: 'crane-single.fmu', parameters: { formulation: 'ALI3P', actuation: 'force' } },
      actuator: { fmu: 'hydraulic-actuator.fmu', parameters: { coupling: 'velocityForce', h } },
      joystick: { fmu: 'joystick.fmu' },
    },
    connections: [
      { from: 'joystick.U_ref', to: 'actuator.U_ref', ...reference },
      { from: 'crane.s', to: 'actuator.s' },
      { from: 'crane.s_dot', to: 'actuator.s_dot' },
      { from: 'actuator.F_s', to: 'crane.F_s' },
    ],
    bonds: [{ name: 'lift', terms: [{ effort: 'actuator.F_s', flow: 'crane.s_dot' }] }],
    algorithm: { scheme: 'jacobi', step: 0.001, order: 0 },
    stopTime,
  };
}
