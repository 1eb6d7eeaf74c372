import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { compilerFor, type Platform } from '../../../fmu-sdk/util/c-compiler/compilers.ts';
import { optimizationOption } from '../../../fmu-sdk/util/c-compiler/optimization-level.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), 'decay.c');

/**
 * Writes `decay.fmu` into a folder: ẋ = −x, x(0) = 1, for model exchange in C. Needs a compiler.
 */
export async function makeDecay(folder: string): Promise<void> {
  const { command, args } = compilerFor(platformName() as Platform)!;
  const library = join(folder, 'decay.so');
  const flags = ['-std=gnu11', optimizationOption('C'), '-fPIC', '-shared', '-fvisibility=hidden'];
  const { status, stderr } = spawnSync(command, [...args, ...flags, source, '-o', library], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', description],
    [`binaries/${platformName()}/decay.so`, readFileSync(library)],
  ]);
  writeFileSync(join(folder, 'decay.fmu'), await zip(files));
  rmSync(library);
}

const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="decay" instantiationToken="{decay}">
  <ModelExchange modelIdentifier="decay"/>
  <ModelVariables>
    <Float64 name="time" valueReference="9" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="0" causality="output" variability="continuous" initial="exact" start="1"/>
    <Float64 name="der(x)" valueReference="1" causality="local" variability="continuous" initial="calculated" derivative="0"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="0"/>
    <ContinuousStateDerivative valueReference="1" dependencies="0"/>
  </ModelStructure>
</fmiModelDescription>
`;
