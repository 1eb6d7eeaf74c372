import { join } from 'node:path';
import { Session } from '../../master/run/loop/session.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { type Line, medianOf, seconds } from '../bench-measure.ts';

/**
 * Measures how many times faster than real time the 12 s work cycle runs on one core, without
 * recording.
 */
export async function craneCycle(root: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const kind of ['force', 'pressure']) {
    const system = await loadSystem(join(root, `systems/crane-single-${kind}.json`));
    const factor = medianOf(() => {
      const session = new Session(system);
      session.start();
      return (system.stopTime - system.startTime) / seconds(() => session.advance(session.steps));
    });
    lines.push({
      what: `(c) crane cycle, velocity–${kind}, ALI3-P, H = 1 ms, h = 0.1 ms`,
      measured: `${factor.toFixed(0)}× real time`,
      target: '≥ 250×',
      reached: factor >= 250,
    });
  }
  return lines;
}
