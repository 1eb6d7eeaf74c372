import { createHash } from 'node:crypto';
import { openArchive } from '../../fmu-sdk/archive/read.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { readModelDescription, readTerminals } from '../../fmu-sdk/description/read.ts';
import { type Command, print, size, table } from './command.ts';

export const inspectCommand: Command<{ file: string }> = {
  command: 'inspect <file>',
  describe: 'Print what an FMU is: version, kinds, variables, terminals, binaries',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'an .fmu file' })
      .example('$0 inspect dist/crane-single.fmu', 'nothing of the unit is run'),
  handler: async ({ file }) => {
    const archive = await openArchive(file);
    const d = readModelDescription(
      await archive.text('modelDescription.xml'),
      `${file}:modelDescription.xml`,
    );
    const terminals = 'terminalsAndIcons/terminalsAndIcons.xml';
    if (archive.has(terminals))
      d.terminals = readTerminals(await archive.text(terminals), `${file}:${terminals}`);
    print(head(d));
    print(`\nVariables (${d.variables.length})\n${variables(d)}`);
    for (const t of d.terminals)
      print(
        `\nTerminal ${t.name}${t.terminalKind === undefined ? '' : ` (${t.terminalKind})`}: ` +
          t.members.map((m) => `${m.memberName} = ${m.variableName}`).join(', '),
      );
    const rows = [['file', 'size', 'SHA-256']];
    for (const path of archive.paths.filter((p) => p.startsWith('binaries/'))) {
      const bytes = await archive.bytes(path);
      rows.push([path, size(bytes.length), createHash('sha256').update(bytes).digest('hex')]);
    }
    print(`\nBinaries\n${table(rows, [1])}`);
  },
};

function head(d: ModelDescription): string {
  const experiment = d.defaultExperiment ?? {};
  const seconds = (t: number | undefined): string => (t === undefined ? '–' : `${t} s`);
  const cs = d.coSimulation;
  const abilities = Object.entries(cs ?? {}).flatMap(([name, value]) => (value === true ? name : []));
  return table([
    [d.modelName, d.description ?? ''],
    ['FMI version', d.fmiVersion],
    ['kinds', cs === undefined ? 'none that can be run here' : `co-simulation (${cs.modelIdentifier})`],
    ['abilities', abilities.join(', ') || 'none'],
    ['version', d.version ?? '–'],
    ['made by', d.generationTool ?? '–'],
    ['token', d.instantiationToken],
    [
      'experiment',
      `${seconds(experiment.startTime)} to ${seconds(experiment.stopTime)}, H = ${seconds(experiment.stepSize)}`,
    ],
  ]);
}

function variables(d: ModelDescription): string {
  const feed = new Map(d.outputs.map((o) => [d.variables[o.variable], o.dependencies]));
  const depends = (v: Variable): string => {
    const on = feed.get(v);
    if (v.causality !== 'output' || on === undefined) return '';
    return on.length === 0
      ? 'no direct feed-through'
      : `depends on ${on.map((i) => d.variables[i].name).join(', ')}`;
  };
  const rows = d.variables.map((v) => [
    v.name + (v.dimensions.length > 0 ? `[${v.dimensions.join(',')}]` : ''),
    v.declaredType ?? v.type,
    v.causality,
    v.variability,
    v.unit ?? '',
    v.start === undefined
      ? ''
      : `= ${v.start.length > 4 ? `${v.start.slice(0, 4).join(' ')} …` : v.start.join(' ')}`,
    [v.description ?? '', depends(v), v.energy === undefined ? '' : `energy: ${v.energy}`]
      .filter(Boolean)
      .join('; '),
  ]);
  return table([['name', 'type', 'causality', 'variability', 'unit', 'start', ''], ...rows]);
}
