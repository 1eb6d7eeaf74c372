import {
  esdirk,
  higherOrder,
  low,
  method,
  multiStage,
  multiStep,
  response,
  secondOrder,
  subSteps,
  wideRange,
} from '../../linear/linear-figures.ts';
import { type Response, spectralRadius } from '../../linear/linear-oscillator.ts';
import { type Claim, holds } from '../../paper-claim.ts';

type Pair = readonly [string, number];
const tunable: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];
const pairs = (names: readonly string[], rhos: readonly number[]): Pair[] =>
  names.flatMap((name) => rhos.map((rho): Pair => [name, rho]));
const called = ([name, rho]: Pair): string => (higherOrder.includes(name) ? name : `${name} (${rho})`);
/** 3 significant digits. */
const short = (value: number): string => String(Number(value.toPrecision(3)));

/** Response at one Δt/(nT). */
async function at([name, rho]: Pair, x: number): Promise<Response> {
  return (await response(name, rho, [x]))[0];
}

const all = <T>(list: readonly Pair[], of: (pair: Pair) => Promise<T>): Promise<T[]> =>
  Promise.all(list.map(of));
const visit = (list: readonly Pair[], values: readonly string[]): string =>
  list.map((pair, i) => `${called(pair)} ${values[i]}`).join(', ');

/** Returns whether |decay| and |elongation| fall, at each of `low`, from one method to the next. */
async function improves(chain: readonly Pair[]): Promise<{ decay: boolean; elongation: boolean }[]> {
  const responses = await all(chain, ([name, rho]) => response(name, rho, low));
  return responses.slice(1).map((next, i) => ({
    decay: next.every(
      (r, k) => Math.abs(r.amplitudeDecay) <= Math.abs(responses[i][k].amplitudeDecay) + 1e-10,
    ),
    elongation: next.every(
      (r, k) => Math.abs(r.periodElongation) < Math.abs(responses[i][k].periodElongation),
    ),
  }));
}

/** Smallest Δt/(nT) of `wide` from which on the spectral radius is at most `bound`. */
async function drop([name, rho]: Pair, bound: number): Promise<number> {
  const linearMethod = await method(name, rho);
  const above = wideRange.reduce((last, x, i) => (spectralRadius(linearMethod, x) > bound ? i : last), -1);
  return above + 1 < wideRange.length ? wideRange[above + 1] : Number.POSITIVE_INFINITY;
}

/**
 * The statements of Sect. 4 about Figs. 2 to 7, each from the characteristic roots of the
 * coefficients that our units use.
 */
