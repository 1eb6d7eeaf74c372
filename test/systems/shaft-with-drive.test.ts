import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FmuFiles } from '../../fmu-sdk/host/open-fmu.ts';
import { Session } from '../../master/run/loop/session.ts';
import { exportSsp } from '../../master/ssp/export-ssp.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { Order, SystemFile } from '../../master/system/system.ts';
import { isTerminals } from '../../master/system/terminals/is-terminals.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { orders, sealed } from '../units/sealed.ts';
import { value } from './crane.ts';

const start = -0.2;
const until = 0.4;
const every = 0.05;
/**
 * Few beams, a short settling without the rod, whose end would be a jump of the force: what is left
 * is smooth.
 */
const short = { beams: 4, t_0: start, settling: 0.2, d_rod: 0, tolerance: 1e-6 };

interface Run {
  /** u₃ [m], Ω [rad/s], twist [rad] at the same times. */
  samples: number[][];
  /** Σ|δE| and Σ δE of the bond [J]. */
  magnitude: number;
  energy: number;
  /** Largest drift of the energy balance [J]. */
  drift: number;
}

/**
 * A system of `systems/` with steps of H throughout. The drive has its own, of an eighth of a
 * millisecond.
 */
async function run(name: string, H: number, order?: Order): Promise<Run> {
  const file = join(root, `systems/${name}.json`);
  const system = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
  system.units.shaft.parameters = { ...system.units.shaft.parameters, ...short, h: H };
  if (system.units.drive !== undefined) system.units.drive.parameters = { h: 1.25e-4 };
  system.algorithm = { ...system.algorithm, step: H, order };
  Object.assign(system, { startTime: start, stopTime: until });
  const session = new Session(await resolveSystem(system, file));
  session.start();
  const drive = system.units.drive === undefined ? 'shaft' : 'drive';
  const columns = ['shaft.u[3]', 'shaft.Omega', `${drive}.twist`];
  const samples: number[][] = [];
  let drift = 0;
  for (let k = 1; k <= Math.round((until - start) / every); k++) {
    session.advance(Math.round((k * every) / H) - session.n);
    samples.push(columns.map((column) => value(session, column)));
    drift = Math.max(drift, Math.abs(session.balance.energies.drift));
  }
  const [bond] = session.residuals.bonds;
  return { samples, magnitude: bond?.magnitude ?? 0, energy: bond?.energy ?? 0, drift };
}

const distance = (a: Run, b: Run, column: number): number =>
  Math.max(...a.samples.map((x, i) => Math.abs(x[column] - b.samples[i][column])));

describe('shaft-with-drive: a flexible shaft and its drive as two sealed units', () => {
  let whole: Run;
  beforeAll(async () => {
    whole = await run('shaft/shaft-with-drive-monolithic', 2.5e-4);
  });

  it.each([0, 1, 2] as const)(
    'extrapolation of order %i converges to the monolithic shaft at one order more, and so does the residual energy',
    async (order) => {
      const steps = process.env.CI === undefined ? [1e-3, 5e-4] : [1e-3, 5e-4, 2.5e-4];
      const runs: Run[] = [];
      for (const H of steps) runs.push(await run('shaft/shaft-with-drive', H, order));
      const errors = [0, 1, 2].map((column) => runs.map((item) => distance(item, whole, column)));
      errors.push(runs.map((item) => item.magnitude));
      for (const error of errors)
        for (const measured of orders(error)) {
          expect(measured, String(error)).toBeGreaterThan(order + 0.8);
          expect(measured, String(error)).toBeLessThan(order + 1.3);
        }
    },
  );

  it('held inputs leave an energy balance open by about the residual, and both vanish together', async () => {
    const runs = [await run('shaft/shaft-with-drive', 1e-3, 0), await run('shaft/shaft-with-drive', 5e-4, 0)];
    for (const { drift, energy } of runs) {
      // Energy that the coupling invents: the bond has lent it. Its rule is the rectangle's, of the
      // same order as the energy itself.
      expect(energy).toBeLessThan(-1);
      expect(drift / -energy).toBeGreaterThan(1 / 1.5);
      expect(drift / -energy).toBeLessThan(1.5);
      expect(whole.drift).toBeLessThan(0.05 * drift);
    }
    expect(runs[0].drift / runs[1].drift).toBeGreaterThan(1.8);
  });
});

