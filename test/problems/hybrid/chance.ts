import type { Random } from '../../../fmu-sdk/util/seeded-random.ts';
import { pushedContacts, slipTimes, switchings } from './units.ts';

/** Parameters by chance, up to when the closed form holds [s], and it: times of events [s]. */
export interface Draw {
  parameters: Record<string, number>;
  end: number;
  exact: number[];
}

export const between = (chance: Random, low: number, high: number): number => low + chance() * (high - low);
export const spread = (chance: Random, low: number, high: number): number => low * (high / low) ** chance();

const g = 9.81;

/** A ball over a jet that is switched by a clock (`pushedBall`, `jetControl`). */
export function drawBall(chance: Random): Draw {
  const [height, e] = [spread(chance, 0.01, 10), between(chance, 0.5, 0.99)];
  const first = Math.sqrt((2 * height) / g);
  const T = first * between(chance, 0.3, 3);
  const strength = between(chance, 0, 8);
  const [fall, end] = [first, first * Math.min(20, 1 + (1.6 * e) / (1 - e))];
  const all = pushedContacts(e, T, strength, end, height);
  // Up to where a contact is too near to a tick, or to another, for its order to be sure.
  const sure = (t: number, k: number): boolean =>
    Math.abs(t / T - Math.round(t / T)) > 1e-6 && (k === 0 || t - all[k - 1] > 1e-6 * fall);
  const odd = all.findIndex((t, k) => !sure(t, k));
  const upTo = odd < 0 ? end : 0.5 * (all[odd] + (all[odd - 1] ?? 0));
  return { parameters: { height, e, T, strength }, end: upTo, exact: all.filter((t) => t < upTo) };
}

/** Two tanks and a hose (`tank`, `hose`). */
export function drawTanks(chance: Random): Draw {
  const [level1, level2] = [between(chance, 0.2, 2), between(chance, 0.2, 2)];
  const [leak, lower] = [between(chance, 0.1, 1), 0.1];
  const flow = leak * between(chance, 1.3, 3);
  const last = (level1 + level2 - 2 * lower) / (2 * leak - flow);
  const end = last > 0 ? 0.95 * last : 20 / leak;
  const exact = switchings([level1, level2], leak, flow, lower, end).slice(0, 100);
  const until = exact.length === 100 ? 0.5 * (exact[98] + exact[99]) : end;
  return {
    parameters: { level1, level2, leak, flow, lower },
    end: until,
    exact: exact.filter((t) => t < until),
  };
}

/** Two masses on each other (`upperMass`, `lowerMass`). */
export function drawMasses(chance: Random): Draw {
  const [upper, lower] = [between(chance, 0.5, 3), between(chance, 0.5, 3)];
  const [most, k] = [between(chance, 1, 5), between(chance, 1, 8)];
  const until = ((most * (upper + lower)) / (lower * k)) * between(chance, 1.01, 3);
  const exact = slipTimes({ upper, lower, most, k, until });
  return { parameters: { upper, lower, most, k, until }, end: 1.1 * exact[1], exact };
}
