import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { editFmu } from '../../../fmu-sdk/build/edit/edit-fmu.ts';
import type { FmuEdits } from '../../../fmu-sdk/build/edit/edit-options.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** A description of FMI 2.0 with states, aliases, vendor annotations and unusual white space. */
export const description2 = `<?xml version="1.0" encoding="UTF-8"?>\r
<fmiModelDescription fmiVersion="2.0" modelName="tank" guid='{7}' variableNamingConvention="flat" numberOfEventIndicators="0">\r
  <CoSimulation modelIdentifier="tank"><SourceFiles><File name="tank.c"/></SourceFiles></CoSimulation>\r
  <!-- kept: a comment -->\r
  <UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit></UnitDefinitions>\r
  <VendorAnnotations><Tool name="x.vendor"><any:thing xmlns:any="urn:x" of="h"/></Tool></VendorAnnotations>\r
  <ModelVariables>\r
    <ScalarVariable name="k"  valueReference="4" causality="parameter" variability="fixed"><Real start="2"/></ScalarVariable>\r
    <ScalarVariable name='h' valueReference="1" description="level"><Real unit="m"  start="1"/></ScalarVariable>\r
    <ScalarVariable name="der(h)" valueReference="2"><Real derivative="2"/></ScalarVariable>\r
    <ScalarVariable name="u" valueReference="3" causality="input"><Real start="0"/></ScalarVariable>\r
    <ScalarVariable name="w" valueReference="6" causality="input"><Real start="0"/></ScalarVariable>\r
    <ScalarVariable name="y &lt;&amp;" valueReference="5" causality="output"><Real/></ScalarVariable>\r
  </ModelVariables>\r
  <ModelStructure>\r
    <Outputs><Unknown index="6" dependencies="2 4 5" dependenciesKind="dependent fixed constant"/></Outputs>\r
    <Derivatives><Unknown index="3" dependencies="2 4"/></Derivatives>\r
    <InitialUnknowns><Unknown index="3"/><Unknown index="6"/></InitialUnknowns>\r
  </ModelStructure>\r
</fmiModelDescription>\r
`;

/** A description of FMI 3.0 with a structural parameter, an alias, a Clock and text. */
export const description3 = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="rotor" instantiationToken="{8}">
  <CoSimulation modelIdentifier="rotor" hasEventMode="true"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="3"/>
    <Float64 name="a" valueReference="2" causality="parameter" variability="fixed" start="1 2 3"><Dimension valueReference="1"/></Float64>
    <Clock name="tick" valueReference="3" causality="input" intervalVariability="triggered"/>
    <Float64 name="phi" valueReference="4" causality="input" variability="discrete" clocks="3" start="0"/>
    <Float64 name="torque" valueReference="5" causality="output"><Alias name="tau" description="other name"/></Float64>
    <String name="label" valueReference="6" causality="parameter" variability="fixed"><Start value="one"/></String>
    <Float64 name="speed" valueReference="7" causality="output"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="5" dependencies="2 4" dependenciesKind="fixed dependent"/>
    <Output valueReference="7"/>
    <InitialUnknown valueReference="5"/>
    <InitialUnknown valueReference="7"/>
  </ModelStructure>
</fmiModelDescription>
`;

export const terminals3 = `<?xml version="1.0" encoding="UTF-8"?>
<fmiTerminalsAndIcons fmiVersion="3.0"><Terminals>
  <Terminal name="flange" matchingRule="plug"><TerminalMemberVariable variableName="tau" memberName="t" variableKind="signal"/><TerminalMemberVariable variableName="speed" memberName="s" variableKind="signal"/></Terminal>
</Terminals></fmiTerminalsAndIcons>
`;

/** Writes an FMU with sources, and further files. */
export async function fmuWith(
  description: string | Uint8Array,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const file = join(temporaryFolder('edit'), 'x.fmu');
  const all = { 'modelDescription.xml': description, 'sources/tank.c': 'int x;\n', ...files };
  writeFileSync(file, await zip(new Map(Object.entries(all))));
  return file;
}

/** Edits an FMU and writes the result beside it. Returns its path and notes. */
export async function edited(
  file: string,
  edits: FmuEdits,
): Promise<{ file: string; notes: readonly string[] }> {
  const { fmu, notes } = await editFmu(file, edits);
  const output = join(temporaryFolder('edited'), 'y.fmu');
  writeFileSync(output, fmu);
  return { file: output, notes };
}

/** Returns an entry of an FMU as text of one character a byte. */
export async function entry(file: string, path = 'modelDescription.xml'): Promise<string> {
  return Buffer.from(await (await openArchive(file)).bytes(path)).toString('latin1');
}
