import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuEither } from '../../fmu-here.ts';
import { foreignUnit } from '../../host/component/foreign.ts';
import { fmu } from '../../run-fmu.ts';
import { spread } from '../../width.ts';
import { wrongs } from './components.ts';
import { bombs } from './cores.ts';
import { description, path } from './decay.ts';
import { pack, parts, wrapped } from './units.ts';

const folder = temporaryFolder('hostile');

describe('fmu check', () => {
  it('a check of all rules ends after the first call of a component that never returns', async () => {
    const endless = wrongs.find(({ name }) => name === 'do-step never ends');
    const unit = await foreignUnit('coSimulation', endless?.foreign);
    const file = await pack(folder, 'endless', description, unit, path);
    const { code, out, err } = await fmuEither(['check', file]);
    expect(`${code} ${err}`).toBe('3 ');
    expect(out.match(/computed for 2 s of CPU time without returning/g)?.length).toBeGreaterThan(0);
    expect(out).not.toMatch(/\n\s+at /);
  });
});

describe('the command line', () => {
  const three = [
    '40 tables of 9 000 000 entries',
    '50 000 locals in 1000 loops',
    'a type of 100 000 results',
  ];
  it.each(spread(three, 1))('%s: fmu run and fmu check report it and survive', async (name) => {
    const whole = await parts();
    const bomb = bombs.find((candidate) => candidate.name === name);
    const unit = wrapped(whole.component, bomb?.core(whole.core) as Uint8Array);
    const file = await pack(folder, 'bomb', whole.description, unit);
    const run = fmu(['run', file, '--no-record'], folder);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/^fmu: load .*\n$/);
    expect((await fmuEither(['check', file], folder)).err).toBe('');
    expect((await fmuEither(['inspect', file], folder)).code).toBe(0);
  });
});
