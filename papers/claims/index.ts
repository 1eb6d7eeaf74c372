import type { Paper } from '../paper-claim.ts';
import { craneCosimulation } from './crane-cosimulation.ts';
import { cylinderFriction } from './cylinder-friction.ts';
import { divideAndConquer } from './divide-and-conquer.ts';
import { implicitIntegrators } from './implicit-integrators.ts';
import { semirecursive } from './semirecursive.ts';

/** The papers whose statements are checked, in the order of their numbers. */
export const papers: readonly Paper[] = [
  craneCosimulation,
  semirecursive,
  cylinderFriction,
  implicitIntegrators,
  divideAndConquer,
];
