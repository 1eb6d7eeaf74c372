import { describe, expect, it } from 'vitest';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { InterfaceValue } from '../../master/advise/accuracy/interface-values.ts';
import { estimateError, scalesOf } from '../../master/advise/accuracy/run-accuracy.ts';
import { describeUntried } from '../../master/advise/advice-reasons.ts';
import { advise } from '../../master/advise/advise.ts';
import { candidatesOf, withAlgorithm } from '../../master/advise/candidates.ts';
import { compareSchemes } from '../../master/advise/compare-schemes.ts';
import { comparisonCsv, comparisonJson, comparisonRows } from '../../master/advise/comparison-table.ts';
import { resolveAuto } from '../../master/advise/resolve-auto.ts';
import type { TrialProgress } from '../../master/advise/scheme-search.ts';
import { gridOf, stepsTogether } from '../../master/advise/time-grid.ts';
import type { Trial } from '../../master/advise/trials/scheme-trial.ts';
import type { TrialRunner } from '../../master/advise/trials/trial-runner.ts';
import { comparisonPage } from '../../master/cli/compare-schemes/comparison-page.ts';
import { comparisonText } from '../../master/cli/compare-schemes/comparison-text.ts';
import { remainingTime } from '../../master/cli/terminal/trial-progress.ts';
import type { CouplingScheme } from '../../master/coupling/coupling.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import { jacobi } from '../../master/coupling/schemes/jacobi.ts';
import { Session } from '../../master/run/loop/session.ts';
import { LinearUnit } from '../problems/coupled/linear-unit.ts';
import { feedThroughPair, oscillator, threeMasses } from '../problems/coupled/problems.ts';
import { width } from '../width.ts';
import { linearLab } from './linear-lab.ts';

const candidate = candidatesOf([jacobi])[0];
const run = (parts: number, error: number): Trial => ({
  candidate,
  parts,
  step: 1 / parts,
  values: [Float64Array.from([0, 1, 0, -1], (x, k) => x + (k === 2 ? error : 0))],
  unitSteps: parts,
  work: parts,
  cpuSeconds: 0,
  residuals: [],
});
const interfaceValues: InterfaceValue[] = [{ name: 'a.y', variable: {} as never, reader: () => () => 0 }];

