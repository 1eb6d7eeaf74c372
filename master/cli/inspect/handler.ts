import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Archive } from '../../../fmu-sdk/archive/archive.ts';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import {
  continuousStateCount,
  enumerationItems,
  eventIndicatorCount,
  type Interface,
  type ModelDescription,
  type UnitOfMeasure,
  type Variable,
} from '../../../fmu-sdk/description/description.ts';
import type { Binary } from '../../../fmu-sdk/host/choice/host.ts';
import { nativeLibrary, windowsLibrary } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { simulatedFunctionsText } from '../../../fmu-sdk/host/component/wasi/virtual-wasi.ts';
import { interfaceNames } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { probeSandbox } from '../../../fmu-sdk/host/native/sandbox/probe-sandbox.ts';
import { sandboxText, sandboxWords } from '../../../fmu-sdk/host/native/sandbox/sandbox-options.ts';
import { missingForWine } from '../../../fmu-sdk/host/native/wine/wine-launcher.ts';
import { rollbackOf, rollbackWords } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import { coreHost } from '../../../fmu-sdk/host/wasm/core-host.ts';
import { signerOf } from '../../../fmu-sdk/sign/signed-content.ts';
import { verifyOpened } from '../../../fmu-sdk/sign/verify-fmu.ts';
import { printableName, someNames, withNoun } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { formatBytes, iterateTableLines, print, table } from '../command.ts';
import { signers } from '../terminal/signature-lines.ts';
import { daeLines } from './dae-lines.ts';

/** Number of members of a terminal, and of characters of a list, that are printed. */
const maxMembers = 100;
const mostListed = 64 * 2 ** 20;

/** Number of lines that are printed at once, to limit the memory for large FMUs. */
const linesAtOnce = 1000;

/** Options of `fmu inspect`. */
export interface InspectOptions {
  keyRing?: string | undefined;
  /** Runs the first step to measure the cost of a rollback. */
  rollback?: boolean | undefined;
  /** Lists the parts of the sandbox. */
  verbose?: boolean | undefined;
}

/**
 * Prints a description of an FMU, its signers and the sandbox for its native code. It runs nothing
 * of the FMU, except to measure the cost of a rollback (`rollback`).
 */
export async function inspect(
  file: string,
  { keyRing, rollback = false, verbose = false }: InspectOptions = {},
): Promise<void> {
  const archive = await openArchive(file);
  const { description: d, notes } = await readDescription(archive);
  print(head(d, archive));
  if (notes.length > 0) print(`\nNote: ${notes.map(printableName).join('.\n      ')}.`);
  print(await describeSigners(archive, keyRing));
  print(`\nVariables (${d.variables.length})`);
  printList(variables(d), d.variables.length, 'variables');
  const items = enumerations(d);
  if (items.length > 0) print(`\nEnumerations\n${table(items)}`);
  if (d.unitsOfMeasure.length > 0) print(`\nUnits\n${units(d.unitsOfMeasure)}`);
  for (const t of d.terminals)
    print(
      `\nTerminal ${printableName(t.name)}${t.terminalKind === undefined ? '' : ` (${printableName(t.terminalKind)})`}: ` +
        someNames(
          t.members.map((m) => `${m.memberName ?? '–'} = ${m.variableName}`),
          maxMembers,
        ),
    );
  const dae = await daeLines(archive, d);
  if (dae !== undefined) print(`\n${dae}`);
  print(`\nBinaries\n${await binaries(archive)}`);
  const native = await nativeCode(archive, d, verbose);
  if (native !== undefined) print(`\nNative code ${native}.`);
  const wasiImports = await wasiImportsOf(archive);
  if (wasiImports !== undefined) print(`\nIts component asks for ${wasiImports}.`);
  const words = await describeRollback(archive, d);
  if (words !== undefined) print(`\nRolled back ${words}.`);
  if (rollback) print(await measureRollback(file));
}

