import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';

/** Writes `<name>.fmu` into a folder: y = gain · u, in a format without a host in this package. */
export async function makeGain(
  folder: string,
  name: string,
  gain: unknown,
  more: Record<string, string> = {},
): Promise<void> {
  const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="${name}" instantiationToken="{gain}">
  <CoSimulation modelIdentifier="gain" canHandleVariableCommunicationStepSize="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="1" causality="input" variability="continuous" start="2"/>
    <Float64 name="y" valueReference="2" causality="output" variability="continuous" initial="calculated"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="2" dependencies="1"/></ModelStructure>
</fmiModelDescription>
`;
  const files = new Map([
    ['modelDescription.xml', description],
    ['extra/gain.json', JSON.stringify({ gain })],
    ...Object.entries(more),
  ]);
  writeFileSync(join(folder, `${name}.fmu`), await zip(files));
}
