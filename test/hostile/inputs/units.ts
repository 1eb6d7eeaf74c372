import { zipOf } from './zips.ts';

export interface DescriptionParts {
  head?: string;
  unitsOfMeasure?: string;
  types?: string;
  experiment?: string;
  variables?: string;
  structure?: string;
}

/** Returns a model description of FMI 3.0 with these parts, which may be invalid. */
export function description(of: DescriptionParts = {}): string {
  const { head = 'modelName="m" instantiationToken="t"', variables = variablesXml } = of;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<fmiModelDescription fmiVersion="3.0" ${head}>`,
    '<CoSimulation modelIdentifier="m"/>',
    of.unitsOfMeasure ?? '',
    of.types ?? '',
    of.experiment ?? '<DefaultExperiment stopTime="1" stepSize="0.1"/>',
    `<ModelVariables>${variables}</ModelVariables>`,
    `<ModelStructure>${of.structure ?? ''}</ModelStructure>`,
    '</fmiModelDescription>',
  ].join('\n');
}

const variablesXml =
  '<Float64 name="u" valueReference="1" causality="input" start="0"/><Float64 name="y" valueReference="2" causality="output"/>';

/** Returns an archive with a description. */
export function unitOf(xml: string | Uint8Array): Uint8Array {
  return zipOf([{ name: 'modelDescription.xml', content: xml, method: 8 }]);
}
