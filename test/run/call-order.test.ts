import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Session } from '../../master/run/loop/session.ts';
import { SystemRunner } from '../../master/run/worker/system-runner.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { circle, makeLag } from '../seams/support/lag.ts';

const folder = temporaryFolder('order');
let system: CheckedSystem;
beforeAll(async () => {
  await makeLag(folder);
  system = await resolveSystem(circle(), join(folder, 'circle.json'));
});

describe('a session', () => {
  it('a session begins once, before it steps', () => {
    const session = new Session(system);
    expect(() => session.advance(1)).toThrow(
      'advance circle: the session has not begun. Call start() first.',
    );
    session.start();
    session.advance(1);
    expect(() => session.start()).toThrow(
      'start circle: this session has already begun. Create a new session',
    );
    expect(session.n).toBe(1);
  });

  it.each<[given: unknown, message: RegExp]>([
    [
      null,
      /^expected an options object, got null\. Give an object with activity, instances, couplings, …, or omit it\.$/,
    ],
    [5, /^expected an options object, got a number\. /],
    [{ zz: 1 }, /^unknown option "zz"\. Known: activity, /],
    [{ foresight: 'x' }, /^foresight: expected true or false, got "x"\. /],
    [{ events: 'x' }, /^events: expected true or false, got "x"\. /],
    [{ inner: 5 }, /^inner: expected a list of objects with a name, got 5\. /],
    [
      { inner: [{ name: 'x' }] },
      /^inner: the observer "x" lacks observe\(\)\. Add it, or remove the observer\.$/,
    ],
    [
      { activity: {} },
      /^activity: expected \{ cells: new Int32Array\(4\) \}\. Pass this, or remove the option\.$/,
    ],
    [{ monitor: {} }, /^monitor: expected an object with look\(\)\. /],
    [{ instances: [] }, /^instances: got 0, but the system has 2 units \(a, b\)\. Pass one for each unit in/],
    [{ instances: [{}] }, /^instances: got 1, but the system has 2 units/],
    [{ instances: [{}, {}] }, /^instances: the instance of a lacks view\(\)\. Pass one for each unit/],
    [{ instances: [null, {}] }, /^instances: the instance of a lacks /],
  ])('a session refuses invalid options: %j', (options, message) => {
    let errorText = '';
    try {
      new Session(system, options as never);
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      errorText = (error as Error).message;
    }
    expect(errorText).toMatch(/^start a session circle: /);
    expect(errorText.slice('start a session circle: '.length)).toMatch(message);
  });

  it('a session advances by whole steps, at most to the end', () => {
    const session = new Session(system);
    session.start();
    for (const count of [Number.NaN, -1, 2.5])
      expect(() => session.advance(count)).toThrow(
        `advance circle: expected a whole number of steps, 0 or more, got ${count}.`,
      );
    expect(session.n).toBe(0);
    session.advance(Infinity);
    expect(session.done).toBe(true);
  });
});

it('a session refuses to continue after a failure in a step', () => {
  const angry = { name: 'angry', observe: () => ({ step: () => expect.fail('enough') }) };
  const session = new Session(system, { observers: [angry] });
  session.start();
  expect(() => session.advance(1)).toThrow('enough');
  expect(() => session.advance(1)).toThrow(
    'advance circle: the session failed in the middle of a step. Create a new session.',
  );
  session.end('failed');
});

describe('a runner', () => {
  it('a runner refuses a second run at the same time, and gives each run its own result', async () => {
    const runner = new SystemRunner();
    try {
      const first = runner.run(system);
      const other = { ...system, name: 'other' };
      await expect(runner.run(other)).rejects.toThrow(
        'run other: this SystemRunner is still running circle. Wait for its end, or use another SystemRunner.',
      );
      expect((await first).name).toBe('circle');
      expect((await runner.run(other)).name).toBe('other');
    } finally {
      await runner.dispose();
    }
  });

  it('a runner reports options that cannot be sent to a thread, and runs the next job', async () => {
    const runner = new SystemRunner();
    try {
      await expect(runner.run({ ...system, notes: [(() => {}) as never] })).rejects.toThrow(
        /^run circle: an option cannot be sent to the computing thread \(.*could not be cloned\.\)\. Pass only cloneable data, or run in this thread with simulate\(\)\.$/,
      );
      expect((await runner.run(system)).outcome).toBe('finished');
    } finally {
      await runner.dispose();
    }
  });

  it('a runner reports the end of its run when it is disposed of', async () => {
    const runner = new SystemRunner();
    const endless = runner.run({ ...system, stopTime: 1e9 });
    const ended = expect(endless).rejects.toThrow('run circle: the run was ended.');
    await runner.dispose();
    await ended;
    await expect(runner.run(system)).rejects.toThrow(
      'run circle: this SystemRunner was disposed of. Use another one.',
    );
  });

  it('a runner ends with its block by await using', async () => {
    let runner: SystemRunner;
    {
      await using scopedRunner = new SystemRunner();
      runner = scopedRunner;
      expect((await scopedRunner.run(system)).outcome).toBe('finished');
    }
    await expect(runner.run(system)).rejects.toThrow('this SystemRunner was disposed of');
  });
});
