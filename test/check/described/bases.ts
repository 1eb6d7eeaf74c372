import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elf } from '../../../fmu-sdk/check/example/example-elf.ts';
import { root } from '../../run-fmu.ts';
import { full2 as all2, full3 as all3 } from './descriptions.ts';

/** A unit that conforms, by its files: what every mutant and every liberty is made from. */
export interface Base {
  name: string;
  fmi: 2 | 3;
  /** `modelIdentifier`. */
  identifier: string;
  files: ReadonlyMap<string, string | Uint8Array>;
}

const readUnitXml = (unit: string): string =>
  readFileSync(join(root, `test/check/mutants/c/${unit}.xml`), 'utf8');

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Terminals of these two variables. */
function terminals(input: string, output: string, icon = ''): string {
  return `${head}<fmiTerminalsAndIcons fmiVersion="3.0">
  <Terminals>
    <Terminal name="plug" matchingRule="plug" terminalKind="com.example.plug" description="a plug">
      <TerminalMemberVariable variableName="${input}" memberName="in" variableKind="signal"/>
      <TerminalMemberVariable variableName="${output}" memberName="out" variableKind="signal"/>
      ${icon}
    </Terminal>
    <Terminal name="sequence" matchingRule="sequence"><TerminalMemberVariable variableName="${output}" variableKind="signal"/></Terminal>
  </Terminals>
</fmiTerminalsAndIcons>`;
}

const terminalIcon =
  '<TerminalGraphicalRepresentation defaultConnectionColor="0 0 255" iconBaseName="plug" x1="-10" y1="-10" x2="10" y2="10"/>';

function build(identifier: string): string {
  return `${head}<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="${identifier}" description="plain">
    <SourceFileSet name="all" language="C99" compiler="gcc">
      <SourceFile name="unit.c"/>
      <PreprocessorDefinition name="FAST" value="1" optional="true"/>
      <IncludeDirectory name="include"/>
    </SourceFileSet>
    <Library name="m" external="true"/>
  </BuildConfiguration>
</fmiBuildDescription>`;
}

function base(name: string, fmi: 2 | 3, description: string, io: [string, string] | undefined): Base {
  const identifier = /modelIdentifier="(\w+)"/.exec(description)![1];
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', description],
    [`binaries/${fmi === 2 ? 'linux64' : 'x86_64-linux'}/${identifier}.so`, elf()],
    ['documentation/index.html', '<title>unit</title>'],
    ['documentation/licenses/license.txt', 'free'],
    ['resources/table.csv', '0,1\n'],
    ['extra/com.example.tool/notes.json', '{}'],
  ]);
  if (fmi === 3) {
    files.set('sources/buildDescription.xml', build(identifier));
    files.set('sources/unit.c', 'int x;\n');
    files.set('sources/include/unit.h', '\n');
    files.set('documentation/externalDependencies.txt', 'libm\n');
    files.set('terminalsAndIcons/icon.png', picture);
    files.set('terminalsAndIcons/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  } else
    for (const [, file] of description.matchAll(/<File name="([^"]+)"/g)) files.set(`sources/${file}`, '');
  if (io !== undefined && fmi === 3) {
    files.set('terminalsAndIcons/terminalsAndIcons.xml', terminals(...io, terminalIcon));
    files.set('terminalsAndIcons/plug.png', picture);
    files.set('terminalsAndIcons/plug.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  }
  return { name, fmi, identifier, files };
}

/**
 * Descriptions with every element of their standard, and those of the FMUs that run with mutants.
 */
export const bases: readonly Base[] = [
  base('all3', 3, all3, ['u', 'y']),
  base('all2', 2, all2, undefined),
  base('full3', 3, readUnitXml('full3'), ['u', 'y']),
  base('full2', 2, readUnitXml('full2'), undefined),
  base('ticker3', 3, readUnitXml('ticker3'), undefined),
];
