import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { filesOf, fmi2 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('foreign');

async function findings(content: Uint8Array | string): Promise<string[]> {
  const file = join(folder, 'unit.fmu');
  writeFileSync(file, content);
  return findingsOf(await checkFmu(file)).map((f) => `${f.severity} ${f.rule}: ${f.message}`);
}

const description1 = `<?xml version="1.0" encoding="ISO-8859-1"?>
<fmiModelDescription fmiVersion="1.0" modelName="Ventil" modelIdentifier="ventil" guid="{1}" numberOfContinuousStates="0"
 numberOfEventIndicators="0"><ModelVariables><ScalarVariable name="u" valueReference="0"><Real/></ScalarVariable>
</ModelVariables></fmiModelDescription>`;

describe('fmu check', () => {
  it('an FMU of FMI 1.0 is checked by the rules for it, and by no other', async () => {
    const unit = new Map([
      ['modelDescription.xml', description1],
      ['binaries/linux64/ventil.so', 'no library'],
    ]);
    expect(await findings(await zip(unit))).toEqual([]);
    const wrong = description1
      .replace('<Real/>', '<Real fixed="true"/>')
      .replace('"u"', '"u" causality="parameter"');
    expect(await findings(await zip(unit.set('modelDescription.xml', wrong)))).toEqual([
      'violation legacy/fixed-start: The variable lacks a start value.',
      expect.stringMatching(/^violation legacy\/schema: .*causality/),
    ]);
  });

  it.each([
    ['is no archive', 'not a zip file', /^violation archive\/readable: /],
    ['is empty', '', /^violation archive\/readable: /],
  ])('a file that %s has one finding: it cannot be read', async (_, content, message) => {
    const messages = await findings(content);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(message);
  });

  it('archives with paths that begin with ./, or with resources that differ only in case, are read', async () => {
    const unit = Object.entries(filesOf(fmi2({})));
    const dotted = await zip(new Map(unit.map(([name, text]) => [`./${name}`, text])));
    const cased = await zip(new Map([...unit, ['resources/a.csv', '1'], ['resources/A.csv', '2']]));
    const reference = await findings(await zip(new Map(unit)));
    expect(await findings(dotted)).toEqual(reference);
    expect((await findings(cased)).filter((finding) => !reference.includes(finding))).toEqual([
      'advice archive/case: The path differs from resources/a.csv only in case.',
    ]);
  });

  it('backslashes cause one finding, and the rest is read', async () => {
    const unit = Object.entries(filesOf(fmi2({})));
    const reference = await findings(await zip(new Map(unit)));
    const withBackslash = await findings(await zip(new Map([...unit, ['resources\\a.csv', '1']])));
    expect(reference.filter((candidate) => !withBackslash.includes(candidate))).toEqual([]);
    expect(withBackslash.filter((candidate) => !reference.includes(candidate))).toEqual([
      'violation archive/backslash: The path contains a backslash.',
    ]);
  });
});
