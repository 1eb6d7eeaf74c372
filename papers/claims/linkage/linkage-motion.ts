import { finished, largest, largestDifference, maximum } from '../../claim-outcome.ts';
import { type Claim, holds, near } from '../../paper-claim.ts';
import { driftFinding, shareFinding } from './drift.ts';
import { linkagesMove } from './linkage-frames.ts';
import { both, column, columns, cycle, formulations, type Linkage, pair, titles } from './linkage-runs.ts';

function work(linkage: Linkage, joules: number): Claim {
  return {
    name: `work-${titles[linkage]}`,
    where: 'Sect. 6.2',
    statement: `Maximum actuator work, ${titles[linkage]}`,
    published: `${joules} J`,
    fitted:
      'the valve’s C_v was fitted to this work and that of the other mechanism: one parameter, two numbers',
    async check(lab) {
      const works = (await pair(lab, linkage)).map((outcome) => maximum(column(outcome, 'work')));
      return {
        ours: `${works.map((W) => W.toFixed(2)).join(' / ')} J (double-step / penalty)`,
        verdict: near(works[0], joules, 0.01),
      };
    },
  };
}

function energyDrift(linkage: Linkage, joules: number): Claim {
  return {
    name: `drift-${titles[linkage]}`,
    where: 'Sect. 6.2',
    statement: `Peak energy drift, ${titles[linkage]}, at the closing of the valve around 8 s`,
    published: `${joules} J`,
    async check(lab) {
      return driftFinding(await cycle(lab, linkage, 'penalty'), joules, [7.9, 8.5]);
    },
  };
}

function driftShare(linkage: Linkage, percent: number): Claim {
  return {
    name: `drift-share-${titles[linkage]}`,
    where: 'Sect. 6.2',
    statement: `Peak energy drift as a share of the maximum actuator work, ${titles[linkage]}`,
    published: `${percent} %`,
    async check(lab) {
      const outcome = await cycle(lab, linkage, 'penalty');
      return shareFinding(outcome, percent, maximum(column(outcome, 'work')));
    },
  };
}

/** Claims of the semirecursive paper about motion, work and constraints. */
export const linkageMotion: readonly Claim[] = [
  {
    name: 'initial-force',
    where: 'Sect. 5',
    statement:
      'Initial force of the four-bar’s cylinder from the static configuration: √2 g (3 m₁ + 2 m₂ + m₃)',
    published: '11029.381 N',
    async check(lab) {
      const [F] = column(await cycle(lab, 'fourBar', 'penalty'), 'F_static');
      const [other] = column(await cycle(lab, 'quickReturn', 'penalty'), 'F_static');
      const exact = Math.SQRT2 * 9.81 * (3 * 225 + 2 * 35 + 50);
      return {
        ours: `${F.toFixed(3)} N; quick-return (not published) ${other.toFixed(3)} N`,
        verdict: near(F, exact, 1e-9),
      };
    },
  },
  linkagesMove,
  {
    name: 'agreement',
    where: 'Sect. 6.1',
    statement: 'Double-step and penalty-based solutions agree; the pressures are identical in both',
    published: 'Figs. 7, 8',
    async check(lab) {
      const differences = await Promise.all(
        both.map(async (linkage) => {
          const [first, second] = await pair(lab, linkage);
          const name = (end: string): string =>
            finished(first).columns.find((c) => c.name.endsWith(`.${end}`))?.name ?? end;
          const angles = columns(first, 'z').map((z, k) =>
            largest(z.map((x, i) => x - columns(second, 'z')[k][i])),
          );
          const pressures = ['p1', 'p2', 'p3'].map(name);
          return { angle: Math.max(...angles), pressure: largestDifference(first, second, pressures) };
        }),
      );
      return holds(
        both
          .map(
            (l, i) =>
              `${titles[l]}: within ${differences[i].angle.toExponential(1)} rad and ${differences[i].pressure.toFixed(0)} Pa of up to 7.6e6 Pa`,
          )
          .join('; '),
        differences.map(({ angle, pressure }) => angle < 1e-6 && pressure < 7.6e3),
      );
    },
  },
  {
    name: 'independent-coordinate',
    where: 'Sect. 6.1',
    statement:
      'Full pivoting identifies the same independent coordinate throughout the simulation: z₃ of the four-bar, z₄ of the quick-return',
    published: 'z₃, z₄',
    async check(lab) {
      const all = await Promise.all(both.map((linkage) => cycle(lab, linkage, 'doubleStep')));
      const partitions = all.map((outcome) => maximum(column(outcome, 'partitions')));
      return holds(
        both
          .map(
            (l, i) =>
              `${titles[l]}: partitioned ${partitions[i] === 1 ? 'once' : `${partitions[i]} times`} in 10 s`,
          )
          .join('; '),
        partitions.map((count) => count === 1),
        'the partition is renewed when its pivot worsens',
      );
    },
  },
  work('fourBar', 982.95),
  work('quickReturn', 357.47),
  energyDrift('fourBar', 0.84),
  energyDrift('quickReturn', 0.23),
  driftShare('fourBar', 0.09),
  driftShare('quickReturn', 0.06),
  {
    name: 'constraints',
    where: 'Sect. 6.3',
    statement:
      'The double-step approach fulfils the constraints to machine precision or the precision specified; the penalty-based one is more relaxed',
    published: 'Figs. 11, 12',
    async check(lab) {
      const norms = await Promise.all(
        both.map(async (linkage) =>
          (await pair(lab, linkage)).map((o) => largest(column(o, 'constraint_position'))),
        ),
      );
      return holds(
        both
          .map(
            (l, i) =>
              `${titles[l]}: ${norms[i].map((x) => x.toExponential(1)).join(' / ')} (double-step / penalty)`,
          )
          .join('; '),
        norms.map(([doubleStep, penalty]) => doubleStep <= 1e-12 && penalty > doubleStep),
      );
    },
  },
  {
    name: 'singular-configuration',
    where: 'Sect. 6.3',
    statement:
      'The double-step approach assumes that no singular configuration occurs; the penalty-based one is accurate near singular configurations',
    published: '–',
    async check(lab) {
      const outcomes = await Promise.all(
        formulations.map((formulation) =>
          lab.run('four-bar/four-bar-singular', (system) => {
            system.units.linkage.parameters = { ...system.units.linkage.parameters, formulation };
          }),
        ),
      );
      const [doubleStep, penalty] = outcomes.map((outcome) =>
        Math.abs(outcome.result?.balance.drift ?? Number.NaN),
      );
      const partitions = maximum(column(outcomes[0], 'partitions'));
      return holds(
        `a parallelogram swings four times through its singular position: energy off by ${penalty.toExponential(0)} of 25 J by the penalty, ` +
          `${doubleStep.toExponential(0)} by the double-step, which partitions ${partitions} times and passes too`,
        [penalty < 1e-5, doubleStep > 10 * penalty],
      );
    },
  },
];
