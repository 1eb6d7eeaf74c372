import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { makeRestless } from '../../fixtures/c/restless.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';
import { fmu, root } from '../../run-fmu.ts';
import { width } from '../../width.ts';
import { killWhen, startFmu } from './files.ts';

const kills = width(2, 15, 50);
const folder = temporaryFolder('checkpoint');
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
const env = { TMPDIR: temporary };

/** Coupled fmukit FMUs. */
const systems = [join(root, 'systems/crane-single-force.json')];

describe('a killed and resumed run', () => {
  it(`a resumed run gives the bytes of an undisturbed run after ${kills} random kills`, async () => {
    const kinds = [
      ['run', systems[0], '--stop-time', '4', '--output-interval', '0.02'],
      ...(noCompiler === undefined ? [await nativeRun()] : []),
    ];
    const wholes = new Map<string, Buffer>();
    let resumed = 0;
    for (let n = 0; n < kills; n++) {
      const args = kinds[n % kinds.length];
      const output = join(folder, n % 3 === 1 ? 'run.npy' : 'run.csv');
      const key = `${args[1]} ${output}`;
      const whole = wholes.get(key) ?? wholeOf(args, output);
      wholes.set(key, whole);
      const checkpoint = join(folder, 'run.checkpoint');
      let run = startFmu([...args, '-o', output, '--checkpoint', '5ms'], env);
      for (let k = 0; ; k++) {
        const changes = Math.floor(20 * ((n * 0.618034 + k * 0.414) % 1));
        if ((await killWhen(run, changesOf(checkpoint, k === 0 ? changes + 1 : changes))) === 0) break;
        resumed++;
        // Killed after its results got their name, before or after it removed the checkpoint: nothing is
        // left to resume.
        if (existsSync(output)) {
          rmSync(checkpoint, { force: true });
          break;
        }
        run = startFmu(['run', '--resume', checkpoint], env);
        if (k > 0) {
          expect((await run.ended).code).toBe(0);
          break;
        }
      }
      expect(readFileSync(output).equals(whole)).toBe(true);
      expect(readdirSync(folder).filter((name) => /checkpoint|partial|\.part$/.test(name))).toEqual([]);
      rmSync(output);
    }
    expect(resumed).toBeGreaterThan(0);
  });

  it('resuming a killed run explains which FMUs, options and files prevent it, and the next step', async () => {
    const checkpoint = ['--checkpoint', '10s', '-o', 'x.csv'];
    const runFailing = (...args: string[]): string => {
      const { code, err } = fmu(['run', ...args], folder, env);
      expect(code).toBe(1);
      return err;
    };
    // Cases rejected before anything runs.
    const refused = async (...args: string[]): Promise<string> => {
      const { code, err } = await fmuEither(['run', ...args], folder);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused(systems[0], '--checkpoint', 'often')).toContain(
      '--checkpoint expects wall time between two checkpoints, such as 10s, 500ms, 5min or 1h, got "often".',
    );
    expect(await refused(systems[0], ...checkpoint, '--realtime', '1')).toContain(
      '--checkpoint and --realtime do not go together',
    );
    expect(await refused(systems[0], '-o', '-', '--checkpoint', '1h')).toContain(
      'results in a pipe or a device cannot be resumed',
    );
    expect(await refused('--resume', 'none.checkpoint')).toContain(
      'Name a file that --checkpoint has written',
    );
    if (noCompiler !== undefined) return;
    writeFileSync(join(folder, 'restless.fmu'), await makeRestless(['STATE']));
    expect(runFailing('restless.fmu', '--interface', 'cs', '--stop-time', '1', ...checkpoint)).toMatch(
      /save the state of restless: the FMU cannot serialize it \(canSerializeFMUState\), and its native code has private memory\. Run it without checkpoints/,
    );
    // Its process could continue, but another process cannot.
    writeFileSync(join(folder, 'address.fmu'), await makeUnit(3, { defines: ['ADDRESS_IN_STATE'] }));
    for (const trust of [[], ['--trust']])
      expect(runFailing('address.fmu', '--stop-time', '1', ...trust, ...checkpoint)).toMatch(
        /^fmu: save the state of [^:]*: another process cannot load it, .*: the FMU crashed in deserializeFMUState with SIG.* Run without checkpoints, or ask the author of the FMU for a serialized state without addresses/m,
      );
    expect(fmu(['run', 'address.fmu', '--stop-time', '1', '-o', 'whole.csv'], folder, env).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('x'))).toEqual([]);
  });
});

/** Returns a function that reports whether a file has changed this often between its calls. */
function changesOf(file: string, count: number): () => boolean {
  const stamp = (): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  let [last, changes] = [stamp(), 0];
  return () => {
    const now = stamp();
    if (now !== last) changes++;
    last = now;
    return changes >= count;
  };
}

/** Returns the result of an undisturbed run. */
function wholeOf(args: readonly string[], output: string): Buffer {
  expect(fmu([...args, '-o', output], folder, env).code).toBe(0);
  const bytes = readFileSync(output);
  rmSync(output);
  return bytes;
}

/** A run with an isolated FMU. */
async function nativeRun(): Promise<string[]> {
  const unit = join(folder, 'fixture3.fmu');
  writeFileSync(unit, await makeUnit(3));
  return ['run', unit, '--stop-time', '1500', '--step', '0.1', '--set', 'u=0.1'];
}
