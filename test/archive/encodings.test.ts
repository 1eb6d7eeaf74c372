import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { type CheckResult, findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { fileRules, standardRule } from '../../fmu-sdk/check/rule-catalogue.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('encodings');
/** Result for the FMU as it was built. */
let originalResult: CheckResult;
beforeAll(async () => {
  originalResult = await checkFmu(join(root, 'dist/joystick.fmu'), { rules: fileRules });
});

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const withEncoding = (encoding: string) => (text: string) =>
  text.replace('encoding="UTF-8"', `encoding="${encoding}"`);

/**
 * Writes the joystick FMU with a name beyond ASCII, in a description that is encoded by `write`.
 */
async function joystick(name: string, write: (text: string) => Uint8Array): Promise<string> {
  const archive = await openArchive(join(root, 'dist/joystick.fmu'));
  const files = new Map<string, Uint8Array>();
  // The smoke test is omitted, because it uses the variable's old name.
  for (const path of archive.paths)
    if (!path.startsWith('extra/org.fmi-standard.fmi-ls-ref/')) files.set(path, await archive.bytes(path));
  const text = await archive.text('modelDescription.xml');
  files.set('modelDescription.xml', write(text.replace('name="U_ref"', 'name="Führung"')));
  const file = join(folder, `${name}.fmu`);
  writeFileSync(file, await zip(files));
  return file;
}

const written: [encoding: string, write: (text: string) => Uint8Array, note: string, rule: string][] = [
  [
    'ISO-8859-1',
    (text) => latin1(withEncoding('ISO-8859-1')(text)),
    'modelDescription.xml is in ISO-8859-1, and was decoded so; FMI asks for UTF-8',
    'xml/encoding-declaration',
  ],
  [
    'UTF-16',
    (text) => utf16(withEncoding('UTF-16')(text)),
    'modelDescription.xml is in UTF-16LE, and was decoded so; FMI asks for UTF-8',
    'xml/encoding-declaration',
  ],
  [
    'invalid UTF-8',
    latin1,
    'modelDescription.xml declares UTF-8, but its bytes do not match. Each byte was decoded as a character of windows-1252; FMI asks for UTF-8',
    'xml/utf8',
  ],
];

describe.each(written)('an FMU with a description in %s', (encoding, write, note, rule) => {
  it('opens with a note on the encoding, and runs', async () => {
    const opened = await openFmu(await joystick(`open ${encoding}`, write));
    expect(opened.notes).toEqual([note]);
    const unit = await opened.instantiate();
    unit.initialize();
    unit.step(0, 1.0625);
    expect(unit.get('Führung')).toBeCloseTo(6.25, 9);
    unit.close();
  });

  it(`gets one finding, of ${rule}, and equal verdicts of all other rules`, async () => {
    const file = await joystick(`check ${encoding}`, write);
    const result = await checkFmu(file, { rules: fileRules });
    const findings = findingsOf(result);
    expect(findings.map((finding) => finding.rule)).toEqual([rule]);
    const statuses = (of: CheckResult): string[] =>
      of.verdicts.flatMap((v) => (v.rule.id === rule ? [] : `${v.rule.id} ${v.status}`));
    expect(statuses(result)).toEqual(statuses(originalResult));
    const run = await checkFmu(file, { rules: [standardRule('run/steps')!] });
    expect(run.verdicts.map(({ status }) => status)).toEqual(['passed']);
  });
});

it('the finding names line and column of the first byte that is not UTF-8', async () => {
  const file = await joystick('place', latin1);
  const lines = Buffer.from(await (await openArchive(file)).bytes('modelDescription.xml'))
    .toString('latin1')
    .split('\n');
  const line = lines.findIndex((candidate) => candidate.includes('Führung'));
  const [finding] = findingsOf(await checkFmu(file, { rules: [standardRule('xml/utf8')!] }));
  expect(finding.place).toEqual({
    file: 'modelDescription.xml',
    line: line + 1,
    column: lines[line].indexOf('ü') + 1,
  });
});

it('fmu inspect and fmu run report the encoding once, and decode the names correctly', async () => {
  const file = await joystick('cli', written[0][1]);
  const inspected = await fmuHere(['inspect', file], folder);
  expect(inspected.out.split(`Note: ${written[0][2]}.`)).toHaveLength(2);
  expect(inspected.out).toMatch(/^Führung +Float64 +output/m);
  const run = await fmuHere(['run', file, '--stop-time', '0.01', '-o', 'cli.csv'], folder);
  expect([run.code, run.err.split(`fmu: note: cli: ${written[0][2]}.`).length]).toEqual([0, 2]);
  expect(readFileSync(join(folder, 'cli.csv'), 'utf8')).toMatch(/^time,Führung\r\n0,0\r\n/);
});

it('a system structure, its parameters and its FMUs may have different encodings', async () => {
  await joystick('part', written[0][1]);
  const ssd = `<?xml version="1.0" encoding="ISO-8859-1"?>
<d:SystemStructureDescription xmlns:d="http://ssp-standard.org/SSP1/SystemStructureDescription" version="1.0" name="Böcke">
<d:System name="Böcke"><d:Elements><d:Component name="eins" source="part.fmu">
<d:ParameterBindings><d:ParameterBinding source="p.ssv"/></d:ParameterBindings>
</d:Component></d:Elements></d:System></d:SystemStructureDescription>`;
  const ssv = `<?xml version="1.0" encoding="UTF-16"?>
<v:ParameterSet xmlns:v="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="für">
<v:Parameters><v:Parameter name="count"><v:Integer value="9"/></v:Parameter></v:Parameters></v:ParameterSet>`;
  const file = join(folder, 'system.ssd');
  writeFileSync(file, latin1(ssd));
  writeFileSync(join(folder, 'p.ssv'), utf16(ssv));
  const { system, notes, unitFiles, dispose } = await openSsp(file, { stopTime: 1, step: 0.5 });
  expect(notes).toEqual([
    `${file} is in ISO-8859-1, and was decoded so; SSP asks for UTF-8`,
    'p.ssv is in UTF-16LE, and was decoded so; SSP asks for UTF-8',
  ]);
  const { units } = await resolveSystem(system, file, { unitFiles });
  expect(
    units.map(({ values, notes: unitNotes }) => [values[0].variable.name, values[0].value, unitNotes]),
  ).toEqual([['count', [9], [written[0][2]]]]);
  dispose();
});

it('an invalid UTF-16 document is rejected with its name', async () => {
  const file = await joystick('broken', (text) => utf16(text).subarray(0, -1));
  await expect(openFmu(file)).rejects.toThrow(
    /broken\.fmu:modelDescription\.xml: it begins as UTF-16LE, but its bytes are not valid UTF-16LE\. Export the file again/,
  );
  const ids = findingsOf(await checkFmu(file, { rules: fileRules })).map(({ rule }) => rule);
  expect(ids).toContain('xml/well-formed');
  expect(ids).not.toContain('xml/utf8');
});
