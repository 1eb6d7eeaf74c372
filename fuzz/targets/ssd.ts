import { readSystemStructure } from '../../master/ssp/read.ts';
import type { SystemStructure } from '../../master/ssp/structure.ts';
import { writeSystemStructure } from '../../master/ssp/write.ts';
import { mutateXml } from '../mutate/xml.ts';
import { roundTrip } from '../round-trip.ts';
import { type Target, textOf } from '../target.ts';

/** What was read, but for the lines that it stood in. */
function plain(structure: SystemStructure): unknown {
  return JSON.parse(
    JSON.stringify(structure, (key, value) => {
      if (key === 'place') return undefined;
      return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
    }),
  );
}

const read = (text: string): SystemStructure => readSystemStructure(text, 'case.ssd');

/** System structure descriptions of SSP 1.0 and 2.0. What is accepted is written and read again as the same. */
export const ssd: Target = {
  name: 'ssd',
  about: 'system structure descriptions of SSP 1.0 and 2.0',
  mutate: mutateXml,
  run: (bytes) => {
    const structure = read(textOf(bytes));
    roundTrip(
      plain(structure),
      () => writeSystemStructure(structure),
      (text) => plain(read(text)),
    );
    const { system, units } = structure;
    return `accepted ${system.elements.length} ${system.connections.length} ${system.bindings.length} ${units.length}`;
  },
};
