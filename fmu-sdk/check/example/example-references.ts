import { references, referencesFolder } from '../../archive/smoke-test/reference-standard.ts';
import { type Example, fmi3, xml } from './example-fmu.ts';
import { outputPart, outputStructure } from './example-parts.ts';

const experiment =
  '<Experiments name="e"><Experiment name="a" startTime="0" stopTime="1" stepSize="0.1" tolerance="1e-3">' +
  '<References type="text/csv" source="a.csv"/></Experiment></Experiments>';

/**
 * Returns an FMU with an output y that contains an experiment. Omits file attributes that are
 * undefined.
 */
export function withReferences(
  attributes: Readonly<Record<string, string | undefined>>,
  experiments: string = experiment,
  results = 'time,y\r\n0,1\r\n1,2\r\n',
): Example {
  const all = { type: 'application/x-ma-hs-experiments', source: 'a.exp', role: 'experiment', ...attributes };
  const text = Object.entries(all).map(([key, value]) => (value === undefined ? '' : ` ${key}="${value}"`));
  const manifest = xml(
    `<fmiReferences xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="${references.name}"` +
      ` fmi-ls:fmi-ls-version="${references.version}" fmi-ls:fmi-ls-description="${references.description}">` +
      `<Related${text.join('')}/></fmiReferences>`,
  );
  return fmi3({
    variables: outputPart,
    structure: outputStructure,
    files: {
      [`${referencesFolder}fmi-ls-manifest.xml`]: manifest,
      [`${referencesFolder}a.exp`]: xml(experiments),
      [`${referencesFolder}a.csv`]: results,
    },
  });
}
