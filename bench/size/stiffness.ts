import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { heatExact, makeHeat } from '../../test/fixtures/c/heat.ts';
import { noCompiler } from '../../test/fixtures/c/make.ts';
import { makeVanDerPol, vanDerPolAt2000 } from '../../test/fixtures/c/van-der-pol.ts';
import { cpuSeconds, type Line, once, ratioLine, repeats } from '../bench-measure.ts';
import { printed } from '../floors.ts';
import { slopeOf } from '../median.ts';

const counts = once ? [100, 300] : [100, 300, 1000, 10_000];
const most = 1.15;
/** Allowed CPU time relative to CVODE. */
const mostOfCvode = 1.5;
const warmUp = once ? 0 : 1;
/** Folder with headers and static libraries of SUNDIALS 6 (CVODE). */
const sundials: string | undefined = process.env.FMUKIT_SUNDIALS;

const milliseconds = (seconds: number): string => `${(1e3 * seconds).toFixed(2)} ms`;

/**
 * Measures stiff FMUs of model exchange from initialization to end, in a process that has compiled
 * such runs before.
 *
 * If `FMUKIT_SUNDIALS` names SUNDIALS, CVODE runs at a tolerance with no larger error. The problems
 * are heat in a rod of n cells with a band matrix, and van der Pol's oscillator with a dense
 * matrix.
 */
export async function stiffness(folder: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  return [...(await heat(folder)), ...(await vanDerPol(folder))];
}

async function heat(folder: string): Promise<Line[]> {
  const floor = sundials === undefined ? undefined : cvode('heat', folder, sundials);
  const lines: Line[] = [];
  const spent: number[] = [];
  for (const n of counts) {
    const file = join(folder, `heat${n}.fmu`);
    writeFileSync(file, await makeHeat(n));
    const system = await singleSystem(file, { trusted: true, tolerance: 1e-6, step: 0.005, stopTime: 0.1 });
    const pair = await measurePair(
      system,
      (t) => heatExact(n, n / 2, t),
      (error) => (floor === undefined ? Number.NaN : printed(floor, [n, error])),
    );
    spent.push(pair[0]);
    if (floor === undefined) continue;
    const what = `(h) heat equation, ${n} states as an FMU, against CVODE with a band`;
    lines.push(ratioLine(what, pair, mostOfCvode, milliseconds));
  }
  const exponent = slopeOf(counts.map(Math.log), spent.map(Math.log));
  return [
    ...lines,
    {
      what: '(h) heat equation, exponent of the time with the number of states',
      measured: `${exponent.toFixed(2)} (${spent.map(milliseconds).join(', ')})`,
      target: `≤ ${most}`,
      reached: exponent <= most,
    },
  ];
}

/** The oscillator of van der Pol, μ = 1000, up to 2000 s, by each method for stiff units. */
async function vanDerPol(folder: string): Promise<Line[]> {
  if (sundials === undefined) return [];
  const floor = cvode('van-der-pol', folder, sundials);
  const file = join(folder, 'van-der-pol.fmu');
  writeFileSync(file, await makeVanDerPol(1000));
  const lines: Line[] = [];
  for (const solver of ['bdf', 'radau5'] as const) {
    const options = { trusted: true, tolerance: 1e-6, step: 100, stopTime: 2000, solver };
    const system = await singleSystem(file, options);
    const pair = await measurePair(
      system,
      (t) => (t < 2000 ? undefined : vanDerPolAt2000),
      (error) => printed(floor, [1000, vanDerPolAt2000, error]),
    );
    const what = `(h) van der Pol, μ = 1000, as an FMU by ${solver}, against CVODE`;
    lines.push(ratioLine(what, pair, mostOfCvode, milliseconds));
  }
  return lines;
}

/**
 * Measures CPU times of a run and of its floor in turns, where the floor may not be less accurate.
 * Returns the pair with the median ratio. Runs of `warmUp` [s] come first, in which the engine
 * compiles frequent code.
 */
async function measurePair(
  system: CheckedSystem,
  exact: (t: number) => number | undefined,
  floor: (error: number) => number,
): Promise<[ours: number, floor: number]> {
  const { seconds, error } = await run(system, exact);
  for (let spent = seconds; spent < warmUp; ) spent += (await run(system, exact)).seconds;
  const pairs: [number, number][] = [];
  for (let k = 0; k < repeats; k++) pairs.push([(await run(system, exact)).seconds, floor(error)]);
  const by = ([a, b]: [number, number]): number => (Number.isNaN(b) ? a : a / b);
  return pairs.sort((p, q) => by(p) - by(q))[pairs.length >> 1];
}

/**
 * CPU time of a run of one unit, and the largest error of its output where the exact value is
 * known.
 */
async function run(
  system: CheckedSystem,
  exact: (t: number) => number | undefined,
): Promise<{ seconds: number; error: number }> {
  const activity = { cells: new Int32Array(3) };
  const instances = await openInstances(system, activity, hosts);
  const session = new Session(system, { activity, instances });
  session.start();
  const output = session.columns[0];
  let error = 0;
  const seconds = cpuSeconds(() => {
    while (!session.done) {
      session.advance(1);
      const truth = exact(session.time());
      if (truth !== undefined) error = Math.max(error, Math.abs(Number(output.read()) - truth));
    }
  });
  for (const instance of instances) instance.close();
  return { seconds, error };
}

/** The program of CVODE, compiled. */
function cvode(name: string, folder: string, prefix: string): string {
  const program = join(folder, `${name}-cvode`);
  const source = fileURLToPath(new URL(`../floors/${name}.c`, import.meta.url));
  const libraries = ['lib', 'lib/x86_64-linux-gnu'].flatMap((lib) => ['-L', join(prefix, lib)]);
  const args = ['-std=gnu11', '-O2', '-I', join(prefix, 'include'), source, '-o', program, ...libraries];
  const names = ['-l:libsundials_cvode.a', '-l:libsundials_nvecserial.a', '-lm'];
  const { status, stderr, error } = spawnSync('gcc', [...args, ...names], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench: gcc failed on ${name}.c: ${error?.message ?? stderr}`);
  return program;
}
