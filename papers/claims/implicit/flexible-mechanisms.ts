import { maximum, minimum } from '../../claim-outcome.ts';
import { type Claim, holds } from '../../paper-claim.ts';
import type { Lab } from '../../paper-runs.ts';
import {
  type Choice,
  common,
  higher,
  is,
  iterations,
  label,
  type Mechanism,
  type Run,
  relativeError,
  run,
  runs,
  second,
  short,
  whole,
} from './implicit-runs.ts';

const list = (of: readonly Run[], value: (of: Run) => string): string =>
  of.map((r) => `${label(r.choice)} ${value(r)}`).join(', ');

/**
 * Root mean square of a variable's change from row to row, from `from` s on: what oscillates fast.
 */
function roughness(of: Run, name: string, from: number): number {
  const [t, x] = [of.times, of.values(name)];
  let [sum, count] = [0, 0];
  for (let i = 1; i + 1 < t.length; i++)
    if (t[i] >= from) {
      sum += (x[i + 1] - 2 * x[i] + x[i - 1]) ** 2;
      count++;
    }
  return Math.sqrt(sum / count);
}

const multiStep: readonly Choice[] = ['LMS2', 'LMS3', 'LMS4'].flatMap((name) =>
  [0, 0.6].map((rho): Choice => [name, rho]),
);

const fineReference: readonly [Mechanism, Choice, number] = [
  'rotating-shaft',
  ['ESDIRK4(3)6L[2]SA2', 0],
  1e-4,
];

/**
 * Relative errors of u₃, v₃ and a₃ of the shaft at 1e-3 s, of the methods that came to their end
 * (eq. 26).
 */
async function shaftErrors(lab: Lab): Promise<{ choice: Choice; errors: number[] }[]> {
  const exact = await run(lab, ...fineReference);
  return whole(await runs(lab, 'rotating-shaft', 1e-3)).map((of) => ({
    choice: of.choice,
    errors: ['u[3]', 'v[3]', 'a[3]'].map((name) => relativeError(of, exact, name, 0, 2.5)),
  }));
}

const settings: readonly (readonly [Mechanism, number])[] = [
  ['andrews-squeezer', 1e-4],
  ['andrews-squeezer', 1e-5],
  ['flexible-four-bar', 4e-3],
  ['flexible-four-bar', 1e-3],
  ['lateral-buckling', 1e-3],
  ['lateral-buckling', 5e-4],
  ['rotating-shaft', 1e-3],
  ['rotating-shaft', 5e-4],
];

