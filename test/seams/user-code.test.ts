import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import type { Rule } from '../../fmu-sdk/check/rule.ts';
import { Session } from '../../master/run/loop/session.ts';
import { SystemRunner } from '../../master/run/worker/system-runner.ts';
import { circleRun } from './support/circle-run.ts';
import { fail, later, mine, refused } from './support/failing.ts';

const { folder, load, run } = circleRun();

describe('callbacks of a run', () => {
  it('callbacks end the run if they fail or are async', async () => {
    await refused(
      run({ onProgress: fail }),
      'run circle: the given callback failed in onProgress: mine. Correct the code, or remove it.',
      mine,
    );
    await refused(
      run({ onProgress: later as never }),
      'run circle: the given callback has an async onProgress, but the call must be synchronous. Correct the code, or remove it.',
    );
  });

  it('callbacks end a run in a separate thread too', async () => {
    const runner = new SystemRunner();
    const long = { ...(await load()), stopTime: 1e6 };
    await refused(
      runner.run(long, { onProgress: fail }),
      'run circle: the given callback failed in onProgress: mine. Correct the code, or remove it.',
      mine,
    );
    await runner.dispose();
  });
});

describe('a module of --use', () => {
  const use = async (code: string): Promise<unknown> => {
    const file = join(folder, `use-${Math.random()}.mjs`);
    writeFileSync(file, code);
    const runner = new SystemRunner();
    try {
      return await runner.run(await load(), { use: [file] });
    } finally {
      await runner.dispose();
    }
  };
  const observer = (members: string): string =>
    `export default { observers: [{ name: 'o', observe: () => (${members}) }] };`;

  it('a module of --use appears in errors with its line', async () => {
    await expect(use(observer("{\nrow() { throw new Error('mine'); } }"))).rejects.toThrow(
      /^use .*use-.*\.mjs: the module fails: mine \(line 2\)\. Correct it, or remove it\.$/,
    );
  });

  it('a module of --use refuses objects without a name', async () => {
    await expect(use("export default { observers: [{ name: '' }] };")).rejects.toThrow(
      'its "observers" is not a list of objects with a name.',
    );
  });

  it('a module of --use refuses an async method', async () => {
    await expect(use(observer('{ async row() {} }'))).rejects.toThrow(
      'run circle: the observer "o" has an async row, but the call must be synchronous.',
    );
  });

  it('an unhandled rejection in a module of --use fails the run', async () => {
    await expect(use(observer("{ row() { Promise.reject(new Error('mine')); } }"))).rejects.toThrow(
      /^use .*use-.*\.mjs: the module fails: mine \(line 1\)/,
    );
  });
});

it('a custom rule on files with an async check is refused', async () => {
  const about = { id: 'house/x', title: 'T', severity: 'advice', other: 'H', explanation: 'E' };
  const rule = { ...about, needs: 'description', check: later } as unknown as Rule;
  await refused(
    checkFmu(join(folder, 'lag.fmu'), { rules: [rule] }),
    'check: rule house/x has an async check, but the call must be synchronous. Correct the code, or remove it.',
  );
});

describe('a session', () => {
  it('a session with callbacks begins and ends once, and refuses calls before and after', async () => {
    const system = await load();
    const endings: string[] = [];
    const observers = [
      { name: 'o', observe: () => ({ end: (ending: string) => void endings.push(ending) }) },
    ];
    const session = new Session(system, { observers });
    const calls = [() => session.advance(1), () => session.row(), () => session.end('failed')];
    for (const call of calls)
      expect(call).toThrow(/^(advance|row|end) circle: the session has not begun\. Call start/);
    session.start();
    expect(session.start.bind(session)).toThrow('start circle: this session has already begun.');
    session.advance(3);
    expect(session.n).toBe(3);
    expect(() => Object.assign(session, { n: 7 })).toThrow(TypeError);
    session.end('interrupted');
    for (const call of calls)
      expect(call).toThrow(/^(advance|row|end) circle: the session has ended\. Create a new/);
    expect(endings).toEqual(['interrupted']);
  });
});
