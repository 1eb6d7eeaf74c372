import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { judgeCoupled, judgeNative } from './judge.ts';
import { compileUnit, isNative, writeFmu } from './native/make.ts';
import { randomCase, randomCoupledCase } from './random.ts';

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

/** Runs cases of two coupled units. Returns the differences. */
export async function runCoupledCases(seed: number, from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  for (let number = from; number < to; number++) {
    const { fault } = judgeCoupled(randomCoupledCase(seed, number));
    if (fault !== undefined) faults.push(`case ${number}: ${fault}`);
  }
  return faults;
}
