import { last, maximum, minimum } from '../../claim-outcome.ts';
import { type Claim, holds } from '../../paper-claim.ts';
import type { Lab } from '../../paper-runs.ts';
import { common, is, label, type Run, run, runs, short, whole } from './implicit-runs.ts';

const base = 'andrews-squeezer';
/** The reference of the figures: fourth order, Δt/n = 1e-5 s. */
const reference = (lab: Lab): Promise<Run> => run(lab, base, ['ESDIRK4(3)6L[2]SA2', 0], 1e-5);
/** Largest difference of ω to the reference in [from, to] s [rad/s]. */
const off = (of: Run, from: Run, begin: number, end: number): number =>
  Math.max(...common(of, from, 'omega', begin, end).map(([a, b]) => Math.abs(a - b)));
/**
 * An energy balance that rises by more than this [J] is one that rises: a hundredth of the torque's
 * work is 0.08 J.
 */
const rise = 2e-6;

/** Returns the energy balances that rose at the end, and those that rose according to the paper. */
async function rising(
  lab: Lab,
  perStage: number,
  expectedNames: readonly string[],
): Promise<[string, boolean[]]> {
  const all = whole(await runs(lab, base, perStage));
  const end = (of: Run): number => last(of.values('delta_E'));
  const risen = all.filter((of) => end(of) > rise);
  const sizes = risen.map((of) => `${label(of.choice)} ${short(end(of))}`);
  return [
    `ΔE at 0.05 s above 0 [J]: ${sizes.length === 0 ? 'none' : sizes.join(', ')}`,
    all.map((of) => end(of) > rise === expectedNames.includes(label(of.choice))),
  ];
}

export const squeezer: readonly Claim[] = [
  {
    name: 'squeezer-departs',
    where: 'Sect. 5.1, Fig. 9',
    statement:
      'With Δt/n = 1e-4 s, ω of MSSTH(5) departs from the reference after about 0.01 s; MSSTH(3,4), ESDIRK3(2)4L[2]SA and Bathe with ρ∞ = 0.6 show observable differences',
    published: 'Fig. 9; MBDyn: MSSTH(5) departs',
    async check(lab) {
      const exact = await reference(lab);
      const all = whole(await runs(lab, base, 1e-4));
      const late = all.map((of) => off(of, exact, 0.01, 0.05));
      const worst = all[late.indexOf(Math.max(...late))];
      const reportedRuns = all
        .map((of, i) => [of, late[i]] as const)
        .filter(([{ choice }]) =>
          is(choice, 'MSSTH(3)', 'MSSTH(4)', 'ESDIRK3(2)4L[2]SA', 'Bathe (0.6)', 'MSSTH(5)'),
        );
      const fifth = all.find(({ choice }) => is(choice, 'MSSTH(5)'));
      const early = fifth === undefined ? Number.NaN : off(fifth, exact, 0, 0.009);
      return holds(
        `largest difference after 0.01 s [rad/s]: ${reportedRuns.map(([of, d]) => `${label(of.choice)} ${short(d)}`).join(', ')}; MSSTH(5) before 0.009 s ${short(early)}; the largest of all is that of ${label(worst.choice)}`,
        [is(worst.choice, 'MSSTH(5)'), ...reportedRuns.map(([, d]) => d > 20)],
      );
    },
  },
  {
    name: 'squeezer-energy-coarse',
    where: 'Sect. 5.1, Fig. 10',
    statement:
      'With Δt/n = 1e-4 s, ΔE of MSSTC(5) with ρ∞ = 0.0, MSSTH(3,4) and ESDIRK3(2)4L[2]SA shows an increasing trend, that of the others does not',
    published: 'Fig. 10; MBDyn: the same four rise',
    async check(lab) {
      const expectedNames = ['MSSTC(5) (0)', 'MSSTH(3)', 'MSSTH(4)', 'ESDIRK3(2)4L[2]SA'];
      const [ours, cases] = await rising(lab, 1e-4, expectedNames);
      return holds(ours, cases);
    },
  },
  {
    name: 'squeezer-energy-kept',
    where: 'Sect. 5.1, Fig. 10',
    statement:
      'With Δt/n = 1e-4 s LMS2 and SS2 with ρ∞ = 0.6, LMS3, SS3, LMS4, SS4, MSSTC(3) and MSSTC(5) with ρ∞ = 0.6 mostly preserve energy; LMS2 and SS2 with ρ∞ = 0.0, Bathe, MSSTC(4) and the remaining higher-order methods show an obvious drop',
    published: 'Fig. 10; MBDyn: −2.3 to −5.4 mJ; −16 to −495 mJ',
    async check(lab) {
      const end = (of: Run): number => last(of.values('delta_E'));
      const all = whole(await runs(lab, base, 1e-4)).filter((of) => !(end(of) > rise));
      const drops = all.filter(
        ({ choice: [name, rho] }) =>
          name === 'Bathe' || /MSSTC\(4\)|MSSTH|ESDIRK/.test(name) || (/^(LMS|SS)2$/.test(name) && rho === 0),
      );
      const others = all.filter((of) => !drops.includes(of));
      const most = Math.min(...others.map(end));
      return holds(
        `ΔE at 0.05 s [mJ]: preserved to ${short(1e3 * most)} by ${others.length} methods; dropped: ${drops.map((of) => `${label(of.choice)} ${short(1e3 * end(of))}`).join(', ')}`,
        drops.map((of) => end(of) < most),
      );
    },
  },
  {
    name: 'squeezer-accurate',
    where: 'Sect. 5.1, Fig. 11',
    statement: 'With Δt/n = 1e-5 s all methods predict accurate results of ω',
    published: 'Fig. 11: curves overlap',
    async check(lab) {
      const exact = await reference(lab);
      const all = await runs(lab, base, 1e-5);
      const peak = maximum(exact.values('omega'));
      const shares = whole(all).map((of) => off(of, exact, 0, 0.05) / peak);
      const worst = whole(all)[shares.indexOf(Math.max(...shares))];
      return holds(
        `largest difference, ${label(worst.choice)}: ${short(100 * Math.max(...shares))} % of the largest ω, ${short(peak)} rad/s; ${all.length - shares.length} gave up`,
        [...shares.map((share) => share < 0.02), shares.length === all.length],
      );
    },
  },
  {
    name: 'squeezer-energy-fine',
    where: 'Sect. 5.1, Fig. 12',
    statement:
      'With Δt/n = 1e-5 s ΔE > 0 is still observed for MSSTH(3,4), ESDIRK3(2)4L[2]SA and ESDIRK4(3)6L[2]SA2; MSSTH(5) shows an obvious energy drop',
    published: 'Fig. 12; MBDyn: the same four',
    async check(lab) {
      const expectedNames = ['MSSTH(3)', 'MSSTH(4)', 'ESDIRK3(2)4L[2]SA', 'ESDIRK4(3)6L[2]SA2'];
      const [ours, cases] = await rising(lab, 1e-5, expectedNames);
      const fifth = await run(lab, base, ['MSSTH(5)', 0], 1e-5);
      const drop = minimum(fifth.values('delta_E'));
      return holds(`${ours}; MSSTH(5) falls to ${short(drop)} J`, [...cases, drop < -rise]);
    },
  },
];
