import { type Claim, type Finding, holds, near, type Paper } from '../claim.ts';
import type { Lab } from '../lab.ts';
import { finished, largest, largestDifference, maximum, type Outcome } from '../outcome.ts';
import {
  column,
  columns,
  drift,
  type Formulation,
  formulations,
  type Iterations,
  iterations,
  published,
  run,
} from './linkage-runs.ts';

type Linkage = 'fourBar' | 'quickReturn';
const titles = { fourBar: 'four-bar', quickReturn: 'quick-return' } as const;
const both = ['fourBar', 'quickReturn'] as const;

/** A mechanism by a formulation, Newton's iteration started as published. */
const cycle = (lab: Lab, linkage: Linkage, formulation: Formulation): Promise<Outcome> =>
  run(lab, linkage, { ...published, formulation });

const pair = (lab: Lab, linkage: Linkage): Promise<Outcome[]> =>
  Promise.all(formulations.map((formulation) => cycle(lab, linkage, formulation)));

const initialForce: Claim = {
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
};

function work(linkage: Linkage, joules: number): Claim {
  return {
    name: `work-${titles[linkage]}`,
    where: 'Sect. 6.2',
    statement: `Maximum actuator work, ${titles[linkage]}`,
    published: `${joules} J`,
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
      const outcome = await cycle(lab, linkage, 'penalty');
      const [exact, rectangle] = [drift(outcome, 'work'), drift(outcome, 'work_rectangle')];
      const closing = drift(outcome, 'work_rectangle', [7.9, 8.5]);
      return {
        ours:
          `${exact.joules.toFixed(3)} J at ${exact.at.toFixed(2)} s with the work by the trapezoidal rule; by rectangles ` +
          `${closing.joules.toFixed(2)} J around 8 s, ${rectangle.joules.toFixed(2)} J at ${rectangle.at.toFixed(2)} s`,
        verdict: 'trend only',
        why: 'the published size looks like a rectangle quadrature of the work at that time; the solution itself is closer',
      };
    },
  };
}

const agreement: Claim = {
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
};

const independent: Claim = {
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
};

const constraints: Claim = {
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
};

/** Mean and largest iterations, double-step and penalty. */
function efficiency(
  linkage: Linkage,
  means: readonly [number, number],
  most: readonly [number, number],
): Claim {
  return {
    name: `iterations-${titles[linkage]}`,
    where: 'Sect. 6.4',
    statement: `Newton iterations a step, mean and largest, ${titles[linkage]}, double-step / penalty`,
    published: `${means.join(' / ')}, ${most.join(' / ')}`,
    async check(lab) {
      const ours = (await pair(lab, linkage)).map(iterations);
      const saved = await Promise.all(
        formulations.map(async (formulation) => iterations(await run(lab, linkage, { formulation }))),
      );
      const text = (list: Iterations[]): string =>
        `${list.map((i) => i.mean.toFixed(2)).join(' / ')}, ${list.map((i) => i.most).join(' / ')}`;
      return {
        ours: `${text(ours)} as published; ${text(saved)} with the units’ own prediction`,
        ...iterationVerdict(ours, means, most),
      };
    },
  };
}

function iterationVerdict(
  ours: readonly Iterations[],
  means: readonly [number, number],
  most: readonly [number, number],
): Pick<Finding, 'verdict' | 'why'> {
  const close = ours.every(
    (each, i) => near(each.mean, means[i], 0.05) === 'reproduced' && each.most <= most[i],
  );
  if (close) return { verdict: 'reproduced' };
  return ours[0].mean <= ours[1].mean
    ? {
        verdict: 'trend only',
        why: 'fewer with the double-step, largest numbers as published; how the paper stops is not fully stated',
      }
    : { verdict: 'not reproduced', why: 'the order of the two is reversed' };
}

const switching: Claim = {
  name: 'iterations-at-the-valve',
  where: 'Sect. 6.4',
  statement:
    'The largest number of iterations occurs during the opening and closing of the directional valve',
  published: 'Figs. 13, 14',
  async check(lab) {
    const times = { fourBar: [1, 2.5, 5, 8], quickReturn: [1, 4, 6.5, 8] };
    const shares = await Promise.all(
      both.flatMap((linkage) =>
        formulations.map(async (formulation) => {
          const { at } = iterations(await cycle(lab, linkage, formulation));
          return at.filter((t) => times[linkage].some((s) => t > s && t < s + 0.5)).length / at.length;
        }),
      ),
    );
    return holds(
      `share of these steps in the 0.5 s after a switch: ${shares.map((s) => `${(100 * s).toFixed(0)} %`).join(', ')}`,
      shares.map((share) => share > 0.9),
    );
  },
};

const times: Claim = {
  name: 'integration-time',
  where: 'Sect. 6.4',
  statement:
    'Total integration time of 10 s: double-step / penalty, four-bar and quick-return; the double-step takes longer',
  published: '27.45 / 21.54 s, 29.03 / 28.47 s (Matlab)',
  async check(lab) {
    const seconds = await Promise.all(
      both.map(async (linkage) => (await pair(lab, linkage)).map((outcome) => finished(outcome).wallSeconds)),
    );
    return {
      ours: `${seconds.map((s) => s.map((x) => x.toFixed(2)).join(' / ')).join(' s, ')} s, recording included`,
      verdict: 'not reproduced',
      why: 'times of Matlab on another machine; ours are of one run each, and noisy',
    };
  },
};

/** Jaiswal, Rahikainen et al. 2021; its table of hydraulic parameters was not available. */
export const semirecursive: Paper = {
  key: '001',
  citation:
    'Jaiswal, Rahikainen, Khadim, Sopanen & Mikkola: Comparing double-step and penalty-based semirecursive formulations for hydraulically actuated multibody systems in a monolithic approach (Multibody System Dynamics 52, 2021)',
  claims: [
    initialForce,
    agreement,
    independent,
    work('fourBar', 982.95),
    work('quickReturn', 357.47),
    energyDrift('fourBar', 0.84),
    energyDrift('quickReturn', 0.23),
    constraints,
    efficiency('fourBar', [1.39, 1.56], [3, 4]),
    efficiency('quickReturn', [1.49, 1.57], [3, 6]),
    switching,
    times,
  ],
};
