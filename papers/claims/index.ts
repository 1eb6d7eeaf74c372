import type { Paper } from '../paper-claim.ts';
import { craneCosimulation } from './crane/crane-cosimulation.ts';
import { cylinderFriction } from './friction/cylinder-friction.ts';
import { implicitIntegrators } from './implicit/implicit-integrators.ts';
import { semirecursive } from './linkage/semirecursive.ts';
import { divideAndConquer } from './pentagon/divide-and-conquer.ts';

/** The papers whose statements are checked, in the order of their numbers. */
export const papers: readonly Paper[] = [
  craneCosimulation,
  semirecursive,
  cylinderFriction,
  implicitIntegrators,
  divideAndConquer,
];
