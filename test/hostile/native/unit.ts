import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const source = new URL('../../fixtures/c/hostile/hostile.c', import.meta.url).pathname;

/** The user's side: a folder of the user with a file in it. */
export interface Outside {
  folder: string;
  secret: string;
}

export function makeOutside(): Outside {
  const folder = temporaryFolder('outside');
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'secret');
  return { folder, secret };
}

let library: Uint8Array | undefined;

/** Compiles the library of `hostile.c` once. */
function compiled(): Uint8Array {
  if (library !== undefined) return library;
  const folder = temporaryFolder('hostile');
  const output = join(folder, 'hostile.so');
  const { command, args } = compilerFor(platformName() as Platform)!;
  const flags = [
    '-std=gnu11',
    optimizationOption('C'),
    '-w',
    '-fPIC',
    '-shared',
    '-fvisibility=hidden',
    '-pthread',
  ];
  const { status, stderr } = spawnSync(command, [...args, ...flags, source, '-o', output], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  library = readFileSync(output);
  return library;
}

/** Returns an archive with the FMU that executes `deed` at `stage`. */
export async function hostileUnit(stage: string, deed: string, outside: Outside): Promise<Uint8Array> {
  return zip(
    new Map<string, string | Uint8Array>([
      ['modelDescription.xml', description],
      [`binaries/${platformName()}/fixture.so`, compiled()],
      ['resources/attack.txt', `${stage} ${deed}`],
      ['resources/target.txt', `${process.pid} ${outside.secret} ${outside.folder}`],
    ]),
  );
}

/** Returns the names of the actions in the table of `hostile.c`. */
export function deeds(): string[] {
  return [...readFileSync(source, 'utf8').matchAll(/^ {2}X\((\w+),/gm)].map(([, name]) => name);
}

/**
 * Mark in the environment of everything that an FMU of this process starts, under a variable that
 * the FMU receives.
 */
export const mark: string = `hostile-${process.pid}-${Math.random()}`;
process.env.HOSTILE_LICENSE = mark;

/** Returns the processes that carry the mark. */
export function processesLeft(): string[] {
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && carries(id));
}

function carries(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}

const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="hostile" instantiationToken="{hostile}">
  <CoSimulation modelIdentifier="fixture" canHandleVariableCommunicationStepSize="true" mightReturnEarlyFromDoStep="true"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="2" causality="input" variability="continuous" start="0"/>
    <Float64 name="y" valueReference="1" causality="output" variability="continuous"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="1"/><InitialUnknown valueReference="1"/></ModelStructure>
</fmiModelDescription>
`;
