import { readSystemStructure } from '../../master/ssp/read.ts';
import type { SystemStructure } from '../../master/ssp/structure.ts';
import { writeSystemStructure } from '../../master/ssp/write.ts';
import { mutateXml } from '../mutate/xml.ts';
import { roundTrip } from '../round-trip.ts';
import { type Target, textOf } from '../target.ts';

/** What was read, but for the lines that it stood in. */
function read(text: string): SystemStructure {
  const plain = JSON.stringify(readSystemStructure(text, 'case.ssd'), (key, value) =>
    key === 'place' ? undefined : Number.isFinite(value) || typeof value !== 'number' ? value : String(value),
  );
  return JSON.parse(plain);
}

/** System structure descriptions of SSP 1.0 and 2.0. What is accepted is written and read again as the same. */
export const ssd: Target = {
  name: 'ssd',
  about: 'system structure descriptions of SSP 1.0 and 2.0',
  mutate: mutateXml,
  run: (bytes) => {
    const text = textOf(bytes);
    const structure = readSystemStructure(text, 'case.ssd');
    roundTrip(read(text), () => writeSystemStructure(structure), read);
    const { system, units } = structure;
    return `accepted ${system.elements.length} ${system.connections.length} ${system.bindings.length} ${units.length}`;
  },
};
