import { Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { permutation, uniform } from './counter-random.ts';
import { mostDimensions, sobolCoordinate } from './sobol-sequence.ts';
import type { Factor, Level } from './study-factor.ts';

/**
 * Runs of a study: each run has a level of each factor, in their order. Any run is computed from
 * its number, without a list in memory.
 */
export interface SampleDesign {
  readonly count: number;
  levels(i: number): Level[];
}

/** Sampling method. */
export interface Sampling {
  readonly name: string;
  /**
   * True for methods that combine levels. The other methods spread a given number of points over
   * ranges.
   */
  readonly byLevels: boolean;
  /**
   * Returns the runs for `count` points, with the level of each factor or its share of the range.
   */
  design(factors: readonly Factor[], count: number, seed: number): SampleDesign;
}

/** Largest number of runs of a study. */
export const maxRuns = 100_000_000;

const grid: Sampling = {
  name: 'grid',
  byLevels: true,
  design: (factors) => ({
    count: factors.reduce((product, { levels = [] }) => product * levels.length, 1),
    levels: (i) => {
      const levels: Level[] = [];
      // The last factor changes fastest.
      for (let k = factors.length - 1; k >= 0; k--) {
        const factorLevels = factors[k].levels as readonly Level[];
        levels[k] = factorLevels[i % factorLevels.length];
        i = Math.floor(i / factorLevels.length);
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
        `study: a list needs equally many values of every factor, but ${factors[0].name} has ${lengths[0]}, and ${factors[other].name} has ${lengths[other]}. Make them equal, or use a grid.`,
      );
    return {
      count: lengths[0],
      levels: (i) => factors.map(({ levels }) => (levels as readonly Level[])[i]),
    };
  },
};

/** Turns points in the unit cube into runs. */
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

/**
 * Latin hypercube (McKay et al. 1979): each of `count` equal parts of every range has one point.
 */
const latinHypercube = spread('latin-hypercube', (count, factors, seed) => {
  const parts = Array.from({ length: factors }, (_, k) => permutation(count, seed, 2 * k));
  return (i, k) => (parts[k][i] + uniform(seed, 2 * k + 1, i)) / count;
});

const sobol = spread('sobol', (_, __, seed) => (i, k) => sobolCoordinate(i, k, seed));

/**
 * Sample of Saltelli et al. 2010. Each of `count` points in 2 k dimensions gives k + 2 runs: A, B,
 * and for each j A with coordinate j of B. `sensitivity-indices.ts` computes indices from the
 * metrics.
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

/** Sampling methods, by the names of `sample.method`. */
export const samplings: Registry<Sampling> = new Registry('sample', [
  grid,
  list,
  random,
  latinHypercube,
  sobol,
  saltelli,
]);

/** Returns the runs of a study. `where` locates its sample in errors. */
export function designOf(
  factors: readonly Factor[],
  { method = 'grid', count, seed = 1 }: { method?: string; count?: number; seed?: number },
  where: string,
): SampleDesign {
  const sampling = samplings.named(method, where);
  if (sampling.byLevels) {
    const without = factors.find(({ levels }) => levels === undefined);
    if (without !== undefined)
      throw new UserError(
        `${where}: a ${method} needs values of ${without.name}. Give its range a "count", or use random, latin-hypercube or sobol.`,
      );
    if (count !== undefined)
      throw new UserError(
        `${where}: the values determine the number of runs of a ${method}. Leave "count" out.`,
      );
  } else if (count === undefined)
    throw new UserError(`${where}: ${method} needs its number of points. Give "count".`);
  const dimensions = factors.length * (method === 'saltelli' ? 2 : 1);
  if (/sobol|saltelli/.test(method) && dimensions > mostDimensions)
    throw new UserError(
      `${where}: ${method} supports ${mostDimensions} dimensions, but ${factors.length} factors need ${dimensions}. Vary fewer, or use latin-hypercube.`,
    );
  const design = sampling.design(factors, count ?? 0, seed);
  if (design.count <= maxRuns) return design;
  throw new UserError(`${where}: expected at most ${maxRuns} runs, got ${design.count}. Vary less.`);
}
