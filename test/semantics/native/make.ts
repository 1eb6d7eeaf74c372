import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { writeModelDescription2 } from '../../../fmu-sdk/description/write-fmi2.ts';
import { writeModelDescription } from '../../../fmu-sdk/description/write-model-description.ts';
import { platformName, platformName2 } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { describe } from '../product/describe.ts';
import type { Assignment, Case, Clock, Experiment, Program, Rule } from '../program.ts';

const groups = ['u', 'm', 'd', 'x', 'p', 'rate'];
const causes = ['time', 'clock', 'crossing', 'input', 'rule'];
const kinds = ['constant', 'fixed', 'tunable', 'changing', 'countdown', 'triggered', 'output'];
const rests = ['kept', 'zero', 'nan', 'other'];

/** Reports whether the native unit runs a case: model exchange or co-simulation. */
export function isNative({ program: { kind, clocks } }: Case): boolean {
  return kind !== 'scheduledExecution' && clocks.length < 10;
}

/** Compiles the native unit in a folder. Returns its library. */
export function compileUnit(folder: string): Uint8Array {
  const library = join(folder, 'program.so');
  const sources = ['fmi2.c', 'fmi3.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const flags = ['-std=gnu11', '-O1', '-fPIC', '-shared', '-fvisibility=hidden'];
  const { status, stderr } = spawnSync('cc', [...flags, ...sources, '-o', library, '-lm'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(library);
}

/** Writes an FMU with the native unit, which reads this program. */
export async function writeFmu(file: string, posed: Case, library: Uint8Array): Promise<void> {
  const { program, experiment } = posed;
  const [write, platform] =
    program.fmi === 2 ? [writeModelDescription2, platformName2] : [writeModelDescription, platformName];
  const files = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', write(describe(program))],
    [`binaries/${platform()}/fake.so`, library],
    ['resources/program.txt', `${numbers(program, experiment).join(' ')}\n`],
  ]);
  writeFileSync(file, await zip(files));
}

function numbers(program: Program, { start, step }: Experiment): number[] {
  const { continuousInputs, discreteInputs, discretes, tunables, states, crossings, series, clocks, rules } =
    program;
  return [
    ...[continuousInputs, discreteInputs, discretes.length, states.length, tunables.length],
    ...[crossings.length, series.length, clocks.length, rules.length],
    ...[program.drifts, program.strict, program.sparse, program.stepEvents].map(Number),
    ...[program.eventMode, program.silent, program.earlyReturn, program.variableStep].map(Number),
    ...[Number(program.kind === 'modelExchange'), start, step],
    ...[...discretes, ...tunables],
    ...states.flatMap(({ start: x, rate, gain, coupling }) => [x, rate, gain, coupling]),
    ...crossings.flatMap(({ state, level }) => [state, level]),
    ...series.flatMap(({ first, interval, count }) => [first, interval, count]),
    ...clocks.flatMap(clockNumbers),
    ...numbersOfRules(rules),
    ...arrayNumbers(program),
  ];
}

function arrayNumbers({ arrays, texts }: Program): number[] {
  const { size = 0, start = 0, rows = 1, isWhole = false } = arrays ?? {};
  const { parameter = 0, input = 0, shows = 0 } = texts ?? {};
  return [...[arrays !== null, isWhole, size, rows].map(Number), start, parameter, input, shows];
}

function clockNumbers({ kind, interval, shift, rest, tuned, takes = -1, intervals }: Clock): number[] {
  return [
    ...[kinds.indexOf(kind), interval, shift, rests.indexOf(rest), Number(tuned)],
    ...[takes, intervals.length, ...intervals],
  ];
}

/** Returns rules as numbers, which units in other languages read. */
export function numbersOfRules(rules: readonly Rule[]): number[] {
  return rules.flatMap(ruleNumbers);
}

function ruleNumbers({ cause, assignments, ticks = -1, starts = [-1, 0], stops = -1 }: Rule): number[] {
  const [of] = Object.entries(cause).flatMap(([key, value]) => (key === 'by' ? [] : [Number(value)]));
  return [
    ...[causes.indexOf(cause.by), of ?? 0, ticks, ...starts, stops, assignments.length],
    ...assignments.flatMap(assignmentNumbers),
  ];
}

function assignmentNumbers({ target, keep, add, sources }: Assignment): number[] {
  return [
    ...[groups.indexOf(target[0]), target[1], keep, add, sources.length],
    ...sources.flatMap(([factor, [group, index]]) => [factor, groups.indexOf(group), index]),
  ];
}
