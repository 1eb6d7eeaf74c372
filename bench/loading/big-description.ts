import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byCpu, type Line, repeats } from '../bench-measure.ts';
import { median } from '../median.ts';
import type { Loaded } from './load-description.ts';

/** Loader with which Node reads the program. */
const loader = new URL('../../bin/setup/typescript.mjs', import.meta.url).href;

const program = fileURLToPath(new URL('./load-description.ts', import.meta.url));

const variables = 100_000;

/**
 * Time and resident memory of a fresh process that loads a model description of 100 000 variables.
 */
export function bigDescription(folder: string): Line[] {
  const file = join(folder, 'big.xml');
  writeFileSync(file, bigXml());
  const runs = Array.from({ length: repeats }, () => {
    const argv = ['--import', loader, program, file];
    return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Loaded;
  });
  const time = median(runs.map((run) => run[byCpu ? 'cpu' : 'wall']));
  const memory = median(runs.map((run) => run.memory));
  return [
    {
      what: '(l) a description of 100 000 variables, loaded',
      measured: `${time.toFixed(2)} s`,
      target: '≤ 1 s',
      reached: time <= 1,
    },
    {
      what: '(l) the same, resident memory of the process',
      measured: `${memory.toFixed(0)} MB`,
      target: '≤ 300 MB',
      reached: memory <= 300,
      untimed: true,
    },
  ];
}

function bigXml(): string {
  const list = Array.from(
    { length: variables },
    (_, i) =>
      `<Float64 name="body[${i}].frame.position" valueReference="${i}" description="Position &amp; origin of frame ${i}" ` +
      `causality="${i % 10 === 0 ? 'output' : 'local'}" variability="continuous" initial="exact" unit="m" start="${i / 2}" min="-1e9" max="1e9"/>`,
  );
  const outputs = Array.from(
    { length: variables / 10 },
    (_, i) => `<Output valueReference="${10 * i}" dependencies="${10 * i + 1}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Big" instantiationToken="{big}">
<CoSimulation modelIdentifier="Big"/>
<UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit></UnitDefinitions>
<ModelVariables>\n${list.join('\n')}\n</ModelVariables>
<ModelStructure>\n${outputs.join('\n')}\n</ModelStructure>
</fmiModelDescription>\n`;
}
