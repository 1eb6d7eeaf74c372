import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fault, makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { release } from '../../release.ts';
import { fmu, root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';
import { expectWholeRows, fmuBehind, joystickBeside, manyRows, passingBytes, startFmu } from './files.ts';

const folder = temporaryFolder('signals');
const temporary = join(folder, 'tmp');
const unit = join(folder, 'fixture3.fmu');
const env = { TMPDIR: temporary };
const endless = [...manyRows.slice(0, 3), '1e6', ...manyRows.slice(4)];
let whole: Buffer;

beforeAll(async () => {
  mkdirSync(temporary);
  if (noCompiler === undefined) writeFileSync(unit, await makeUnit(3));
  const file = join(folder, 'whole.csv');
  expect(fmu([...manyRows, '-o', file]).code).toBe(0);
  whole = readFileSync(file);
});

const scratch = (): string[] => readdirSync(temporary).filter((name) => name.startsWith('fmukit'));

describe('a run that is asked to end', () => {
  const signals = [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const;
  it.each(spread(signals, 1))(
    'a run saves its rows after %s, removes its temporary files, and ends with %i',
    async (signal, code) => {
      const out = join(folder, signal);
      const { child, ended } = startFmu([...endless, '-o', join(out, 'x.csv')], env);
      await expect.poll(() => passingBytes(out)).toBeGreaterThan(60_000);
      child.kill(signal);
      expect(await ended).toEqual({ code, signal: null });
      expect(readdirSync(out)).toEqual(['x.partial.csv']);
      // It may have come further than the shorter run that it is compared with.
      const rows = readFileSync(join(out, 'x.partial.csv'));
      if (rows.length < whole.length) expectWholeRows(join(out, 'x.partial.csv'), whole);
      else expect(rows.subarray(0, whole.length).equals(whole)).toBe(true);
      expect(rows.subarray(-2).toString()).toBe('\r\n');
      expect(scratch()).toEqual([]);
    },
  );

  it('a run ends after a signal while a user module never finishes', async () => {
    const [module, begun] = [join(folder, 'never.mjs'), join(folder, 'begun')];
    writeFileSync(
      module,
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(begun)}, '');
       await new Promise(() => setInterval(() => {}, 1000));`,
    );
    const { child, ended } = startFmu(
      [...endless, '--use', module, '-o', join(folder, 'never', 'x.csv')],
      env,
    );
    await expect.poll(() => existsSync(begun)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null });
    expect([existsSync(join(folder, 'never')), scratch()]).toEqual([false, []]);
  });

  it('a run ends after a signal before its next row, which is far away', async () => {
    const [out, log] = [join(folder, 'apart'), join(folder, 'apart.log')];
    const once = ['--output-interval', '1e6', '--log', log];
    const { child, ended, readStderr } = startFmu([...endless, ...once, '-o', join(out, 'x.csv')], env);
    await expect.poll(() => existsSync(log) && statSync(log).size).toBeGreaterThan(60_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null });
    expect(readStderr()).not.toContain('is ended');
    // Its titles and the starting point.
    expect(readFileSync(join(out, 'x.partial.csv'), 'latin1').split('\r\n').length).toBe(3);
  });

  describe.skipIf(noCompiler !== undefined)('a run whose FMU does not return', () => {
    /** The joystick beside an FMU that never returns from its first step, run up to there. */
    const stuck = async (name: string, what: number, algorithm: object, options: readonly string[] = []) => {
      const file = joystickBeside(unit, what, join(folder, `${name}.json`), {
        algorithm: { scheme: 'jacobi', step: 0.1, ...algorithm },
        limits: { stepSeconds: 1000 },
      });
      const out = join(folder, name);
      const started = startFmu(['run', file, '-o', join(out, 'x.csv'), ...options], env);
      return { ...started, out };
    };
    const nothingIsLeft = async (out: string) => {
      await expect.poll(scratch).toEqual([]);
      expect(readdirSync(out)).toEqual(['x.partial.csv']);
      expect(readFileSync(join(out, 'x.partial.csv'), 'latin1').split('\r\n').length).toBe(3);
      await expect.poll(() => asleep(temporary)).toBe(false);
    };

    const ways: [way: string, algorithm: object][] = [
      ['in a process of its own', {}],
      ['in a process of its own, asked by a second thread', { threads: 2 }],
    ];
    it.each(spread(ways, 1))(
      'a run whose FMU does not return ends within two seconds of one signal, with its process and its folder: %s',
      async (name, algorithm) => {
        const { child, ended, readStderr, out } = await stuck(name, fault.sleeps, algorithm);
        await expect.poll(() => asleep(temporary)).toBe(true);
        child.kill('SIGTERM');
        expect(await ended).toEqual({ code: 143, signal: null });
        expect(readStderr()).toContain(
          'fmu: step bad: at t = 0 s the FMU did not return within 1 s after the request to end. The run is ended by force.\n' +
            `The rows up to then are in ${join(out, 'x.partial.csv')}.`,
        );
        expect(readStderr()).not.toContain('crashed');
        await nothingIsLeft(out);
      },
    );

    it('a run in this process ends after one signal, too, and its folder disappears with the next start', async () => {
      const { child, ended, out } = await stuck('trusted', fault.sleeps, {}, ['--trust']);
      await expect.poll(() => asleepIn(child.pid!)).toBe(true);
      child.kill('SIGTERM');
      expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
      fmu(['--version'], root, env);
      await nothingIsLeft(out);
    });

    it('a run ends at once after a second signal', async () => {
      const { child, ended, readStderr, out } = await stuck('twice', fault.sleeps, {});
      await expect.poll(() => asleep(temporary)).toBe(true);
      child.kill('SIGTERM');
      await expect.poll(() => child.kill('SIGINT') && child.exitCode === null).toBe(false);
      expect([143, 130]).toContain((await ended).code);
      expect(readStderr()).not.toContain('within 1 s');
      await nothingIsLeft(out);
    });
  });
});

describe('a reader that stops reading', () => {
  it('a reader that stops reading causes neither an error nor a loss of results', () => {
    const csv = join(folder, 'read.csv');
    const line = '{ "$0" "$@"; echo $? > "$FOLDER/code"; } 2> "$FOLDER/err" | head -n 0; exit 0';
    expect(fmuBehind(line, [...manyRows, '-o', csv], folder).code).toBe(0);
    expect(readFileSync(join(folder, 'code'), 'utf8')).toBe('0\n');
    expect(readFileSync(join(folder, 'err'), 'utf8')).not.toContain('fmu:');
    expect(readFileSync(csv).equals(whole)).toBe(true);
  });
});

describe('fmu build that is asked to end', () => {
  it('fmu build ends after a signal with 128 plus its number, and leaves nothing behind', async () => {
    const out = join(folder, 'built');
    mkdirSync(out);
    const { child, ended } = startFmu(['build', join(root, 'units/joystick'), '-o', out, '--native'], {
      ...env,
      ...release,
    });
    // The thread of the build makes a folder in the folder of its process when a C compiler begins.
    const compiling = (): boolean =>
      readdirSync(temporary, { recursive: true, encoding: 'utf8' }).some((name) =>
        /fmukit.*[\\/]fmukit/.test(name),
      );
    await expect.poll(compiling).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, signal: null });
    expect([readdirSync(out), scratch()]).toEqual([[], []]);
  });
});

/**
 * Reports whether an FMU process of this temporary folder is in a step: it was called and uses no
 * time.
 */
function asleep(of: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => text(`/proc/${pid}/cmdline`).includes(`${of}/fmukit-unit-`) && sleeps(`/proc/${pid}`));
}

/** Reports whether a thread of this process sleeps. */
function asleepIn(pid: number): boolean {
  const tasks = `/proc/${pid}/task`;
  return existsSync(tasks) && readdirSync(tasks).some((task) => sleeps(join(tasks, task)));
}

const sleeps = (task: string): boolean => /nanosleep/.test(text(join(task, 'wchan')));

function text(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