describe('the terminals of the shaft and its drive', () => {
  const folder = temporaryFolder('shaft-ssp');
  /** Bits of all columns of the results, every 50 steps. */
  async function columnsOf(system: SystemFile, file: string, unitFiles?: FmuFiles): Promise<string> {
    const session = new Session(await resolveSystem(system, file, { unitFiles }));
    session.start();
    const rows: string[] = [];
    for (let k = 0; k < 5; k++) {
      session.advance(50);
      rows.push(session.columns.map((column) => `${column.name} ${column.read()}`).join());
    }
    return rows.join('\n');
  }

  it('one line with terminals, in JSON and in SSP, gives the bits of two connections and a bond', async () => {
    const file = join(root, 'systems/shaft/shaft-with-drive.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
    expect(written.connections).toEqual([{ terminals: ['drive.shaft', 'shaft.drive'], bond: 'coupling' }]);
    const { shaft, drive } = written.units;
    const byTerminals: SystemFile = {
      ...written,
      units: { shaft: { ...shaft, parameters: { ...shaft.parameters, ...short } }, drive },
      startTime: start,
      stopTime: until,
    };
    const byVariables: SystemFile = {
      ...byTerminals,
      connections: [
        { from: 'drive.torque', to: 'shaft.torque' },
        { from: 'shaft.Omega', to: 'drive.Omega' },
      ],
      bonds: [{ name: 'coupling', terms: [{ effort: 'drive.torque', flow: 'shaft.Omega' }] }],
    };
    const expected = await columnsOf(byVariables, file);
    expect(expected).toMatch(/residual_energy_magnitude 0\.0*[1-9]/);
    expect(await columnsOf(byTerminals, file)).toBe(expected);
    const ssp = join(folder, 'shaft.ssp');
    writeFileSync(ssp, await exportSsp(byTerminals, file));
    const opened = await openSsp(ssp);
    try {
      expect(opened.system.connections).toContainEqual(written.connections?.[0]);
      expect(opened.system.connections).toHaveLength(3);
      expect(await columnsOf(opened.system, ssp, opened.unitFiles)).toBe(expected);
      const { connections = [] } = opened.system;
      const alone = { ...opened.system, connections: connections.filter(isTerminals) };
      expect(await columnsOf(alone, ssp, opened.unitFiles)).toBe(expected);
    } finally {
      opened.dispose();
    }
  });
});

describe('driven-shaft', () => {
  it('a constant torque increases the shaft’s angular momentum, and its energies equal the work', async () => {
    const torque = 300;
    const shaft = await sealed('driven-shaft', {
      ...{ beams: 2, m_disk: 0, g: 0, integrator: 16, rho_inf: 0, h: 5e-4 },
      torque,
    });
    // J of tube and hub. The wave of torsion makes the end run ahead of the mean and fall behind
    // it.
    const J = 6 * 0.026334596768257314 + 0.5;
    shaft.initialize(0);
    let mean = 0;
    for (let k = 0; k < 200; k++) {
      shaft.step(k * 5e-4, 5e-4);
      mean += (shaft.get('Omega') - (torque / J) * (k + 1) * 5e-4) / 200;
    }
    const end = (torque / J) * 0.1;
    expect(Math.abs(mean)).toBeLessThan(0.01 * end);
    expect(Math.abs(shaft.get('Omega') - end)).toBeLessThan(0.05 * end);
    const energy = shaft.get('E_kinetic') + shaft.get('E_stored');
    expect(energy).toBeGreaterThan(0.5 * J * end * end * 0.99);
    expect(Math.abs(shaft.get('work') - energy)).toBeLessThan(1e-3 * energy);
    expect(shaft.get('E_supplied')).toBe(0);
  });
});

describe('shaft-drive', () => {
  it('gives its breakdown torque at its breakdown slip, and less beyond it', async () => {
    // Of a rotor that hardly moves, with a controller that does nothing: the slip is the reference
    // itself.
    const motor = async (slip: number): Promise<number> => {
      const parameters = { J_rotor: 1e6, k_p: 0, k_i: 0, omega: slip, A: [1, 1], T: [0.01, 0.02, 0.03] };
      const drive = await sealed('shaft-drive', { ...parameters, h: 1e-3 });
      drive.initialize(0);
      for (let k = 0; k < 20; k++) drive.step(k * 1e-3, 1e-3);
      return drive.get('T_motor');
    };
    expect(await motor(10)).toBeCloseTo(800, 1);
    expect(await motor(20)).toBeCloseTo(640, 1);
    expect(await motor(-5)).toBeCloseTo(-640, 1);
  });

  it('conserves the energy that motor, coupling and shaft exchange', async () => {
    const h = 2e-4;
    const drive = await sealed('shaft-drive', { h });
    drive.initialize(0);
    // The shaft swings. What it takes, by the trapezoidal rule as the unit has its own.
    let shaftEnergy = 0;
    for (let k = 0; k < 2000; k++) {
      const before = drive.get('torque') * drive.get('Omega');
      drive.step(k * h, h);
      const Omega = 20 * Math.sin(9 * (k + 1) * h);
      shaftEnergy += 0.5 * h * (before + drive.get('torque') * drive.get('Omega'));
      drive.set('Omega', Omega);
    }
    const sum =
      drive.get('E_kinetic') + drive.get('E_stored') + drive.get('E_dissipated') - drive.get('E_supplied');
    expect(Math.abs(drive.get('E_supplied'))).toBeGreaterThan(100);
    expect(Math.abs(sum + shaftEnergy)).toBeLessThan(1e-3 * Math.abs(drive.get('E_supplied')));
  });

  it('rejects times that do not grow, with a hint', async () => {
    const drive = await sealed('shaft-drive', { T: [1, 0.5, 1], h: 1e-3 });
    drive.initialize(0);
    expect(() => drive.step(0, 1e-3)).toThrow(/times T do not grow; give 0 < T\[0\]/);
  });
});
