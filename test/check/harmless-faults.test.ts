import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { standardRule } from '../../fmu-sdk/check/rule-catalogue.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('harmless');
let file: string;
beforeAll(async () => {
  file = join(folder, 'kinds.fmu');
  const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
  const files = new Map<string, Uint8Array>();
  for (const path of archive.paths) files.set(path, await archive.bytes(path));
  const text = await archive.text('modelDescription.xml');
  const faulty = text.replace('dependencies="1 2"', '$& dependenciesKind="dependent"');
  expect(faulty).not.toBe(text);
  files.set('modelDescription.xml', new TextEncoder().encode(faulty));
  writeFileSync(file, await zip(files));
});

describe('an FMU with one kind for two dependencies', () => {
  it('the FMU opens with a note', async () => {
    const { notes, description } = await openFmu(file);
    expect(notes).toEqual([
      expect.stringMatching(
        /^modelDescription\.xml has in line \d+ a dependenciesKind, which must have one kind/,
      ),
    ]);
    expect(description.outputs[0].dependencies?.length).toBe(2);
    expect(description.outputs[0].dependenciesKind).toBeUndefined();
  });

  it('the FMU has that finding, and its behaviour is checked too', async () => {
    const rules = ['structure/kind-count', 'run/steps'].map((id) => standardRule(id)!);
    const result = await checkFmu(file, { rules });
    expect(result.verdicts.map(({ rule, status }) => `${rule.id} ${status}`)).toEqual([
      'structure/kind-count failed',
      'run/steps passed',
    ]);
    expect(findingsOf(result).map(({ message }) => message)).toEqual([
      'dependenciesKind has 1 items, but dependencies has 2.',
    ]);
  });
});
