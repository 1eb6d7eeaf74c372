import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { component } from '../../fmu-sdk/host/choice/third-party-hosts.ts';
import { readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { livePage } from '../../master/cli/view/handler.ts';
import { serveView } from '../../master/cli/view/view-server.ts';
import { LiveRun } from '../../master/run/page/live-run.ts';
import { simulate } from '../../master/run/simulate.ts';
import { SystemRunner } from '../../master/run/worker/system-runner.ts';
import { StudyCrews } from '../../master/study/queue/study-crews.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';

/** Builds what is to run, where that was not done before. */
export async function ensureUnits(): Promise<void> {
  for (const name of ['joystick', 'hydraulic-actuator', 'crane-single'])
    if (!existsSync(join(packageFolder, `dist/${name}.fmu`)))
      await buildUnit(join(packageFolder, 'units', name), join(packageFolder, 'dist'));
}

const unit = join(packageFolder, 'dist/joystick.fmu');
const coupled = join(packageFolder, 'systems/crane-single-force.json');

/**
 * One coupled run, in pieces of so many steps: it goes on from where the piece before has ended.
 */
export async function oneLongRun(steps: number, pieces: number): Promise<(n: number) => Promise<void>> {
  const system = await loadSystem(coupled);
  const value = Math.ceil(steps / pieces);
  const stopTime = system.startTime + pieces * value * system.step;
  const run = simulate({ ...system, stopTime, record: { ...system.record, every: value } })[
    Symbol.asyncIterator
  ]();
  return async (n) => {
    // The first row is the start.
    if (n === 0) await run.next();
    const { done } = await run.next();
    if (done === true && n < pieces - 1) throw new Error(`the run has ended in piece ${n}`);
    if (n === pieces - 1) await run.return(undefined as never);
  };
}

/**
 * A run of ten steps from file to end: sealed, native and component in turn. Every tenth in a
 * thread of its own, with results.
 */
export async function manyRuns(folder: string): Promise<(n: number) => Promise<void>> {
  const fixture = join(folder, 'fixture.fmu');
  const results = join(folder, 'results.csv');
  if (noCompiler === undefined) writeFileSync(fixture, await makeUnit(3));
  const kinds = [sealed, ...(noCompiler === undefined ? [() => load(fixture)] : []), asComponent];
  return async (n) => {
    const system = await kinds[n % kinds.length]();
    if (n % 10 !== 0) {
      await simulate(system);
      return;
    }
    const runner = new SystemRunner();
    try {
      await runner.run(system, { output: results });
    } finally {
      await runner.dispose();
    }
  };
}

function load(file: string): Promise<CheckedSystem> {
  return singleSystem(file, { stopTime: 0.01, step: 0.001 });
}

const sealed = (): Promise<CheckedSystem> => load(unit);

/** Builds a system with the unit as a component of another tool. */
async function asComponent(): Promise<CheckedSystem> {
  const system = await sealed();
  const binary = await component.find(await readFmuFile(unit), { kind: 'coSimulation', trusted: false });
  if (binary === undefined) throw new Error(`the component of ${unit} is missing`);
  return { ...system, units: system.units.map((item) => ({ ...item, binary })) };
}

/** All rules on one unit and the other: ours, and a native one. */
export async function manyChecks(folder: string): Promise<(n: number) => Promise<void>> {
  const fixture = join(folder, 'fixture.fmu');
  const files = noCompiler === undefined ? [unit, fixture] : [unit];
  return async (n) => {
    await checkFmu(files[n % files.length]);
  };
}

/** Runs of ten steps with results, all by one `SystemRunner`. The last one disposes of it. */
export async function manyRunsOfOneRunner(
  folder: string,
  times: number,
): Promise<(n: number) => Promise<void>> {
  const runner = new SystemRunner();
  const kinds = [sealed, asComponent];
  return async (n) => {
    await runner.run(await kinds[n % kinds.length](), { output: join(folder, 'of-one.csv') });
    if (n === times - 1) await runner.dispose();
  };
}

/** A live run with its server, whose page and rows are requested, as by `fmu view`. */
export async function manyViews(): Promise<(n: number) => Promise<void>> {
  return async () => {
    const system = await sealed();
    const run = new LiveRun(system, undefined, () => {});
    await run.begin();
    const { server, address } = await serveView(run, livePage(system, run), 0);
    try {
      for (const path of ['', 'rows?from=0&every=1']) await (await fetch(address + path)).arrayBuffer();
      await run.ended;
    } finally {
      server.close();
      server.closeAllConnections();
      await run.dispose();
    }
  };
}

/** Studies of four runs that a worker of a queue computes and then gives back. */
export async function manyStudies(folder: string): Promise<(n: number) => Promise<void>> {
  const file = join(folder, 'study.json');
  copyFileSync(unit, join(folder, 'unit.fmu'));
  const study = {
    name: 'soak',
    system: 'unit.fmu',
    set: { stopTime: 0.01, 'algorithm.step': 0.001 },
    sample: { method: 'latin-hypercube', count: 4 },
    vary: [{ set: 'stopTime', from: 0.01, to: 0.02 }],
  };
  writeFileSync(file, JSON.stringify(study));
  const crews = new StudyCrews({
    fetch: async () => file,
    folder: () => dirname(file),
    has: async () => false,
    remove: () => {},
  });
  return async (n) => {
    await crews.compute(String(n), [0, 1, 2, 3], async () => {});
    await crews.release();
  };
}

/** Builds of a unit whose source changes each time, as `fmu build --watch` makes them. */
export async function manyBuilds(folder: string): Promise<(n: number) => Promise<void>> {
  const [sources, output] = [join(folder, 'units'), join(folder, 'built')];
  cpSync(join(packageFolder, 'units'), sources, { recursive: true });
  const source = join(sources, 'joystick');
  mkdirSync(output, { recursive: true });
  const manifest = join(source, 'unit.json');
  const text = readFileSync(manifest, 'utf8');
  return async (n) => {
    writeFileSync(manifest, text.replace(/("description": "[^"]*)/, `$1 ${n % 2}`));
    await buildUnit(source, output);
  };
}
