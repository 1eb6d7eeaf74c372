import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { judge, judgeCoupled, judgeNative } from './judge.ts';
import { compileUnit, isNative, writeFmu } from './native/make.ts';
import type { CoupledCase } from './program.ts';
import {
  randomCase,
  randomCoupledCase,
  randomHybridCase,
  randomScheduledCase,
  randomWrittenCase,
} from './random.ts';
import { parametersOf } from './written/make.ts';

/** Runs the cases that a native unit can run. Returns the differences. */
export async function runNativeCases(seed: number, from: number, to: number): Promise<string[]> {
  const folder = temporaryFolder('semantics');
  const faults: string[] = [];
  try {
    const library = compileUnit(folder);
    for (let number = from; number < to; number++) {
      const posed = randomCase(seed, number);
      if (!isNative(posed)) continue;
      const file = join(folder, `case-${number}.fmu`);
      await writeFmu(file, posed, library);
      const { fault } = await judgeNative(posed, file);
      rmSync(file);
      if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
}

/** Runs cases by a unit in TypeScript that was exported as FMU. Returns the differences. */
export async function runWrittenCases(seed: number, from: number, to: number): Promise<string[]> {
  const folder = temporaryFolder('semantics');
  const unit = fileURLToPath(new URL('../fixtures/program-unit', import.meta.url));
  const faults: string[] = [];
  try {
    await buildUnit(unit, folder, { interfaces: ['cs', 'me'], smokeTest: false });
    const file = join(folder, 'program-unit.fmu');
    for (let number = from; number < to; number++) {
      const posed = randomWrittenCase(seed, number);
      const { fault } = await judgeNative(posed, file, parametersOf(posed));
      if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
}

/** Runs cases of scheduled execution. Returns the differences. */
export async function runScheduledCases(seed: number, from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  for (let number = from; number < to; number++) {
    const { fault } = judge(randomScheduledCase(seed, number));
    if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
  }
  return faults;
}

/** Runs cases of two units that are coupled at communication points. Returns the differences. */
export async function runCoupledCases(seed: number, from: number, to: number): Promise<string[]> {
  return faultsOf(randomCoupledCase, seed, from, to);
}

/** Runs cases of two units that are coupled at events. Returns the differences. */
export async function runHybridCases(seed: number, from: number, to: number): Promise<string[]> {
  return faultsOf(randomHybridCase, seed, from, to);
}

function faultsOf(
  make: (seed: number, number: number) => CoupledCase,
  seed: number,
  from: number,
  to: number,
): string[] {
  const faults: string[] = [];
  for (let number = from; number < to; number++) {
    const { fault } = judgeCoupled(make(seed, number));
    if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
  }
  return faults;
}