export const linearAnalysis: readonly Claim[] = [
  {
    name: 'a-stable',
    where: 'Sect. 4',
    statement: 'The employed methods all have A-stability and can provide algorithmic dissipation',
    published: 'Figs. 4, 7',
    async check() {
      const tenths = Array.from({ length: 11 }, (_, k) => k / 10);
      const list = [...pairs([...secondOrder, ...subSteps], tenths), ...pairs(esdirk, [0])];
      // Poles are in the right half-plane, so the largest modulus of the left one is that of the
      // imaginary axis.
      const radii = await all(list, async ([name, rho]) => {
        const linearMethod = await method(name, rho);
        return wideRange.map((x) => spectralRadius(linearMethod, x));
      });
      const largest = radii.map((of) => Math.max(...of));
      const damped = radii.map((of, i) => list[i][1] === 1 || of[of.length - 1] < 0.999);
      return holds(
        `largest spectral radius of ${list.length} methods and ρ∞ at ${wideRange.length} steps: 1 + ${short(Math.max(0, Math.max(...largest) - 1))}`,
        largest.map((radius, i) => radius <= 1 + 1e-10 && damped[i]),
      );
    },
  },
  {
    name: 'preserves-low-frequencies',
    where: 'Sect. 4, Figs. 2, 4',
    statement:
      'LMS3, LMS4, MSSTC(3,4,5) show very small numerical damping ratios and spectral radii very close to 1 when Δt/(nT) ≤ 0.1',
    published: 'Figs. 2, 4: curves at 0 and 1',
    async check() {
      const list = pairs(['LMS3', 'LMS4', 'MSSTC(3)', 'MSSTC(4)', 'MSSTC(5)'], [0, 0.6]);
      const responses = await all(list, (pair) => at(pair, 0.1));
      return holds(
        `decay and 1 − radius at 0.1, counted as small up to 0.5 % and 0.02: ${visit(
          list,
          responses.map((r) => `${short(r.amplitudeDecay)} %, ${short(1 - r.spectralRadius)}`),
        )}`,
        responses.map((r) => r.amplitudeDecay <= 0.5 && r.spectralRadius >= 0.98),
      );
    },
  },
  {
    name: 'more-steps-or-stages',
    where: 'Sect. 4, Figs. 2, 3',
    statement:
      'As the number of steps or stages increases, both dissipation and dispersion accuracy improve for second-order methods',
    published: 'Figs. 2, 3',
    async check() {
      const chains = [0, 0.6].flatMap((rho) => [pairs(multiStep, [rho]), pairs(multiStage, [rho])]);
      const improvements = (await Promise.all(chains.map(improves))).flat();
      const last = await all(
        [
          ['LMS4', 0],
          ['MSSTC(5)', 0],
        ],
        (pair) => at(pair, 0.1),
      );
      return holds(
        `at every Δt/(nT) ≤ 0.1 less decay in ${improvements.filter((f) => f.decay).length} and less elongation in ${improvements.filter((f) => f.elongation).length} of ${improvements.length} steps from a method to the next; at 0.1 LMS4 (0) ${short(last[0].amplitudeDecay)} %, ${short(last[0].periodElongation)} %, MSSTC(5) (0) ${short(last[1].amplitudeDecay)} %, ${short(last[1].periodElongation)} %`,
        improvements.flatMap(({ decay, elongation }) => [decay, elongation]),
      );
    },
  },
  {
    name: 'larger-rho',
    where: 'Sect. 4, Figs. 2, 3',
    statement: 'As ρ∞ grows, these second-order methods also show higher accuracy',
    published: 'Figs. 2, 3',
    async check() {
      const improvements = (
        await Promise.all(secondOrder.map((name) => improves(pairs([name], tunable))))
      ).flat();
      return holds(
        `ρ∞ = ${tunable.join(', ')}: less decay in ${improvements.filter((f) => f.decay).length} and less elongation in ${improvements.filter((f) => f.elongation).length} of ${improvements.length} steps from one to the next`,
        improvements.flatMap(({ decay, elongation }) => [decay, elongation]),
      );
    },
  },
  {
    name: 'trapezoidal-limit',
    where: 'Sect. 4',
    statement: 'When ρ∞ = 1.0, they all have the same characteristics as the trapezoidal rule',
    published: 'Figs. 2, 3, 4',
    async check() {
      // ζ = (1 + iθ/2)/(1 − iθ/2): T̄/T = θ/(2 atan(θ/2)), θ = 2π x, of each of its n equal
      // sub-steps.
      const exact = low.map((x) => 100 * ((Math.PI * x) / Math.atan(Math.PI * x) - 1));
      const responses = await all(pairs(secondOrder, [1]), ([name, rho]) => response(name, rho, low));
      const off = responses.map((rs) =>
        Math.max(
          ...rs.flatMap((r, k) => [Math.abs(r.amplitudeDecay), Math.abs(r.periodElongation - exact[k])]),
          ...rs.map((r) => Math.abs(r.spectralRadius - 1)),
        ),
      );
      return holds(
        `largest difference of decay, elongation [%] and radius: ${short(Math.max(...off))}`,
        off.map((difference) => difference < 1e-9),
      );
    },
  },
  {
    name: 'filtering',
    where: 'Sect. 4, Fig. 4',
    statement:
      'The second-order multi-stage methods filter high frequencies better than the multi-step ones: their spectral radii drop to ρ∞ faster and earlier',
    published: 'Fig. 4',
    async check() {
      const cases = await Promise.all(
        [0, 0.6].flatMap((rho) =>
          multiStep.map(async (name) => {
            // LMSr is compared with the multi-stage methods. Down to ρ∞ and a twentieth of the way.
            const bound = rho + 0.05 * (1 - rho);
            const steps = await drop([name, rho], bound);
            const stages = await all(pairs(multiStage, [rho]), (pair) => drop(pair, bound));
            return { name, rho, steps, latest: Math.max(...stages) };
          }),
        ),
      );
      return holds(
        `Δt/(nT) at which 95 % of the way down to ρ∞ are done: ${cases.map(({ name, rho, steps, latest }) => `${name} (${rho}) ${steps === Number.POSITIVE_INFINITY ? 'beyond 100' : short(steps)}, multi-stage by ${short(latest)}`).join('; ')}`,
        cases.map(({ steps, latest }) => latest < steps),
      );
    },
  },
  {
    name: 'multi-step-retains',
    where: 'Sect. 4, Fig. 4',
    statement: 'Multi-step methods can retain more frequency content than multi-stage ones with the same ρ∞',
    published: 'Fig. 4',
    async check() {
      const rows = await Promise.all(
        [0, 0.6].flatMap((rho) =>
          [1, 10, 100].map(async (x) => {
            const radius = async (name: string): Promise<number> =>
              spectralRadius(await method(name, rho), x);
            const [best, other] = await Promise.all([
              Promise.all(multiStep.map(radius)),
              Promise.all(multiStage.map(radius)),
            ]);
            return { rho, x, steps: Math.min(...best.slice(1)), stages: Math.max(...other) };
          }),
        ),
      );
      return holds(
        `least radius of LMS3, LMS4 and largest of the multi-stage methods: ${rows.map((r) => `ρ∞ = ${r.rho}, Δt/(nT) = ${r.x}: ${short(r.steps)}, ${short(r.stages)}`).join('; ')}`,
        rows.map(({ steps, stages }) => steps > stages),
        undefined,
      );
    },
  },
  {
    name: 'dispersion',
    where: 'Sect. 4, Figs. 3, 6',
    statement:
      'Compared to the second-order methods, the higher-order ESDIRKs exhibit higher dispersion accuracy',
    published: 'Figs. 3, 6',
    async check() {
      const [second, higher] = [pairs(secondOrder, [0]), pairs(higherOrder, [0])];
      const x = 0.05;
      const [of2, ofHigher] = await Promise.all([all(second, (p) => at(p, x)), all(higher, (p) => at(p, x))]);
      const least = Math.min(...of2.map((r) => Math.abs(r.periodElongation)));
      return holds(
        `elongation at ${x}, ρ∞ = 0: second order from ${short(least)} % on; ${visit(
          higher,
          ofHigher.map((r) => `${short(r.periodElongation)} %`),
        )}`,
        ofHigher.map((r) => Math.abs(r.periodElongation) < least),
      );
    },
  },
  {
    name: 'excessive-dissipation',
    where: 'Sect. 4, Fig. 5',
    statement:
      'Except for ESDIRK4(3)6L[2]SA2 and ESDIRK3(2)5L[2]SA, the higher-order methods show excessive dissipation at low frequencies',
    published: 'Fig. 5',
    async check() {
      const list = pairs(['MSSTH(3)', 'MSSTH(4)', 'MSSTH(5)', 'ESDIRK3(2)4L[2]SA'], [0]);
      const excepted = pairs(['ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'], [0]);
      const [decays, others] = await Promise.all(
        [list, excepted].map((of) => all(of, async (pair) => (await at(pair, 0.05)).amplitudeDecay)),
      );
      return holds(
        `decay at 0.05: ${visit(
          list,
          decays.map((d) => `${short(d)} %`),
        )}; ${visit(
          excepted,
          others.map((d) => `${short(d)} %`),
        )}`,
        decays.map((decay) => decay > 3 * Math.max(...others)),
      );
    },
  },
  {
    name: 'small-elongation',
    where: 'Sect. 4, Fig. 6',
    statement:
      'With ρ∞ = 0.0, MSSTH(5), ESDIRK3(2)5L[2]SA and ESDIRK4(3)6L[2]SA2 show very small period elongation for Δt/(nT) ≤ 0.05',
    published: 'Fig. 6',
    async check() {
      const list = pairs(['MSSTH(5)', 'ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'], [0]);
      const elongations = await all(list, async (pair) => (await at(pair, 0.05)).periodElongation);
      return holds(
        `at 0.05, counted as small up to 0.5 %: ${visit(
          list,
          elongations.map((e) => `${short(e)} %`),
        )}`,
        elongations.map((e) => Math.abs(e) <= 0.5),
      );
    },
  },
  {
    name: 'period-shortening',
    where: 'Sect. 4, Fig. 6',
    statement: 'MSSTH(4) with ρ∞ = 0.0 exhibits period shortening for Δt/(nT) ≤ 0.05',
    published: 'Fig. 6',
    async check() {
      const responses = await response('MSSTH(4)', 0, low);
      const least = responses.reduce((a, b) => (b.periodElongation < a.periodElongation ? b : a));
      const negative = responses.filter((r) => r.periodElongation < 0);
      const until = negative.reduce((most, r) => Math.max(most, r.x), 0);
      return holds(
        `largest shortening ${short(-least.periodElongation)} % at ${short(least.x)}; below 0 up to ${short(until)}`,
        [least.periodElongation < -0.1, until > 0.04],
      );
    },
  },
  {
    name: 'mssth3-is-esdirk324',
    where: 'Sect. 4, Figs. 5, 6, 7',
    statement:
      'MSSTH(3) with ρ∞ = 0.0 has spectral characteristics almost identical to those of ESDIRK3(2)4L[2]SA',
    published: 'Figs. 5, 6, 7',
    async check() {
      const [a, b] = await Promise.all([response('MSSTH(3)', 0, low), response('ESDIRK3(2)4L[2]SA', 0, low)]);
      const off = Math.max(
        ...a.flatMap((r, k) => [
          Math.abs(r.amplitudeDecay - b[k].amplitudeDecay),
          Math.abs(r.periodElongation - b[k].periodElongation),
        ]),
      );
      return holds(`largest difference of decay and elongation ${short(off)} %`, [off < 1e-9]);
    },
  },
  {
    name: 'mssth-rho-does-not-help',
    where: 'Sect. 4',
    statement: 'The accuracy of MSSTH(3,4,5) cannot be improved when ρ∞ increases',
    published: '–',
    async check() {
      const list = pairs(subSteps, [0, 0.6]);
      const responses = await all(list, (pair) => at(pair, 0.05));
      const ours = list.map(
        ([name, rho], i) =>
          `${name} (${rho}) ${short(responses[i].amplitudeDecay)} %, ${short(responses[i].periodElongation)} %`,
      );
      const cases = subSteps.flatMap((_, k) =>
        (['amplitudeDecay', 'periodElongation'] as const).map(
          (of) => Math.abs(responses[2 * k + 1][of]) >= Math.abs(responses[2 * k][of]),
        ),
      );
      return holds(
        `decay and elongation at 0.05: ${ours.join('; ')}`,
        cases,
        `on the linear oscillator decay and elongation are smaller with ρ∞ = 0.6 in ${cases.filter((c) => !c).length} of ${cases.length} cases`,
      );
    },
  },
  {
    name: 'mssth-intermediate-dissipation',
    where: 'Sect. 4',
    statement:
      'With ρ∞ = 1.0, MSSTH(3,4,5) exhibit unexpected algorithmic dissipation at intermediate frequencies',
    published: '–',
    async check() {
      const list = pairs(subSteps, [1]);
      const minima = await all(list, async ([name, rho]) => {
        const linearMethod = await method(name, rho);
        const radii = wideRange.map((x) => spectralRadius(linearMethod, x));
        const k = radii.indexOf(Math.min(...radii));
        return { radius: radii[k], x: wideRange[k], end: radii[radii.length - 1] };
      });
      return holds(
        `least radius, at which Δt/(nT), and at 100: ${visit(
          list,
          minima.map((f) => `${short(f.radius)}, ${short(f.x)}, ${f.end.toFixed(4)}`),
        )}`,
        minima.map((f) => f.radius < 0.98 && f.end > 0.999),
      );
    },
  },
];
