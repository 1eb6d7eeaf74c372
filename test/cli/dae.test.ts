import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { manifestFor } from '../../fmu-sdk/check/example/example-layered.ts';
import { daeManifestPath, readDaeManifest } from '../../fmu-sdk/description/dae-manifest.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';

const description = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="roberts" instantiationToken="{r}">
<ModelExchange modelIdentifier="roberts"/>
<ModelVariables>
  <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
  <Float64 name="y3" valueReference="6"/><Float64 name="r" valueReference="8"/><Float64 name="s" valueReference="9"/>
</ModelVariables><ModelStructure/></fmiModelDescription>`;
const manifest = manifestFor(
  'dae',
  '',
  `<AlgebraicVariables><AlgebraicVariable valueReference="6"/></AlgebraicVariables>
<ModelStructure><Residual><Formulation valueReference="8" index="1"/><Formulation valueReference="9"/></Residual></ModelStructure>`,
);

/** Returns what fmu inspect prints about an FMU with this manifest. */
async function inspected(content: string): Promise<string> {
  const file = join(temporaryFolder('dae'), 'roberts.fmu');
  writeFileSync(
    file,
    await zip(
      new Map([
        ['modelDescription.xml', description],
        [daeManifestPath, content],
      ]),
    ),
  );
  return fmu(['inspect', file]).out;
}

it('the manifest of FMI-LS-DAE is read with the index of each formulation', () => {
  expect(readDaeManifest(manifest, 'm.xml')).toEqual({
    algebraicVariables: [6],
    residuals: [[{ valueReference: 8, index: 1 }, { valueReference: 9 }]],
  });
});

it('fmu inspect shows the algebraic variables and residuals of FMI-LS-DAE, and that they are not solved', async () => {
  expect(await inspected(manifest)).toContain(`Differential-algebraic equations (FMI-LS-DAE, draft of 2026)
algebraic variables  y3
residuals            r (index 1), s
fmukit does not solve them.`);
});

it('fmu inspect names the place of a fault in a manifest of FMI-LS-DAE', async () => {
  const wrong = manifest.replace('valueReference="6"', 'valueReference="-6"');
  expect(await inspected(wrong)).toMatch(
    /NOT READABLE: read extra\/.*:\d+:\d+: valueReference of <AlgebraicVariable> is "-6"/,
  );
});

/** Runs a model-exchange FMU without a library, with this manifest and this structure. */
async function ran(content: string, structure: string): Promise<{ code: number | null; err: string }> {
  const file = join(temporaryFolder('dae-run'), 'roberts.fmu');
  const state =
    '<Float64 name="x" valueReference="1" start="1"/><Float64 name="der" valueReference="2" derivative="1"/>';
  const files = new Map([
    [
      'modelDescription.xml',
      description.replace('</ModelV', `${state}</ModelV`).replace('<ModelStructure/>', structure),
    ],
    [daeManifestPath, content],
  ]);
  writeFileSync(file, await zip(files));
  return fmu(['run', file, '--stop-time', '1']);
}

it('model exchange of an FMU with residuals but no explicit derivatives is refused', async () => {
  const { code, err } = await ran(manifest, '<ModelStructure/>');
  expect(err).toContain('expected ordinary differential equations, got only residuals of FMI-LS-DAE (1)');
  expect(code).toBe(1);
});

it('an FMU with residuals and explicit derivatives gets as far as any other', async () => {
  const derivative = '<ModelStructure><ContinuousStateDerivative valueReference="2"/></ModelStructure>';
  const { err } = await ran(manifest, derivative);
  expect(err).toContain('it lacks a binary of roberts for this machine');
});

it('a damaged manifest of FMI-LS-DAE does not keep its FMU from running', async () => {
  const { err } = await ran(manifest.replace('valueReference="6"', ''), '<ModelStructure/>');
  expect(err).toContain('it lacks a binary of roberts for this machine');
});
