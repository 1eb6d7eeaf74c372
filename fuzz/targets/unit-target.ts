import { describe } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { parseManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { maxSizeOf, sizeOf } from '../../fmu-sdk/build/manifest/manifest.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { writeModelDescription } from '../../fmu-sdk/description/write-model-description.ts';
import { holds, type Target, textOf } from '../fuzz-target.ts';
import { mutateJson } from '../mutate/mutate-json.ts';
import { roundTrip, toPlainData } from '../round-trip.ts';
import { isJson } from './shared-inputs.ts';

/**
 * `unit.json`. The description that follows from what is accepted is written and read again as the
 * same, terminals apart.
 */
export const unit: Target = {
  name: 'unit',
  about: 'manifests of units (unit.json)',
  mutate: mutateJson,
  hasForm: isJson,
  run: (bytes) => {
    const manifest = parseManifest(textOf(bytes), '/nowhere/unit.json');
    for (const v of manifest.variables)
      holds(sizeOf(v) >= 1 && maxSizeOf(v) >= 0, `the size of ${v.name} is missing`);
    const description = { ...describe(manifest, '{0}', 'fuzz'), terminals: [] };
    roundTrip(
      toPlainData(description),
      () => writeModelDescription(description),
      (text) => toPlainData(readModelDescription(text, 'case.xml')),
    );
    const kinds = [...new Set(manifest.variables.map((v) => `${v.type} ${v.causality}`))];
    return `accepted ${kinds.sort().slice(0, 5).join()} ${manifest.terminals?.length} ${Object.keys(manifest).length}`;
  },
};