/** Lists the WASI imports of its components that a simulation answers in its own way. */
export async function wasiImportsOf(archive: Archive): Promise<string | undefined> {
  for (const path of archive.paths.filter((candidate) =>
    /^binaries\/wasm32-wasip2\/.*\.wasm$/.test(candidate),
  )) {
    const words = simulatedFunctionsText(await archive.bytes(path));
    if (words !== undefined) return words;
  }
  return undefined;
}

/**
 * Describes how a rollback would work here, or returns undefined if nothing of the FMU runs here.
 */
export async function describeRollback(
  archive: Archive,
  description: ModelDescription,
): Promise<string | undefined> {
  const kind = (Object.keys(interfaceNames) as (keyof typeof interfaceNames)[]).find(
    (key) => description[key] !== undefined,
  );
  if (kind === undefined) return undefined;
  const driving = { kind, trusted: false };
  const { modelIdentifier } = description[kind] as Interface;
  const form =
    (await coreHost.find({ archive, description }, driving))?.form ??
    (archive.has(`binaries/wasm32-wasip2/${modelIdentifier}.wasm`) ? 'component' : 'native');
  const windows = form === 'native' && nativeLibrary(archive, description, modelIdentifier) === undefined;
  if (windows && !(missingForWine() === undefined && windowsLibrary(archive, description, modelIdentifier)))
    return undefined;
  return rollbackWords(rollbackOf(description, { form, windows, ...driving } as Binary));
}

/** Runs the FMU and measures the cost of saving and restoring its state. */
async function measureRollback(file: string): Promise<string> {
  const { openFmu } = await import('../../../fmu-sdk/host/open-fmu.ts');
  const { rollbackCost } = await import('../../../fmu-sdk/host/state/rollback-cost.ts');
  const { by, take, restore, bytes } = await rollbackCost(await openFmu(file));
  const copied = bytes === undefined ? '' : `, ${bytes} bytes`;
  const micros = (seconds: number): string => `${(1e6 * seconds).toPrecision(2)} µs`;
  return `Measured (${by}): take ${micros(take)}, restore ${micros(restore)}${copied}.`;
}

/**
 * Describes how its native code would run here. Returns undefined without a binary for this machine
 * or for Windows.
 */
export async function nativeCode(
  archive: Archive,
  description: ModelDescription,
  verbose = true,
): Promise<string | undefined> {
  const names = Object.keys(interfaceNames).flatMap(
    (kind) => description[kind as keyof typeof interfaceNames]?.modelIdentifier ?? [],
  );
  if (names.some((name) => nativeLibrary(archive, description, name) !== undefined))
    return `would run here ${await confinement(false, verbose)}`;
  if (process.platform !== 'linux' || !names.some((name) => windowsLibrary(archive, description, name)))
    return undefined;
  const missing = missingForWine();
  if (missing !== undefined) return `is for Windows. It would run here under Wine, which needs ${missing}`;
  return `is for Windows, and would run here ${await confinement(true, verbose)}`;
}

/** Describes the sandbox for native code on this machine, as tested with an empty process. */
async function confinement(wine: boolean, verbose: boolean): Promise<string> {
  if (process.platform !== 'linux') return 'in this process, if trusted (--trust)';
  try {
    return (verbose ? sandboxText : sandboxWords)(await probeSandbox(), [], wine);
  } catch (error) {
    return `not at all: ${messageOf(error)}`;
  }
}