describe('the estimated error of a run', () => {
  it('the estimated error of a run follows Richardson with the order of the last three runs', () => {
    const runs = [1, 2, 4].map((parts) => run(parts, 0.08 / parts ** 2));
    const { error, order } = estimateError(runs, scalesOf(interfaceValues, runs[2]));
    expect(order).toBeCloseTo(2, 6);
    // 0.005 of a range of 2, or by the root mean square, which is larger here.
    expect(error).toBeGreaterThan(0.0025);
    expect(error).toBeLessThan(0.005);
  });

  it('the estimated error grows if runs do not converge', () => {
    const runs = [1, 2, 4].map((parts) => run(parts, parts === 2 ? 0 : 0.1));
    expect(estimateError(runs, scalesOf(interfaceValues, runs[2])).error).toBeGreaterThan(0.3);
    expect(estimateError(runs.slice(0, 1), scalesOf(interfaceValues, runs[2])).error).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('the estimated error uses the declared nominal value as its scale', () => {
    const nominal = [{ ...interfaceValues[0], variable: { nominal: '100' } as never }];
    expect(scalesOf(nominal, run(1, 0))).toEqual([{ peak: 100, rms: Number.POSITIVE_INFINITY }]);
    expect(scalesOf(interfaceValues, run(1, 0))[0].peak).toBe(2);
  });
});

describe('the trial steps', () => {
  const system = linearLab(oscillator(), 1000).system;

  it('trial steps are common multiples of all internal steps', () => {
    const grid = gridOf(system, [0, 0.001, 0.0025], 10);
    expect(grid.interval).toBe(0.1);
    // 0.1 s is 100 and 40 internal steps, so it can have at most 20 parts.
    expect([1, 2, 3, 6, 11, 20].map((least) => grid.parts(least))).toEqual([1, 2, 4, 10, 20, 20]);
    expect(grid.parts(21)).toBeUndefined();
    expect(grid.divide(4).parts(2)).toBe(5);
    expect(gridOf(system, [0], 10).parts(7)).toBe(7);
  });

  it('trial steps begin with the largest step that gives enough steps', () => {
    expect(stepsTogether(system, 50)).toBe(20);
    expect(stepsTogether({ ...system, stopTime: 9.97 }, 50)).toBe(1);
  });
});

describe('a system with another algorithm', () => {
  it('a new algorithm applies its orders, except to connections that differ from the system', () => {
    const { system } = linearLab(oscillator(), 100);
    const customConnection = { ...system.connections[1], order: 2 as const };
    const customSystem = {
      ...system,
      connections: [system.connections[0], customConnection, system.connections[2]],
    };
    const options = { tolerance: 1e-3 };
    const changed = withAlgorithm(customSystem, { scheme: 'newton', order: 1, step: 0.05, options });
    expect(changed.connections.map(({ order }) => order)).toEqual([1, 2, 1]);
    expect([changed.scheme, changed.step, changed.options]).toEqual(['newton', 0.05, options]);
    // A bond refers to the connection that the scheme uses.
    expect(changed.bonds[0].terms[0].effort).toBe(changed.connections[2]);
  });
});

/** Excludes schemes with variable steps, whose linear units are slow here. */
const equal = (lab: TrialRunner): TrialRunner => ({
  ...lab,
  schemes: lab.schemes.filter(({ traits }) => traits.adaptive !== true),
});

/** Returns a lab with a clock of its own, which opening the units and each step advance [s]. */
function timed(
  lab: TrialRunner,
  opening: number,
  perStep: number,
): { lab: TrialRunner; clock: () => number } {
  let time = 0;
  const open: TrialRunner['open'] = (variant, prepare) => {
    time += opening;
    return lab.open(variant, (instances) => {
      for (const instance of instances as { -readonly [key in keyof Instance]: Instance[key] }[]) {
        const { step } = instance;
        instance.step = (t, H) => {
          time += perStep;
          return step.call(instance, t, H);
        };
      }
      prepare(instances);
    });
  };
  return { lab: { ...lab, open }, clock: () => time };
}

/** The system with other outputs. */
const changed = (system: TrialRunner['system'], change: object): TrialRunner['system'] => ({
  ...system,
  connections: system.connections.map((connection) => ({
    ...connection,
    from: { ...connection.from, variable: { ...connection.from.variable, ...change } },
  })),
});

describe('advise', () => {
  it('advise finds an implicit scheme for a loop of gain 3, and explains it in five lines', async () => {
    const advice = await advise(linearLab(feedThroughPair(), 200), { error: 1e-3 });
    expect(couplings.named(advice.algorithm.scheme, 'test').traits.implicit).toBe(true);
    expect(advice).toMatchObject({ met: true, sureness: 'sure' });
    expect(advice.why).toHaveLength(5);
    expect(advice.why[0]).toMatch(/: error [-.0-9e]+ \(of [ab]\.y; wanted 1e-3\) by \d+ FMU steps/);
    expect(advice.why[1]).toContain('The present algorithm (jacobi, order 0, H = 0.01 s): error');
    expect(advice.why[2]).toMatch(
      /spectral radius 1\.7: an iteration without acceleration diverges, .* a loop of gain 1\.7/,
    );
    expect(advice.why[3]).toBe('No power bonds are declared, so residual energies are not available.');
    expect(advice.why[4]).toMatch(/^The reference is .* agrees \(difference .*\), \d+ runs/);
  });

  it('advise reports a completed share that never decreases', async () => {
    const shares: number[] = [];
    const onTrial = ({ share }: { share: number }): void => void shares.push(share);
    await advise(equal(linearLab(oscillator(), 200)), { error: 1e-3, onTrial });
    expect(shares.length).toBeGreaterThan(20);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  it('advise is sure only if the run that confirms its answer took place', async () => {
    const lab = equal(linearLab(oscillator(), 200));
    // The first opening prepares the trials. The search announces each of its own.
    let allowed = 1;
    const open: TrialRunner['open'] = (variant, prepare) => {
      if (allowed-- <= 0) throw new UserError('refused');
      return lab.open(variant, prepare);
    };
    const refused = await advise(
      { ...lab, open },
      {
        error: 1e-3,
        onTrial: () => {
          allowed = 1;
        },
      },
    );
    expect(refused).toMatchObject({ met: true, sureness: 'fairly sure', searchResult: { confirmed: false } });
    expect(refused.why[4]).toContain('it did not run at all points of the chosen run');
    const complete = await advise(lab, { error: 1e-3 });
    expect(complete).toMatchObject({ met: true, sureness: 'sure', searchResult: { confirmed: true } });
  });

  it('advise chooses the algorithm and step of the file if they need the least work', async () => {
    // A loose tolerance needs fewer iterations than the one that the search tries.
    const present = { scheme: 'iterative-jacobi', order: 2, options: { tolerance: 3e-3 } } as const;
    const lab = linearLab(feedThroughPair(), 50, [], (system) =>
      withAlgorithm(system, { ...present, step: system.step }),
    );
    const schemes = lab.schemes.filter(({ name }) => name === present.scheme);
    const { algorithm, met } = await advise({ ...lab, schemes }, { error: 0.05 });
    expect({ algorithm, met }).toMatchObject({ algorithm: { ...present, step: lab.system.step }, met: true });
  });

  it('advise gives the same answer twice', async () => {
    const once = async (): Promise<unknown> => {
      const {
        algorithm,
        error,
        searchResult: found,
      } = await advise(equal(linearLab(oscillator(), 200)), { error: 1e-2 });
      return [algorithm, error, found.trials, found.work];
    };
    expect(await once()).toEqual(await once());
  });

  it('advise reports low confidence if the limit of work is too small', async () => {
    const advice = await advise(equal(linearLab(oscillator(100, 1), 1000)), {
      error: 1e-4,
      mostWork: 20_000,
    });
    expect(advice).toMatchObject({ met: false, sureness: 'not sure' });
    expect(advice.why[0]).toMatch(/^No trial reached the requested error of 1e-4\. The nearest is /);
    expect(advice.why[4]).toMatch(/the limit of work is reached\.$/);
  });

  it('advise ends with its first answer when its time budget is over, and says so', async () => {
    const answers: unknown[] = [];
    const advice = await advise(equal(linearLab(oscillator(100, 1), 1000)), {
      error: 1e-4,
      seconds: 1,
      clock: () => answers.length,
      onAnswer: (answer) => answers.push(answer),
    });
    expect(answers).toHaveLength(1);
    expect(advice).toMatchObject({ sureness: 'not sure', searchResult: { exhausted: true } });
    expect(advice.why[4]).toMatch(/the time budget is reached\.$/);
  });

  it.each([
    ['slow steps', 0.02],
    ['very slow steps', 0.1],
    ['fast steps', 1e-5],
  ])('advise answers within 5 s and ends within its budget with %s', async (_, perStep) => {
    const opening = 0.15;
    const { lab, clock } = timed(equal(linearLab(oscillator(), 1000)), opening, perStep);
    const answers: number[] = [];
    const advice = await advise(lab, {
      error: 1e-3,
      seconds: 30,
      clock,
      onAnswer: () => answers.push(clock()),
    });
    expect(answers[0]).toBeLessThanOrEqual(5);
    // A step that has begun is completed, with all its iterations.
    expect(clock()).toBeLessThanOrEqual(30 + opening + 10 * perStep);
    expect(advice.why[4].includes(' up to t = ')).toBe(perStep > 1e-3);
    expect(advice.sureness === 'sure').toBe(perStep < 1e-3);
  });

  it.each([1, 2])(
    'advise leaves time for other schemes if the present one converges slowly (%s ms a step)',
    async (milliseconds) => {
      const { lab, clock } = timed(equal(linearLab(oscillator(), 1000)), 0.02, 1e-3 * milliseconds);
      const system = { ...lab.system, order: 0 as const };
      const advice = await advise({ ...lab, system }, { error: 1e-3, seconds: 30, clock });
      expect(advice).toMatchObject({ met: true, algorithm: { order: 2 } });
    },
  );

  it('nine of ten remaining times that a search shows are right within a factor of two', async () => {
    const shown: { left: number; at: number; end: number }[] = [];
    for (const [opening, perStep, error] of [
      [0.2, 1e-5, 1e-2],
      [0.2, 1e-4, 1e-4],
      [0.5, 1e-3, 1e-3],
      [0.02, 1e-3, 1e-3],
    ]) {
      const { lab, clock } = timed(equal(linearLab(threeMasses(4), 500)), opening, perStep);
      const notes: { left: number; at: number }[] = [];
      const onTrial = (trial: TrialProgress): void => {
        const left = remainingTime(trial, clock(), 30);
        if (left !== undefined) notes.push({ left: Number.parseFloat(left), at: clock() });
      };
      await advise(lab, { error, seconds: 30, clock, onTrial });
      shown.push(...notes.map((note) => ({ ...note, end: clock() })));
    }
    expect(shown.length).toBeGreaterThan(40);
    const wrong = shown.filter(({ left, at, end }) => left > 2 * (end - at) || left < 0.5 * (end - at));
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1 * shown.length);
  });

  it('advise names the options for time if no run fits into its budget', async () => {
    const { lab, clock } = timed(equal(linearLab(oscillator(), 1000)), 5, 1);
    await expect(advise(lab, { error: 1e-3, seconds: 4, clock })).rejects.toThrow(
      'advise oscillator: no scheme finished the run with two step sizes within the time. Give more time (seconds), or an earlier end of the trial runs (until).',
    );
  });

  it('advise reports for discrete values that the scheme with events is not tried', () => {
    const { system } = linearLab(oscillator(), 100);
    const forEvents = ['hybrid'];
    expect(describeUntried({ system, forEvents })).toBe('');
    const discrete = changed(system, { variability: 'discrete' });
    expect(describeUntried({ system: discrete, forEvents })).toMatch(
      /^ \S+ is discrete: hybrid, which locates events, was not tried\.$/,
    );
    expect(describeUntried({ system: discrete, forEvents: [] })).toBe('');
  });

  it('advise refuses an invalid error, and units without exchanged values', async () => {
    await expect(advise(linearLab(oscillator(), 100), { error: 2 })).rejects.toThrow(
      'advise oscillator: the error must be between 0 and 1, such as 1e-3, got 2.',
    );
    for (const until of [0, -1, Number.NaN])
      await expect(advise(linearLab(oscillator(), 100), { error: 0.01, until })).rejects.toThrow(
        `advise oscillator: "until" must be after the start at 0 s, got ${until} s. Give a later time, or leave it out to try the whole run.`,
      );
    const alone = { ...oscillator(), connections: [], bonds: [] };
    await expect(advise(linearLab(alone, 100), { error: 0.01 })).rejects.toThrow(
      /exchange no values, so all/,
    );
    const counting = linearLab(oscillator(), 100, [], (system) => changed(system, { type: 'Int32' }));
    await expect(advise(counting, { error: 0.1 })).rejects.toThrow(
      /exchange no real value to measure errors by, only values such as \S+ \(Int32\)\. Choose hybrid or continuous or jacobi: jacobi passes such values at communication points, hybrid and continuous when they change\./,
    );
  });
});

describe('auto', () => {
  const all = linearLab(oscillator(), 20, [], (system) => ({
    ...system,
    scheme: 'auto',
    options: { error: 1e-2 },
    record: { ...system.record, every: 2 },
  }));
  const lab = equal(all);

  it('scheme auto divides the step of the file, so that rows keep their times', async () => {
    const { system, notes } = await resolveAuto(lab);
    expect(system.scheme).not.toBe('auto');
    const parts = lab.system.step / system.step;
    expect(Math.abs(parts - Math.round(parts))).toBeLessThan(1e-9);
    expect(system.record.every).toBe(2 * Math.round(parts));
    expect(notes[0]).toMatch(/^auto chose .*: error /);
    expect(notes.at(-1)).toBe('How sure: sure.');
  });

  it('a system with a named scheme stays unchanged', async () => {
    const { system } = linearLab(oscillator(), 20);
    expect(await resolveAuto({ ...lab, system })).toEqual({ system, notes: [] });
  });

  it('scheme auto refuses other options, and sessions, which cannot run trials', async () => {
    const wrong = { ...lab, system: { ...lab.system, options: { error: 3 } } };
    await expect(resolveAuto(wrong)).rejects.toThrow(
      /"auto": invalid error 3\. .* use a number from 1e-9 to 0\.5\./,
    );
    const instances = oscillator().units.map((unit) => new LinearUnit(unit));
    expect(() => new Session(lab.system, { instances })).toThrow(
      /the scheme "auto" must be resolved before a run/,
    );
  });
});

describe('compare-schemes', async () => {
  const hostile: CouplingScheme = {
    ...jacobi,
    name: '<img src=x onerror=alert(1)>',
    couple: () => {
      throw new TypeError('never reached');
    },
    traits: { ...jacobi.traits, needs: ['directionalDerivatives'] },
  };
  const jacobiCopy: CouplingScheme = { ...jacobi, name: '<b>twin</b>,"' };
  const levels = width(2, 4);
  const comparison = await compareSchemes(linearLab(oscillator(), 200, [hostile, jacobiCopy]), { levels });

  /** Number of step sizes. The step of the system, a quarter of the largest, is the third. */
  const sizes = Math.max(levels, 3);

  it('compare-schemes runs every scheme with every order, acceleration and step, and with the step of the system', () => {
    for (const { name, traits, options = {} } of couplings.all) {
      const schemeRuns = comparison.runs.filter(({ trial }) => trial.candidate.scheme.name === name);
      const refused = comparison.refused.filter(({ label }) => label.startsWith(`${name}, `));
      // Without steps of units waveform equals iterative-gauss-seidel.
      if (traits.events || name === 'waveform') {
        expect([...schemeRuns, ...refused], name).toEqual([]);
        continue;
      }
      // Schemes that choose their steps are tried with tolerances.
      const adapts = traits.adaptive && 'tolerance' in options;
      const value = adapts ? 1 : sizes;
      expect(schemeRuns.length / (adapts ? levels : sizes) + refused.length, name).toBeGreaterThanOrEqual(3);
      if (schemeRuns.length > 0 && !adapts) expect(schemeRuns.map(({ trial }) => trial.step)).toContain(0.05);
      expect(new Set(schemeRuns.map(({ trial }) => trial.step)).size, name).toBe(
        schemeRuns.length === 0 ? 0 : value,
      );
    }
    const labels = new Set(comparison.runs.map(({ trial }) => trial.candidate.label));
    for (const acceleration of ['relaxation', 'aitken', 'anderson'])
      expect([...labels]).toContain(`iterative-jacobi, order 1, ${acceleration}`);
  });

  it('compare-schemes names inapplicable schemes with the reason', () => {
    expect(comparison.refused.filter(({ label }) => label.startsWith(hostile.name))).toHaveLength(3);
    expect(comparison.refused[0].reason).toMatch(/needs providesDirectionalDerivatives of every unit/);
  });

  it('compare-schemes gives equal schemes equal errors, which fall with the step', () => {
    const errors = (name: string, order: number): number[] =>
      comparison.runs
        .filter(
          ({ trial: { candidate: c } }) =>
            c.scheme.name === name && c.order === order && c.options.points === undefined,
        )
        .map(({ error }) => error);
    expect(errors(jacobiCopy.name, 1)).toEqual(errors('jacobi', 1));
    const implicit = errors('newton', 2);
    expect(implicit).toHaveLength(sizes);
    expect(implicit[sizes - 1]).toBeLessThan(implicit[sizes - 2] / 4);
    expect(comparison.reference.error).toBeLessThan(1e-3);
    expect(comparison.reference.agrees).toBe(true);
  });

  it('compare-schemes counts every step of every FMU', () => {
    for (const { trial } of comparison.runs)
      if (trial.candidate.scheme.name === 'jacobi') expect(trial.unitSteps).toBe(2 * 50 * trial.parts);
      else if (
        trial.candidate.scheme.traits.implicit &&
        !trial.candidate.scheme.traits.adaptive &&
        !trial.failed
      )
        expect(trial.unitSteps).toBeGreaterThanOrEqual(2 * 50 * trial.parts);
  });

  it('compare-schemes writes equal contents as CSV and JSON, with hostile names', () => {
    const rows = comparisonRows(comparison);
    expect(rows).toHaveLength(1 + comparison.runs.length + comparison.refused.length);
    for (const row of rows) expect(row).toHaveLength(rows[0].length);
    expect(comparisonCsv(comparison)).toContain('"<b>twin</b>,"""');
    const json = JSON.parse(comparisonJson(comparison)) as {
      runs: { error: number | null; scheme: string }[];
    };
    expect(json.runs.map(({ scheme }) => scheme)).toContain(jacobiCopy.name);
    expect(json.runs).toHaveLength(comparison.runs.length);
  });

  it('compare-schemes shows names as text on its page, which loads nothing', () => {
    const page = comparisonPage(comparison);
    expect(page).not.toContain('<img src=x');
    expect(page).not.toContain('<b>twin');
    expect(page).toContain('&lt;b&gt;twin&lt;/b&gt;');
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<polyline /g)?.length).toBeGreaterThan(3 * 25);
    // The page starts with the answer.
    expect(page.match(/class="tile /g)).toHaveLength(4);
    expect(page).toContain('<h2>Present scheme</h2>');
    expect(page.indexOf('Cheapest')).toBeLessThan(page.indexOf('<svg'));
    // Each drawn series of all candidates has a distinct style.
    const looks = [...page.split('</ul>')[1].matchAll(/<li class="log-entry">(.*?)<span/g)].map(String);
    expect(looks.length).toBeGreaterThan(25);
    expect(new Set(looks).size).toBe(looks.length);
  });

  it('compare-schemes lists each kind of failure once, with its schemes', () => {
    const fail = (k: number, failed: string) => {
      const { trial, errors } = comparison.runs[k];
      return { trial: { ...trial, failed }, errors, error: Number.POSITIVE_INFINITY };
    };
    const name = (k: number): string => comparison.runs[k].trial.candidate.scheme.name;
    const stopped = (k: number): string =>
      `step a: the FMU stopped at t = ${k} s: too far. So it did after ${k} tries of ${name(k)}, with 1e-${k} left.`;
    const runs = comparison.runs.map((run, k) => (k % 2 === 0 ? fail(k, stopped(k)) : run));
    const words = comparisonText({ ...comparison, runs: [fail(1, 'it takes too long'), ...runs] });
    const [, below] = words.split('Failed runs:\n');
    expect(below.split('\n').slice(0, 3)).toEqual([
      'it takes too long',
      expect.stringMatching(/^ {2}so 1 of \d+ runs, with H = [\d.]+ s: jacobi$/),
      stopped(0),
    ]);
    expect(below.split('\n')[3]).toMatch(
      /^ {2}so \d+ of \d+ runs, with H = 0\.2, 0\..* s: jacobi, gauss-seidel, /,
    );
    expect(below.match(/the FMU stopped/g)).toHaveLength(1);
  });

  it('compare-schemes refuses an unknown scheme, and an invalid largest step', async () => {
    const lab = linearLab(oscillator(), 200);
    await expect(compareSchemes(lab, { only: ['magic'] })).rejects.toThrow(
      /unknown coupling scheme "magic"\. Known are jacobi, gauss-seidel/,
    );
    await expect(compareSchemes(lab, { only: ['newtown'] })).rejects.toThrow(
      'unknown coupling scheme "newtown". Did you mean newton? Known are jacobi, ',
    );
    await expect(compareSchemes(lab, { largest: 0.07 })).rejects.toThrow(
      /the largest step 0\.07 s must be a multiple of/,
    );
  });
});
