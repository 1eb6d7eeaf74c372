import { Registry } from '../../fmu-sdk/util/registry.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { permutation, uniform } from './counter-random.ts';
import { mostDimensions, sobolCoordinate } from './sobol-sequence.ts';
import type { Factor, Level } from './study-factor.ts';

/** The runs of a study: run i has a level of each factor, in their order. Any run by its number, none kept in memory. */
export interface Design {
  readonly count: number;
  levels(i: number): Level[];
}

/** A way to make runs of factors. */
export interface Sampling {
  readonly name: string;
  /** Whether it goes through levels; the others spread points over ranges, and are told how many. */
  readonly byLevels: boolean;
  /** Runs that are made of `count` points, and the level of factor k at run i, or its share of the range. */
  design(factors: readonly Factor[], count: number, seed: number): Design;
}

/** Most runs of a study. */
export const mostRuns = 100_000_000;

const grid: Sampling = {
  name: 'grid',
  byLevels: true,
  design: (factors) => ({
    count: factors.reduce((product, { levels = [] }) => product * levels.length, 1),
    levels: (i) => {
      const levels: Level[] = [];
      // The last factor changes fastest.
      for (let k = factors.length - 1; k >= 0; k--) {
        const own = factors[k].levels as readonly Level[];
        levels[k] = own[i % own.length];
        i = Math.floor(i / own.length);
      }
      return levels;
    },
  }),
};

const list: Sampling = {
  name: 'list',
  byLevels: true,
  design: (factors) => {
    const lengths = factors.map(({ levels = [] }) => levels.length);
    const other = lengths.findIndex((length) => length !== lengths[0]);
    if (other >= 0)
      throw new UserError(
        `study: in a list every factor has as many values; ${factors[0].name} has ${lengths[0]}, ${factors[other].name} ${lengths[other]}. Give as many, or take a grid.`,
      );
    return {
      count: lengths[0],
      levels: (i) => factors.map(({ levels }) => (levels as readonly Level[])[i]),
    };
  },
};

/** Points in the unit cube, as runs. */
const spread = (
  name: string,
  coordinates: (count: number, factors: number, seed: number) => (i: number, k: number) => number,
): Sampling => ({
  name,
  byLevels: false,
  design: (factors, count, seed) => {
    const coordinate = coordinates(count, factors.length, seed);
    return { count, levels: (i) => factors.map((factor, k) => factor.at(coordinate(i, k))) };
  },
});

const random = spread('random', (_, __, seed) => (i, k) => uniform(seed, k, i));

/** Latin hypercube (McKay et al. 1979): of `count` equal parts of every range each has one point. */
const latinHypercube = spread('latin-hypercube', (count, factors, seed) => {
  const parts = Array.from({ length: factors }, (_, k) => permutation(count, seed, 2 * k));
  return (i, k) => (parts[k][i] + uniform(seed, 2 * k + 1, i)) / count;
});

const sobol = spread('sobol', (_, __, seed) => (i, k) => sobolCoordinate(i, k, seed));

/**
 * Saltelli et al. 2010: of each of `count` points in 2 k dimensions k + 2 runs: A, B, and A with its coordinate j of B for each j.
 * `sensitivity-indices.ts` makes indices of their metrics.
 */
const saltelli: Sampling = {
  name: 'saltelli',
  byLevels: false,
  design: (factors, count, seed) => {
    const k = factors.length;
    return {
      count: count * (k + 2),
      levels: (run) => {
        const i = Math.floor(run / (k + 2));
        const row = run % (k + 2);
        return factors.map((factor, j) =>
          factor.at(sobolCoordinate(i, row === 1 || row === j + 2 ? k + j : j, seed)),
        );
      },
    };
  },
};

/** Ways to make runs of factors, by the names of `sample.method`. */
export const samplings: Registry<Sampling> = new Registry('sample', [
  grid,
  list,
  random,
  latinHypercube,
  sobol,
  saltelli,
]);

/** The runs that a study asks for. `where` says the place of its sample, for errors. */
export function designOf(
  factors: readonly Factor[],
  { method = 'grid', count, seed = 1 }: { method?: string; count?: number; seed?: number },
  where: string,
): Design {
  const sampling = samplings.named(method, where);
  if (sampling.byLevels) {
    const without = factors.find(({ levels }) => levels === undefined);
    if (without !== undefined)
      throw new UserError(
        `${where}: a ${method} needs values of ${without.name}. Give its range a "count", or take random, latin-hypercube or sobol.`,
      );
    if (count !== undefined)
      throw new UserError(`${where}: a ${method} has as many runs as the values make. Leave "count" out.`);
  } else if (count === undefined)
    throw new UserError(`${where}: say in "count" how many points of ${method} there are to be.`);
  const dimensions = factors.length * (method === 'saltelli' ? 2 : 1);
  if (/sobol|saltelli/.test(method) && dimensions > mostDimensions)
    throw new UserError(
      `${where}: ${method} goes up to ${mostDimensions} dimensions, and ${factors.length} factors make ${dimensions}. Vary fewer, or take latin-hypercube.`,
    );
  const design = sampling.design(factors, count ?? 0, seed);
  if (design.count <= mostRuns) return design;
  throw new UserError(`${where}: these are ${design.count} runs, and the limit is ${mostRuns}. Vary less.`);
}
