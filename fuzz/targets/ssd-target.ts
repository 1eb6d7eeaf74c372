import { readSystemStructure } from '../../master/ssp/ssd/read-ssd.ts';
import type { SystemStructure } from '../../master/ssp/ssd/system-structure.ts';
import { writeSystemStructure } from '../../master/ssp/ssd/write-ssd.ts';
import { type Target, textOf } from '../fuzz-target.ts';
import { mutateXml } from '../mutate/mutate-xml.ts';
import { roundTrip, toPlainData } from '../round-trip.ts';
import { isXml } from './shared-inputs.ts';

/** Copies a value without the line numbers of its source. */
const placeless = (of: unknown): unknown => toPlainData(of, 'place');

const read = (text: string): SystemStructure => readSystemStructure(text, 'case.ssd');

/**
 * System structure descriptions of SSP 1.0 and 2.0. What is accepted is written and read again as
 * the same.
 */
export const ssd: Target = {
  name: 'ssd',
  about: 'system structure descriptions of SSP 1.0 and 2.0',
  mutate: mutateXml,
  hasForm: isXml,
  run: (bytes) => {
    const structure = read(textOf(bytes));
    roundTrip(
      placeless(structure),
      () => writeSystemStructure(structure),
      (text) => placeless(read(text)),
    );
    const { system, units } = structure;
    return `accepted ${system.elements.length} ${system.connections.length} ${system.bindings.length} ${units.length}`;
  },
};
