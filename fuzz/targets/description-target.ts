import { elementCount, type ModelDescription, majorVersion } from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write-fmi2.ts';
import { writeModelDescription } from '../../fmu-sdk/description/write-model-description.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Target, textOf } from '../fuzz-target.ts';
import { mutateXml } from '../mutate/mutate-xml.ts';
import { roundTrip } from '../round-trip.ts';
import { isXml } from './shared-inputs.ts';

const read = (text: string): ModelDescription => readModelDescription(text, 'case.xml');

/** `modelDescription.xml`. What is accepted is written and read again as the same. */
export const description: Target = {
  name: 'description',
  about: 'model descriptions of FMI 1.0, 2.0 and 3.0',
  mutate: mutateXml,
  hasForm: isXml,
  run: (bytes) => {
    const d = read(textOf(bytes));
    const version = majorVersion(d);
    // Descriptions of FMI 1.0 are not written.
    if (version !== 1) roundTrip(d, version === 2 ? writeModelDescription2 : writeModelDescription, read);
    if (version === 3 && d.variables.reduce((n, v) => n + elementCount(v), 0) < 500) asScalars(d);
    const kinds = [...new Set(d.variables.map((v) => `${v.type} ${v.causality} ${v.variability}`))];
    return `accepted ${d.fmiVersion} ${kinds.sort().slice(0, 4).join()} ${d.types.length} ${d.outputs.length}`;
  },
};

/**
 * Converts to scalars for FMI 2.0, and requires that the result can be read. Rejects types that FMI
 * 2.0 does not have.
 */
function asScalars(d: ModelDescription): void {
  let text: string;
  try {
    text = writeModelDescription2(d);
  } catch (error) {
    if (error instanceof UserError) return;
    throw error;
  }
  read(text);
}
