import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { root } from '../run-fmu.ts';

const text = (name: string): string => readFileSync(join(root, 'test/fixtures/c', name), 'utf8');

/**
 * Returns source of the fixture as another tool would ship it. It includes the standard's header
 * without containing it, and its functions begin with `prefix`.
 */
export function source(fmi: 2 | 3, prefix = ''): string {
  const header = `#include "fmi${fmi}FunctionTypes.h"`;
  return text(`fmi${fmi}.c`)
    .replace(/^#include "\.\.\/.*"$/m, header)
    .replace(
      new RegExp(`^(#define FUNCTION.*|EXPORT [\\w* ]+)(fmi${fmi}(?!Status)\\w*)`, 'gm'),
      `$1${prefix}$2`,
    );
}

export const faults: string = text('faults.h');

/**
 * Returns the files below `sources/` of an FMU of FMI 2.0. Its interface has this modelIdentifier
 * and lists `listed`.
 */
export function unit2(
  sources: Readonly<Record<string, string | Uint8Array>>,
  listed: readonly string[] = ['model.c'],
  others: Readonly<Record<string, string | Uint8Array>> = {},
  identifier = 'fixture',
): Promise<Uint8Array> {
  const files = listed.map((name) => `<File name="${name}"/>`).join('');
  return archive(
    `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="fixture" guid="{fixture}">
  <CoSimulation modelIdentifier="${identifier}" canHandleVariableCommunicationStepSize="true">${
    files === '' ? '' : `<SourceFiles>${files}</SourceFiles>`
  }</CoSimulation>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.25"/>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input" variability="continuous"><Real start="3"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="1" causality="output" variability="continuous"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure><Outputs><Unknown index="2" dependencies="1"/></Outputs></ModelStructure>
</fmiModelDescription>
`,
    sources,
    others,
  );
}

/** Returns the files of an FMU of FMI 3.0, with this configuration in its build description. */
export function unit3(
  sources: Readonly<Record<string, string | Uint8Array>>,
  configuration: string,
): Promise<Uint8Array> {
  return archive(
    `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="fixture" instantiationToken="{fixture}">
  <CoSimulation modelIdentifier="fixture" canHandleVariableCommunicationStepSize="true"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.25"/>
  <ModelVariables>
    <Float64 name="time" valueReference="1000" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="0" causality="input" variability="continuous" start="3"/>
    <Float64 name="y" valueReference="1" causality="output" variability="continuous"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="1" dependencies="0"/></ModelStructure>
</fmiModelDescription>
`,
    {
      ...sources,
      'buildDescription.xml': `<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">${configuration}</fmiBuildDescription>
`,
    },
    {},
  );
}

/**
 * Returns the FMU of `echo.c`: y = 2 x for x of n elements. n is a structural parameter. It also
 * has a text, and the time of the C library's clock.
 */
export function echo(): Promise<Uint8Array> {
  const dimension = '<Dimension valueReference="1"/>';
  return archive(
    `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="echo" instantiationToken="{echo}">
  <CoSimulation modelIdentifier="echo" canHandleVariableCommunicationStepSize="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="1000" causality="independent" variability="continuous"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
    <Float64 name="x" valueReference="2" causality="input" start="0 0">${dimension}</Float64>
    <Float64 name="y" valueReference="3" causality="output">${dimension}</Float64>
    <String name="say" valueReference="4" causality="input" variability="discrete"><Start value=""/></String>
    <String name="said" valueReference="5" causality="output" variability="discrete"/>
    <Float64 name="clock" valueReference="6" causality="output"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="3"/><Output valueReference="5"/><Output valueReference="6"/></ModelStructure>
</fmiModelDescription>
`,
    { 'echo.c': text('echo.c') },
    {},
  );
}

function archive(
  description: string,
  sources: Readonly<Record<string, string | Uint8Array>>,
  others: Readonly<Record<string, string | Uint8Array>>,
): Promise<Uint8Array> {
  return zip(
    new Map<string, string | Uint8Array>([
      ['modelDescription.xml', description],
      ...Object.entries(sources).map(([name, content]) => [`sources/${name}`, content] as const),
      ...Object.entries(others),
    ]),
  );
}