/** Sects. 5.2 to 5.5. */
export const flexibleMechanisms: readonly Claim[] = [
  {
    name: 'four-bar-angle',
    where: 'Sect. 5.2, Fig. 14',
    statement:
      'The rotation angles θ computed by the methods agree very well with each other (Δt/n = 4e-3 s)',
    published: 'Fig. 14: curves overlap',
    async check(lab) {
      const all = await runs(lab, 'flexible-four-bar', 4e-3);
      const ended = whole(all);
      const reference = await run(lab, 'flexible-four-bar', ['LMS3', 0.6], 4e-3);
      const range = maximum(reference.values('theta')) - minimum(reference.values('theta'));
      const off = ended.map((of) =>
        Math.max(...common(of, reference, 'theta', 0, 12).map(([a, b]) => Math.abs(a - b))),
      );
      return holds(
        `largest difference of ${ended.length} methods to LMS3 (0.6) in [0, 12] s: ${short((100 * Math.max(...off)) / range)} % of the range, ${short(range)} rad; gave up: ${
          ended.length === all.length
            ? 'none'
            : list(
                all.filter((of) => !ended.includes(of)),
                (of) => `at ${of.stopped} s`,
              )
        }`,
        [...off.map((d) => d < 0.05 * range), ended.length === all.length],
      );
    },
  },
  {
    name: 'four-bar-oscillations',
    where: 'Sect. 5.2, Figs. 15, 16',
    statement: 'The oscillations of ω₁ become more pronounced with a smaller time step or a larger ρ∞',
    published: 'Figs. 15, 16',
    async check(lab) {
      const [coarse, fine] = await Promise.all(
        [4e-3, 1e-3].map((perStage) => runs(lab, 'flexible-four-bar', perStage, multiStep)),
      );
      const largest = (of: Run): number => roughness(of, 'omega[1]', 0);
      const pairs = [coarse, fine].flatMap((of) =>
        [0, 2, 4].map((i) => [largest(of[i]), largest(of[i + 1])] as const),
      );
      return holds(
        `second difference of ω₁ in [0, 12] s [rad/s]: at 4e-3 s ${list(coarse, (of) => short(largest(of)))}; at 1e-3 s ${list(fine, (of) => short(largest(of)))}`,
        [
          ...pairs.map(([small, large]) => large > small),
          // A rough curve has differences that do not shrink with the square of the step.
          ...fine.map((of, i) => largest(of) > largest(coarse[i]) / 16),
        ],
      );
    },
  },
  {
    name: 'four-bar-lms4-roughest',
    where: 'Sect. 5.2, Fig. 16',
    statement: 'LMS4 and SS4 with ρ∞ = 0.6 and Δt = 1e-3 s exhibit the most significant oscillations',
    published: 'Fig. 16b',
    async check(lab) {
      const of: readonly Choice[] = ['LMS2', 'LMS3', 'LMS4', 'SS4'].map((name): Choice => [name, 0.6]);
      const all = await runs(lab, 'flexible-four-bar', 1e-3, of);
      const [two, three, four, single] = all.map((r) => roughness(r, 'omega[1]', 0));
      return holds(
        `second difference of ω₁ at 1e-3 s [rad/s]: ${list(all, (r) => short(roughness(r, 'omega[1]', 0)))}`,
        [four > two, four > three, single > two, single > three],
      );
    },
  },
  {
    name: 'buckling-failures',
    where: 'Sect. 5.3',
    statement:
      'MSSTH(5) with ρ∞ = 0.0 and ESDIRK3(2)5L[2]SA fail to complete the buckling simulation with Δt/n = 1e-3 s, the others do not',
    published: 'two fail; MBDyn stops at 0.195 s and 0.428 s',
    async check(lab) {
      const all = await runs(lab, 'lateral-buckling', 1e-3);
      const failed = all.filter((of) => of.stopped !== undefined);
      return holds(
        `gave up: ${failed.length === 0 ? 'none' : list(failed, (of) => `at ${of.stopped} s`)}`,
        all.map((of) => (of.stopped !== undefined) === is(of.choice, 'MSSTH(5)', 'ESDIRK3(2)5L[2]SA')),
      );
    },
  },
  {
    name: 'buckling-overlap',
    where: 'Sect. 5.3, Figs. 18 to 20',
    statement: 'The solutions of the employed methods almost overlap in the [0, 0.4] s interval',
    published: 'Figs. 18 to 20',
    async check(lab) {
      const all = whole(await runs(lab, 'lateral-buckling', 1e-3));
      const reference = await run(lab, 'lateral-buckling', ['LMS3', 0.6], 1e-3);
      const range = maximum(reference.values('theta')) - minimum(reference.values('theta'));
      const off = all.map((of) => {
        const pairs = common(of, reference, 'theta', 0, 0.4);
        return Math.sqrt(pairs.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0) / pairs.length) / range;
      });
      return holds(
        `θ: root mean square of the difference to LMS3 (0.6), largest of all: ${short(100 * Math.max(...off))} % of the range, ${short(range)} rad`,
        off.map((share) => share < 0.05),
      );
    },
  },
  {
    name: 'buckling-decay',
    where: 'Sect. 5.3, Figs. 18 to 20',
    statement:
      'In the free oscillations LMS2 and SS2 with ρ∞ = 0.0, MSSTH(3,4) and ESDIRK3(2)4L[2]SA exhibit a significant amplitude decay compared to the remaining methods',
    published: 'Fig. 19',
    async check(lab) {
      const all = whole(await runs(lab, 'lateral-buckling', 1e-3));
      const size = (of: Run): number => {
        const late = of.values('omega[1]').filter((_, i) => of.times[i] > 0.6);
        return Math.sqrt(late.reduce((sum, w) => sum + w * w, 0) / late.length);
      };
      const dampedNames = ['LMS2 (0)', 'SS2 (0)', 'MSSTH(3)', 'MSSTH(4)', 'ESDIRK3(2)4L[2]SA'];
      const [damped, others] = [true, false].map((yes) =>
        all.filter(({ choice }) => is(choice, ...dampedNames) === yes),
      );
      const least = Math.min(...others.map(size));
      return holds(
        `root mean square of ω₁ in [0.6, 0.8] s [rad/s]: ${list(damped, (of) => short(size(of)))}; the remaining from ${short(least)} to ${short(Math.max(...others.map(size)))}`,
        damped.map((of) => size(of) < least),
      );
    },
  },
  {
    name: 'shaft-failure',
    where: 'Sect. 5.4',
    statement: 'LMS4 with ρ∞ = 0.6 failed to complete the shaft with Δt/n = 1e-3 s',
    published: 'one fails; MBDyn stops at 1.146 s',
    async check(lab) {
      const all = await runs(lab, 'rotating-shaft', 1e-3);
      const failed = all.filter((of) => of.stopped !== undefined);
      return holds(
        `gave up: ${failed.length === 0 ? 'none' : list(failed, (of) => `at ${of.stopped} s`)}`,
        [failed.some(({ choice }) => is(choice, 'LMS4 (0.6)'))],
        'here Newton’s iteration comes to its end in every step',
      );
    },
  },
  {
    name: 'shaft-agreement',
    where: 'Sect. 5.4, Figs. 22 to 24',
    statement:
      'Excellent agreement can be observed between the results computed by the other employed methods',
    published: 'Figs. 22 to 24; MBDyn: relative errors of u₃ up to 4.2 %',
    async check(lab) {
      const all = whole(await runs(lab, 'rotating-shaft', 1e-3));
      const exact = await run(lab, ...fineReference);
      const errors = all.map((of) =>
        Math.max(...['u[3]', 'v[3]', 'a[3]'].map((name) => relativeError(of, exact, name, 0, 2.5))),
      );
      const worst = all[errors.indexOf(Math.max(...errors))];
      return holds(
        `largest relative error of u₃, v₃ and a₃ of ${all.length} methods: ${short(100 * Math.max(...errors))} %, ${label(worst.choice)}`,
        errors.map((error) => error < 0.1),
      );
    },
  },
  {
    name: 'shaft-orders',
    where: 'Sect. 5.4, Figs. 25 to 27',
    statement:
      'Second-order methods converge with order 2; MSSTH(3) and ESDIRK3(2)4L[2]SA with 3, ESDIRK3(2)5L[2]SA with more than 3, MSSTH(4) and ESDIRK4(3)6L[2]SA2 with about 4; MSSTH(5) never reaches 5',
    published: 'Fig. 25; MBDyn: 2.0, 3.0, 3.9, 4.0, and 4.0 of MSSTH(5)',
    async check(lab) {
      const exact = await run(lab, ...fineReference);
      const of: readonly Choice[] = [
        ...second(0),
        ...second(0.6).filter(([name]) => name !== 'LMS4'),
        ...higher,
      ];
      const [coarse, fine] = await Promise.all(
        [1e-3, 5e-4].map((step) => runs(lab, 'rotating-shaft', step, of)),
      );
      const observedOrders = fine.map((r, i) => ({
        choice: r.choice,
        order: Math.log2(
          relativeError(coarse[i], exact, 'u[3]', 0, 2.5) / relativeError(r, exact, 'u[3]', 0, 2.5),
        ),
      }));
      const reached = ({ choice, order }: { choice: Choice; order: number }): boolean => {
        // Its error at 1e-3 s is a sixth of MBDyn's, and of its third order mostly.
        if (is(choice, 'ESDIRK3(2)5L[2]SA')) return order > 3;
        if (is(choice, 'MSSTH(5)')) return order < 4.5;
        const expected = is(choice, 'MSSTH(3)', 'ESDIRK3(2)4L[2]SA') ? 3 : higher.includes(choice) ? 4 : 2;
        return Math.abs(order - expected) < 0.3;
      };
      const seconds = observedOrders
        .filter(({ choice }) => !higher.includes(choice))
        .map(({ order }) => order);
      const others = observedOrders.filter(({ choice }) => higher.includes(choice));
      return holds(
        `from 1e-3 to 5e-4 s, u₃: second-order methods ${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}; ${others.map(({ choice, order }) => `${label(choice)} ${order.toFixed(2)}`).join(', ')}`,
        observedOrders.map(reached),
      );
    },
  },
  {
    name: 'shaft-rates-orders',
    where: 'Sect. 5.4, Figs. 25 to 27',
    statement:
      'The second-order methods all exhibit a second-order convergence rate for displacement, velocity, and acceleration',
    published: 'Figs. 25 to 27',
    async check(lab) {
      const exact = await run(lab, ...fineReference);
      const of = [...second(0), ...second(0.6)];
      const [coarse, fine] = await Promise.all(
        [1e-3, 5e-4].map((step) => runs(lab, 'rotating-shaft', step, of)),
      );
      const order = (name: string): number[] =>
        fine.map((r, i) =>
          Math.log2(relativeError(coarse[i], exact, name, 0, 2.5) / relativeError(r, exact, name, 0, 2.5)),
        );
      const observedOrders = ['u[3]', 'v[3]', 'a[3]'].map(order);
      return holds(
        `from 1e-3 to 5e-4 s, ${of.length} methods: ${['u₃', 'v₃', 'a₃'].map((name, i) => `${name} ${Math.min(...observedOrders[i]).toFixed(2)} to ${Math.max(...observedOrders[i]).toFixed(2)}`).join(', ')}`,
        observedOrders.flat().map((rate) => Math.abs(rate - 2) < 0.3),
      );
    },
  },
  {
    name: 'shaft-single-step-alike',
    where: 'Sects. 3.1, 5.4, Figs. 25 to 27',
    statement: 'The multi-step and equivalent single-step schemes have very similar relative errors',
    published: 'Figs. 25 to 27; MBDyn: 0.84 to 1.00 for u₃',
    async check(lab) {
      const all = await shaftErrors(lab);
      const pairs = all.flatMap(({ choice: [name, rho], errors }) => {
        const single = all.find(({ choice }) => is(choice, label([name.replace('LMS', 'SS'), rho])));
        if (!name.startsWith('LMS') || single === undefined) return [];
        return [errors.map((error, i) => single.errors[i] / error)];
      });
      const range = (i: number): string => {
        const ratios = pairs.map((pair) => pair[i]);
        return `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`;
      };
      return holds(
        `errors of SSr at 1e-3 s in those of LMSr: ${['u₃', 'v₃', 'a₃'].map((name, i) => `${name} ${range(i)}`).join(', ')}`,
        // A tenth of a decade, which the figures hardly show.
        pairs.flat().map((ratio) => Math.abs(Math.log10(ratio)) < 0.1),
      );
    },
  },
  {
    name: 'shaft-second-order-ranking',
    where: 'Sect. 5.4, Fig. 25',
    statement:
      'Accuracy improves with increasing number of steps or stages or with a large ρ∞; LMS2 and SS2 with ρ∞ = 0.0 show larger errors than the other schemes',
    published: 'Fig. 25',
    async check(lab) {
      const all = await shaftErrors(lab);
      const error = (name: string, rho: number): number =>
        all.find(({ choice }) => is(choice, label([name, rho])))?.errors[0] ?? Number.NaN;
      const families = [
        ['LMS2', 'LMS3', 'LMS4'],
        ['SS2', 'SS3', 'SS4'],
        ['Bathe', 'MSSTC(3)', 'MSSTC(4)', 'MSSTC(5)'],
      ];
      const improves = families.flatMap((names) =>
        [0, 0.6].flatMap((rho) => names.slice(1).map((name, i) => error(name, rho) < error(names[i], rho))),
      );
      const larger = families.flat().map((name) => error(name, 0.6) < error(name, 0));
      const others = all.filter(
        ({ choice }) => !higher.some(([name]) => name === choice[0]) && !is(choice, 'LMS2 (0)', 'SS2 (0)'),
      );
      const worst = Math.max(...others.map(({ errors: [u] }) => u));
      return holds(
        `relative error of u₃ at 1e-3 s [%]: ${all
          .filter(({ choice }) => !higher.some(([name]) => name === choice[0]))
          .map(({ choice, errors: [u] }) => `${label(choice)} ${short(100 * u)}`)
          .join(', ')}`,
        [...improves, ...larger, error('LMS2', 0) > worst, error('SS2', 0) > worst],
      );
    },
  },
  {
    name: 'shaft-most-accurate',
    where: 'Sects. 5.4, 6, Figs. 25 to 27',
    statement: 'ESDIRK3(2)5L[2]SA and ESDIRK4(3)6L[2]SA2 are more accurate than other methods',
    published: 'Figs. 25 to 27; MBDyn: u₃ 0.14 and 0.018 %, the best of the others 0.32 %',
    async check(lab) {
      const all = await shaftErrors(lab);
      const named = ['ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'];
      const [best, others] = [true, false].map((yes) =>
        all.filter(({ choice }) => is(choice, ...named) === yes),
      );
      const least = [0, 1, 2].map((i) => Math.min(...others.map(({ errors }) => errors[i])));
      return holds(
        `relative errors of u₃, v₃, a₃ at 1e-3 s [%]: ${best.map(({ choice, errors }) => `${label(choice)} ${errors.map((e) => short(100 * e)).join(', ')}`).join('; ')}; the best of the others ${least.map((e) => short(100 * e)).join(', ')}`,
        best.flatMap(({ errors }) => errors.map((error, i) => error < least[i])),
        'here all stages of a step share one origin of rotations, and MSSTH(5) is the most accurate in u₃ and v₃',
      );
    },
  },
  {
    name: 'iterations-single-step',
    where: 'Sect. 5.5, Fig. 28',
    statement:
      'Each single-step method always requires more iterations than the corresponding multi-step method',
    published: 'Fig. 28; MBDyn: in 51 of 54 pairs',
    async check(lab) {
      const pairs = await Promise.all(
        settings.flatMap(([mechanism, perStage]) =>
          ['2', '3', '4'].flatMap((r) =>
            [0, 0.6].map(async (rho) => {
              const two = await runs(lab, mechanism, perStage, [
                [`LMS${r}`, rho],
                [`SS${r}`, rho],
              ]);
              if (whole(two).length < 2) return undefined;
              const [multi, single] = two.map(iterations);
              return { name: `${mechanism} ${short(perStage)} s LMS${r} (${rho})`, multi, single };
            }),
          ),
        ),
      );
      const completePairs = pairs.filter((pair) => pair !== undefined);
      const exceptions = completePairs.filter(({ multi, single }) => single <= multi);
      return holds(
        `in ${completePairs.length - exceptions.length} of ${completePairs.length} pairs${exceptions.length === 0 ? '' : `; not ${exceptions.map((e) => `${e.name}: ${short(e.single)} for ${short(e.multi)}`).join(', ')}`}`,
        completePairs.map(({ multi, single }) => single > multi),
      );
    },
  },
  {
    name: 'iterations-smaller-step',
    where: 'Sect. 5.5, Fig. 28',
    statement: 'The average number of iterations decreases with a smaller step size in all cases',
    published: 'Fig. 28',
    async check(lab) {
      const both = await Promise.all(
        (['andrews-squeezer', 'lateral-buckling', 'rotating-shaft'] as const).map(async (mechanism) => {
          const steps = settings.filter(([name]) => name === mechanism).map(([, perStage]) => perStage);
          const [coarse, fine] = await Promise.all(steps.map((perStage) => runs(lab, mechanism, perStage)));
          return coarse
            .map((of, i) => [of, fine[i]] as const)
            .filter((two) => whole(two).length === 2)
            .map((two) => two.map(iterations));
        }),
      );
      const allCases = both.flat();
      const falls = allCases.filter(([coarse, fine]) => fine < coarse);
      return holds(
        `in ${falls.length} of ${allCases.length} cases of squeezer, buckling and shaft; on average from ${short(allCases.reduce((s, [c]) => s + c, 0) / allCases.length)} to ${short(allCases.reduce((s, [, f]) => s + f, 0) / allCases.length)}`,
        allCases.map(([coarse, fine]) => fine < coarse),
      );
    },
  },
  {
    name: 'iterations-higher-order',
    where: 'Sect. 5.5, Fig. 28',
    statement:
      'The higher-order methods require more iterations than the second-order multi-step and multi-stage ones in most cases',
    published: 'Fig. 28; MBDyn: the mean of the higher-order ones is above in 9 of 9 settings',
    async check(lab) {
      const means = await Promise.all(
        settings
          .filter(([mechanism]) => mechanism !== 'flexible-four-bar')
          .map(async ([mechanism, perStage]) => {
            const ended = whole(await runs(lab, mechanism, perStage));
            const mean = (of: readonly Run[]): number =>
              of.reduce((sum, item) => sum + iterations(item), 0) / of.length;
            const isHigher = ({ choice }: Run): boolean => higher.some(([name]) => name === choice[0]);
            const rest = ended.filter((of) => !isHigher(of) && !of.choice[0].startsWith('SS'));
            return { mechanism, perStage, high: mean(ended.filter(isHigher)), rest: mean(rest) };
          }),
      );
      return holds(
        means
          .map((m) => `${m.mechanism} ${short(m.perStage)} s: ${short(m.high)} against ${short(m.rest)}`)
          .join('; '),
        means.map(({ high, rest }) => high > rest),
      );
    },
  },
];