/** Names the signers, by the keys of the ring. */
async function describeSigners(archive: Archive, keyRing?: string): Promise<string> {
  // An unsigned FMU need not be read completely.
  const isSigned =
    archive.paths.some((path) => signerOf(path) !== undefined) || existsSync(`${archive.file}.sig`);
  if (!isSigned) return '\nNot signed';
  try {
    const verification = await verifyOpened(archive, { keyRing });
    return `\nSignatures\n${signers(verification)}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `\nSignatures NOT VALID: ${error.message}`;
  }
}

function head(d: ModelDescription, archive: Archive): string {
  const experiment = d.defaultExperiment ?? {};
  const seconds = (t: number | undefined): string => (t === undefined ? '–' : `${t} s`);
  const interfaces = (Object.keys(interfaceNames) as (keyof typeof interfaceNames)[]).flatMap(
    (kind): string[][] => {
      const of = d[kind];
      return of === undefined
        ? []
        : [[interfaceNames[kind], `${of.modelIdentifier}: ${listCapabilities(of) || 'no abilities'}`]];
    },
  );
  const folders = new Set(archive.paths.flatMap((path) => /^binaries\/([^/]+)\//.exec(path)?.[1] ?? []));
  const sources = archive.paths.filter((path) => path.startsWith('sources/')).length;
  return table([
    [d.modelName, d.description ?? ''],
    ['FMI version', d.fmiVersion],
    ...(interfaces.length === 0 ? [['interfaces', 'none']] : interfaces),
    ['platforms', [...folders, ...(sources > 0 ? ['source code'] : [])].join(', ') || 'none'],
    [
      'states',
      `${continuousStateCount(d)} continuous, ${withNoun(eventIndicatorCount(d), 'event indicator')}`,
    ],
    ['version', d.version ?? '–'],
    ['made by', d.generationTool ?? '–'],
    ['token', d.instantiationToken],
    [
      'experiment',
      `${seconds(experiment.startTime)} to ${seconds(experiment.stopTime)}, H = ${seconds(experiment.stepSize)}` +
        (experiment.tolerance === undefined ? '' : `, tolerance ${experiment.tolerance}`),
    ],
  ]);
}

/** Lists the capabilities of an interface, and its numbers other than 0. */
function listCapabilities(of: object): string {
  return Object.entries(of)
    .flatMap(([name, value]) => {
      if (typeof value === 'number' && value !== 0) return `${name} = ${value}`;
      return value === true ? name : [];
    })
    .join(', ');
}

/** Prints a list as long as the reader reads it, with the number of further lines. */
function printList(lines: Iterable<string>, count: number, what: string): void {
  let characters = 0;
  let printed = -1;
  let part: string[] = [];
  for (const line of lines) {
    characters += line.length;
    if (characters > mostListed) break;
    printed++;
    if (part.push(line) < linesAtOnce) continue;
    print(part.join('\n'));
    part = [];
  }
  if (printed < count) part.push(`… and ${count - printed} more ${what}`);
  if (part.length > 0) print(part.join('\n'));
}

/** Order in which variables are listed: first what connections need, last what importers know. */
const causalities: readonly Variable['causality'][] = [
  'input',
  'output',
  'structuralParameter',
  'parameter',
  'calculatedParameter',
  'local',
  'independent',
];

function variables(d: ModelDescription): Iterable<string> {
  const feed = new Map(d.outputs.map((o) => [d.variables[o.variable], o.dependencies]));
  const byReference = namesByReference(d.variables);
  const floats = namesByReference(d.variables.filter(({ type }) => type.startsWith('Float')));
  const depends = (v: Variable): string => {
    const on = feed.get(v);
    if (v.causality !== 'output' || on === undefined) return '';
    return on.length === 0
      ? 'no direct feedthrough'
      : `depends on ${someNames(on.map((i) => d.variables[i].name))}`;
  };
  const names = (references: readonly number[], from = byReference): string =>
    someNames(references.map((reference) => from.get(reference) ?? String(reference)));
  const remarks = (v: Variable): string =>
    [
      v.description ?? '',
      depends(v),
      v.derivative === undefined ? '' : `derivative of ${names([v.derivative], floats)}`,
      v.previous === undefined ? '' : `previous value in ${names([v.previous])}`,
      v.type === 'Clock' ? clock(v) : '',
      v.clocks === undefined ? '' : `on ${names(v.clocks)}`,
      v.aliases === undefined ? '' : `also ${someNames(v.aliases.map((alias) => alias.name))}`,
      v.energy === undefined ? '' : `energy: ${v.energy}`,
    ]
      .filter(Boolean)
      .join('; ');
  const ordered = causalities.flatMap((causality) => d.variables.filter((v) => v.causality === causality));
  const rows = ordered.map((v) => [
    printableName(v.name) + (v.dimensions.length > 0 ? `[${sizes(v, byReference)}]` : ''),
    v.declaredType === undefined || v.declaredType === v.type ? v.type : `${v.type} ${v.declaredType}`,
    v.causality,
    v.variability,
    v.unit ?? '',
    v.start === undefined
      ? ''
      : `= ${v.start
          .slice(0, 4)
          .map((value) => printableName(itemNamed(d, v, value)))
          .join(' ')}${v.start.length > 4 ? ' …' : ''}`,
    remarks(v),
  ]);
  return iterateTableLines([['name', 'type', 'causality', 'variability', 'unit', 'start', ''], ...rows]);
}

/**
 * Returns the first variable of each value reference. Several variables may share one, and in FMI
 * 2.0 variables of different types too.
 */
function namesByReference(list: readonly Variable[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { valueReference, name } of list)
    if (!names.has(valueReference)) names.set(valueReference, name);
  return names;
}

/** Returns the sizes and the names of the structural parameters that hold them: `n=3,2`. */
function sizes({ dimensions, dimensionReferences }: Variable, names: ReadonlyMap<number, string>): string {
  return dimensions
    .map((n, i) => {
      const reference = dimensionReferences?.[i] ?? undefined;
      return reference === undefined ? n : `${printableName(names.get(reference) ?? '')}=${n}`;
    })
    .join(',');
}

/** Describes how a clock ticks: `constant, every 0.1 s, shifted by 0.05 s, priority 2`. */
function clock(v: Variable): string {
  const interval =
    v.intervalCounter === undefined ? v.intervalDecimal : `${v.intervalCounter}/${v.resolution}`;
  const shift = v.shiftCounter === undefined ? v.shiftDecimal : `${v.shiftCounter}/${v.resolution}`;
  return [
    v.intervalVariability,
    interval === undefined ? '' : `every ${interval} s`,
    shift === undefined || shift === 0 ? '' : `shifted by ${shift} s`,
    v.priority === undefined ? '' : `priority ${v.priority}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the name of an enumeration item. Returns any other value unchanged. */
function itemNamed(d: ModelDescription, v: Variable, value: string): string {
  if (v.type !== 'Enumeration') return value;
  return enumerationItems(d, v).find((item) => String(item.value) === value)?.name ?? value;
}

/** Lists the items of each enumeration, which `--set` accepts. */
function enumerations({ types }: ModelDescription): string[][] {
  return types
    .filter(({ type }) => type === 'Enumeration')
    .map(({ name, items = [] }) => [
      printableName(name),
      someNames(
        items.map((item) => `${item.name} = ${item.value}`),
        maxMembers,
      ),
    ]);
}

function units(list: readonly UnitOfMeasure[]): string {
  return table(
    list.map(({ name, base, displayUnits = [] }) => [
      name,
      base === undefined ? 'not given in SI units' : `= ${inBase(base)}`,
      displayUnits
        .map(
          (d) => `${d.name} = ${line(d.inverse ? `${d.factor} / ${name}` : `${d.factor} ${name}`, d.offset)}`,
        )
        .join('; '),
    ]),
  );
}

/** Returns the unit of measure in base units: `0.001 m`, `1 K + 273.15`. */
function inBase({ factor, offset, ...exponents }: NonNullable<UnitOfMeasure['base']>): string {
  const powers = Object.entries(exponents).flatMap(([axis, n]) =>
    n === 0 ? [] : n === 1 ? axis : `${axis}^${n}`,
  );
  return line([factor, ...powers].join(' '), offset);
}

function line(slope: string, offset: number): string {
  return offset === 0 ? slope : `${slope} ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`;
}

async function binaries(archive: Archive): Promise<string> {
  const rows = [['file', 'size', 'SHA-256']];
  for (const path of archive.paths.filter((p) => p.startsWith('binaries/'))) {
    const bytes = await archive.bytes(path);
    rows.push([path, formatBytes(bytes.length), createHash('sha256').update(bytes).digest('hex')]);
  }
  return table(rows, [1]);
}
