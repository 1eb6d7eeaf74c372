import { readModelDescription } from '../../fmu-sdk/description/read.ts';
import { writeModelDescription } from '../../fmu-sdk/description/write.ts';
import { describe } from '../../fmu-sdk/manifest/describe.ts';
import { parseManifest } from '../../fmu-sdk/manifest/load.ts';
import { maxSizeOf, sizeOf } from '../../fmu-sdk/manifest/manifest.ts';
import { mutateJson } from '../mutate/json.ts';
import { plain, roundTrip } from '../round-trip.ts';
import { holds, type Target, textOf } from '../target.ts';
import { isJson } from './forms.ts';

/** `unit.json`. The description that follows from what is accepted is written and read again as the same, terminals apart. */
export const unit: Target = {
  name: 'unit',
  about: 'manifests of units (unit.json)',
  mutate: mutateJson,
  hasForm: isJson,
  run: (bytes) => {
    const manifest = parseManifest(textOf(bytes), '/nowhere/unit.json');
    for (const v of manifest.variables) holds(sizeOf(v) >= 1 && maxSizeOf(v) >= 0, `${v.name} has no size`);
    const description = { ...describe(manifest, '{0}', 'fuzz'), terminals: [] };
    roundTrip(
      plain(description),
      () => writeModelDescription(description),
      (text) => plain(readModelDescription(text, 'case.xml')),
    );
    const kinds = [...new Set(manifest.variables.map((v) => `${v.type} ${v.causality}`))];
    return `accepted ${kinds.sort().slice(0, 5).join()} ${manifest.terminals?.length} ${Object.keys(manifest).length}`;
  },
};
