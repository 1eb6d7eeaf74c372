import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ten } from '../../../problems/coupled/variants.ts';
import { linearSystem, odeSystem } from './coupled-system.ts';
import * as events from './event-systems.ts';
import { type JudgedSystem, judge, judgeWithin, remembering } from './judged-system.ts';
import { knownPage } from './known-page.ts';
import type { KnownSystem } from './known-system.ts';
import { nativeSystems } from './native-systems.ts';
import * as odes from './ode-systems.ts';
import { packagedSystems } from './packaged-systems.ts';
import { drawOf, randomChain } from './random-systems.ts';

/** Systems of the list of ten that are stiff, and the one that needs an iteration. */
const [stiffOnes, iterated] = [[1, 3], 8] as const;

/** Returns the systems that were there before the method, and those that were made after it. */
function systemsOf(root: string, native: readonly KnownSystem[]): KnownSystem[] {
  const earlier = { isLater: false };
  const later = { isLater: true };
  return [
    ...ten.map((problem, k) =>
      linearSystem(
        { ...problem, name: `${problem.name} ${k + 1}` },
        {
          ...earlier,
          isStiff: (stiffOnes as readonly number[]).includes(k),
          ...(k === iterated ? { scheme: 'newton' } : {}),
        },
      ),
    ),
    ...[odes.thermostat, odes.stop, odes.relay, odes.vanDerPol].map((make) =>
      odeSystem(make(drawOf(1)), earlier),
    ),
    ...[
      ...[odes.thermostat, odes.stop, odes.play, odes.limited, odes.relay],
      ...[odes.ball, odes.checkValve, odes.switchedLoad, odes.pendulums],
    ].map((make) => odeSystem(make(drawOf(20261129)), earlier)),
    ...[11, 12, 13].map((seed) => linearSystem(randomChain(seed, false), earlier)),
    ...[21, 22, 23, 24].map((seed) => linearSystem(randomChain(seed, true), { ...earlier, isStiff: true })),
    ...[
      ...[events.sampledControl, events.levelSwitch, events.stickSlip, events.cart],
      ...[events.rectifier, events.counter, events.contact, events.door],
    ].map((make) => odeSystem(make(drawOf(20261130)), later)),
    ...[31, 32].map((seed) => linearSystem(randomChain(seed, false), later)),
    ...[41, 42].map((seed) => linearSystem(randomChain(seed, true), { ...later, isStiff: true })),
    ...native,
    ...packagedSystems(join(root, 'systems')),
  ];
}

/** Judges the bands of all systems, and writes the page of results. */
export async function main(root: string): Promise<void> {
  const { systems: native, remove } = await nativeSystems();
  try {
    const judged: JudgedSystem[] = [];
    const failed: string[] = [];
    const systems = systemsOf(root, native).map(remembering);
    const tell = (what: string, k: number): void => {
      process.stderr.write(`${what} ${k + 1} of ${systems.length}: ${systems[k].name}\n`);
      writeFileSync(join(root, 'docs/results/known-truth.md'), knownPage(judged, failed));
    };
    for (const [k, system] of systems.entries()) {
      const result = await judge(system);
      if (result === undefined) failed.push(system.name);
      else judged.push(result);
      tell('bands', k);
    }
    for (const [k, item] of judged.entries()) {
      judged[k] = await judgeWithin(item);
      tell('--within', k);
    }
  } finally {
    remove();
  }
}
