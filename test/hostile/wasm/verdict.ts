import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { expect } from 'vitest';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { checkFmu } from '../../../fmu-sdk/check/check-fmu.ts';
import { type BehaviourRule, isOnBehaviour } from '../../../fmu-sdk/check/rule.ts';
import { fileRules, standardRule } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { inspect } from '../../../master/cli/inspect/handler.ts';
import { shortRun } from '../../../master/run/loop/short-run.ts';
import type { RunResult } from '../../../master/run/worker/run-protocol.ts';
import type { SystemRunner } from '../../../master/run/worker/system-runner.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { CheckedSystem } from '../../../master/system/system.ts';
import { good } from './units.ts';

/** Result of an FMU: it runs to the end, or one message explains the failure. */
export interface Outcome {
  result?: RunResult;
  message?: string;
}

const step = 0.01;
const stopTime = 0.1;
const steps = 10;
/** CPU time limit of a call [s]. */
const seconds = 0.3;

/** Runs an FMU alone, and beside a good one. */
export async function runs(runner: SystemRunner, file: string): Promise<{ alone: Outcome; pair: Outcome }> {
  const alone = await outcome(async () => {
    const system = await singleSystem(file, { step, stopTime });
    return run(runner, system, file.replace(/\.fmu$/, '.csv'));
  });
  const pair = await outcome(async () => {
    const units = { good: { fmu: good }, bad: { fmu: file } };
    const algorithm = { scheme: 'jacobi', step } as const;
    const record = { variables: ['good.U_ref'] };
    const system = await resolveSystem(
      { name: 'pair', units, algorithm, startTime: 0, stopTime, record } as never,
      file,
    );
    return run(runner, system, file.replace(/\.fmu$/, '.pair.csv'));
  });
  return { alone, pair };
}

async function run(runner: SystemRunner, system: CheckedSystem, output: string): Promise<RunResult> {
  const short = tried(system, output);
  const result = await runner.run(
    Object.assign(system, { stepSeconds: seconds, wallSeconds: 100 * seconds }),
    { output },
  );
  if (short !== undefined) expect(readFileSync(output, 'utf8')).toBe(short);
  return result;
}

/** Runs in the caller's thread. It must end with equal rows or leave nothing, and return soon. */
function tried(system: CheckedSystem, output: string): string | undefined {
  const begin = process.cpuUsage();
  const result = shortRun(system, { output }, 50);
  const { user, system: kernel } = process.cpuUsage(begin);
  expect(user + kernel).toBeLessThan(10e6);
  if (result !== undefined) return readFileSync(output, 'utf8');
  const { dir, name } = parse(output);
  expect(
    readdirSync(dir).filter((candidate) => candidate.startsWith(name) && !candidate.endsWith('.fmu')),
  ).toEqual([]);
  return undefined;
}

async function outcome(make: () => Promise<RunResult>): Promise<Outcome> {
  try {
    return { result: await make() };
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(UserError);
    return { message: expectMessage((error as Error).message) };
  }
}

/** Checks a message of a few lines that begins with the operation and does not contain a stack. */
export function expectMessage(message: string): string {
  expect(message).toMatch(/^(load|instantiate|initialize|step|read|open|run|exchange|set)\b/);
  expect(message.split('\n').length).toBeLessThan(6);
  expect(message.length).toBeLessThan(4000);
  expect(message).not.toMatch(/\n\s+at |\bundefined\b|\[object|node:internal|file:\/\//);
  expect(message.replaceAll('\n', ' ')).not.toMatch(/\p{Cc}/u);
  return message;
}

/**
 * Expects a run to leave only a whole result, or a part with complete rows. Returns the rows of the
 * part.
 */
export function leavings(
  folder: string,
  file: string,
  { alone, pair }: { alone: Outcome; pair: Outcome },
): number {
  const name = basename(file, '.fmu');
  const leftovers = readdirSync(folder).filter(
    (candidate) => candidate.startsWith(`${name}.`) && candidate !== `${name}.fmu`,
  );
  const whole = [alone, pair].map(({ result }) => result !== undefined);
  const kinds = [`${name}.csv`, `${name}.pair.csv`];
  let rows = 0;
  for (const [i, resultName] of kinds.entries()) {
    // An FMU may fail at its termination, after its result was complete.
    if (leftovers.includes(resultName))
      expect(readFileSync(join(folder, resultName), 'utf8').split('\r\n').length).toBe(steps + 3);
    else expect(whole[i]).toBe(false);
    const part = join(folder, resultName.replace(/\.csv$/, '.partial.csv'));
    if (!existsSync(part)) continue;
    expect(whole[i]).toBe(false);
    const lines = readFileSync(part, 'utf8').split('\r\n');
    expect(lines.pop()).toBe('');
    for (const line of lines) expect(line.split(',').length).toBe(lines[0].split(',').length);
    if (i === 1) rows = lines.length - 1;
  }
  const known = kinds.flatMap((kind) => [kind, kind.replace(/\.csv$/, '.partial.csv')]);
  expect(leftovers.filter((candidate) => !known.includes(candidate))).toEqual([]);
  for (const text of leftovers) rmSync(join(folder, text));
  return rows;
}

/** Runs `fmu inspect`, which prints the description and does not run code of the FMU. */
export async function inspects(file: string): Promise<void> {
  const write = process.stdout.write;
  let printed = '';
  process.stdout.write = ((chunk: string) => {
    printed += chunk;
    return true;
  }) as typeof write;
  try {
    await inspect(file);
  } finally {
    process.stdout.write = write;
  }
  expect(printed).toContain('Binaries');
}

/** All rules on files, and the rules on behaviour that instantiate, initialize and step. */
const onFiles = fileRules.filter((rule) => !isOnBehaviour(rule));
const onBehaviour = ['load/instantiates', 'run/steps'].map((id) => standardRule(id) as BehaviourRule);

/** Runs `fmu check`, which must end with a verdict for every rule. */
export async function checks(file: string): Promise<string[]> {
  const { verdicts } = await checkFmu(file, { rules: onFiles });
  expect(verdicts.length).toBe(onFiles.length);
  const { verdicts: dynamic } = await runOnTargets(
    file,
    onBehaviour,
    await targetsOf(file, { component: { cpuSeconds: seconds, wallSeconds: 100 * seconds } }),
  );
  expect(dynamic.length).toBe(onBehaviour.length);
  return dynamic.flatMap(({ findings, why }) => [
    ...findings.map(({ message }) => message),
    ...(why === undefined ? [] : [why]),
  ]);
}
