import { join } from 'node:path';
import { verdictOf } from '../../master/run/rows/summarize-run.ts';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import type { Order } from '../../master/system/system.ts';
import type { Verdict } from '../../master/verdict/verdict.ts';
import { type Coupled, type Coupling, runOf } from '../problems/coupled/coupled.ts';
import { root } from '../run-fmu.ts';

/** Changes to a packaged system. */
export interface Changes {
  step?: number;
  order?: Order;
  scheme?: string;
  stopTime?: number;
  /** False removes the bonds. */
  bonds?: false;
}

/** Returns the verdict on a packaged system, by its name in `systems/`. */
export async function verdictOn(name: string, { bonds, ...settings }: Changes = {}): Promise<Verdict> {
  const system = await loadSystem(join(root, 'systems', `${name}.json`), { settings });
  return (await simulate(bonds === false ? { ...system, bonds: [] } : system)).verdict;
}

/** Returns the verdict on coupled linear units. */
export function linearVerdict(problem: Coupled, coupling: Coupling): Verdict {
  const { session } = runOf(problem, coupling);
  session.start();
  session.advance(Number.POSITIVE_INFINITY);
  session.end('finished');
  return verdictOf(session);
}
