import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Interface1, type Making1, makeUnit1 } from '../../fixtures/c/fmi1.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const folder = temporaryFolder('fmi1-hostile');
const replaced =
  (from: string, to: string): Making1['edit'] =>
  (text) =>
    text.replace(from, to);
const does = (...defines: string[]): Making1 => ({ defines });
const lacks = (name: string): Making1 => does(`one_fmi${name}=one_fmiOther`);
const told = (info: string): Making1 =>
  does(`ON_EVENT=*info = (fmi1EventInfo){.iterationConverged = 1, ${info}}; return fmi1OK`);

const cases: [what: string, kind: Interface1, making: Making1, error: string][] = [
  [
    'a cut description',
    'cs',
    { edit: (text) => text.slice(0, 900) },
    'modelDescription.xml:12:109: unclosed tag',
  ],
  ['an empty description', 'cs', { edit: () => '' }, 'document must contain a root element'],
  [
    'a document type',
    'cs',
    { edit: replaced('<fmi', '<!DOCTYPE a><fmi') },
    'a document type (DTD) is not supported',
  ],
  [
    'a negative value reference',
    'cs',
    { edit: replaced('name="k" valueReference="3"', 'name="k" valueReference="-3"') },
    'valueReference of <ScalarVariable> is "-3"',
  ],
  [
    'a wrong GUID',
    'cs',
    { edit: replaced('{one}', '{two}') },
    'fmiInstantiateSlave returned error (log: wrong GUID {two}',
  ],
  [
    'another model identifier than its library',
    'cs',
    { edit: replaced('modelIdentifier="one"', 'modelIdentifier="two"') },
    'it lacks a binary of two for this machine',
  ],
  [
    'a library for another platform',
    'cs',
    { platform: 'linux32' },
    'It has binaries for linux32. Ask its author',
  ],
  ['a library without fmiDoStep', 'cs', lacks('DoStep'), 'it lacks one_fmiDoStep'],
  ['a library without fmiEventUpdate', 'me', lacks('EventUpdate'), 'it lacks one_fmiEventUpdate'],
  [
    'a library without fmiSetBoolean, although it has Boolean inputs',
    'cs',
    lacks('SetBoolean'),
    'fmiSetBoolean returned error (log: fmiSetBoolean was called, but the library does not export it)',
  ],
  [
    'no instance',
    'cs',
    does('ON_CREATE=return NULL'),
    'fmiInstantiateSlave returned error (no message logged)',
  ],
  [
    'a crash in the instantiation',
    'cs',
    does('ON_CREATE=abort()'),
    'the FMU crashed in instantiateSlave with SIGABRT',
  ],
  [
    'a crash in the initialization',
    'cs',
    does('ON_START=abort()'),
    'the FMU crashed in initializeSlave with SIGABRT',
  ],
  ['a crash in a step', 'cs', does('ON_STEP=abort()'), 'the FMU crashed in doStep with SIGABRT'],
  ['a crash at an event', 'me', does('ON_EVENT=abort()'), 'the FMU crashed in eventUpdate with SIGABRT'],
  [
    'an end of its process in a step',
    'cs',
    does('ON_STEP=exit(0)'),
    'the FMU ended its process in doStep with exit code 0',
  ],
  ['an unknown status', 'cs', does('ON_STEP=return 99'), 'fmiDoStep returned error'],
  ['a negative status', 'cs', does('ON_STEP=return -1'), 'fmiDoStep returned error'],
  ['a negative status of a read', 'cs', does('ON_READ=return -1'), 'fmiGetReal returned error'],
  ['a step that is pending', 'cs', does('ON_STEP=return fmi1Pending'), 'fmiDoStep returned pending'],
  ['a step that is always discarded', 'cs', does('ON_STEP=return fmi1Discard'), 'fmiDoStep returned discard'],
  [
    'a step that reached a later time',
    'cs',
    does('ON_STEP=m->reached = t + 5; return fmi1Discard'),
    'doStep returned lastSuccessfulTime = 5 s from a step from 0 s to 0.1 s',
  ],
  [
    'an empty message',
    'cs',
    does('ON_STEP=m->log(m, m->name, fmi1Error, NULL, NULL); return fmi1Error'),
    'fmiDoStep returned error (no message logged)',
  ],
  [
    'NaN as its output',
    'cs',
    does('ON_READ=for (size_t i = 0; i < count; i++) value[i] = NAN; return fmi1OK'),
    '.x is NaN at t = 0 s',
  ],
  [
    'an event that never settles',
    'me',
    does('ON_EVENT=*info = (fmi1EventInfo){0}; return fmi1OK'),
    'its discrete states do not settle in 1000 passes',
  ],
  [
    'a time event in the past',
    'me',
    told('.upcomingTimeEvent = 1, .nextEventTime = -1'),
    'it announces its next event at nextEventTime = -1 s, but the time has reached t = 0.69',
  ],
  [
    'a time event at NaN',
    'me',
    told('.upcomingTimeEvent = 1, .nextEventTime = NAN'),
    'is at NaN s, which is not a valid time',
  ],
];

describe.skipIf(noCompiler !== undefined)('a hostile FMU of FMI 1.0', () => {
  it.each(cases)('a unit with %s ends its run with one error', async (_, kind, making, error) => {
    const file = join(folder, 'hostile.fmu');
    writeFileSync(file, await makeUnit1(kind, making));
    const given = ['--stop-time', '1', '--step', '0.1', '--record', '*', '-o', join(folder, 'hostile.csv')];
    const { code, err } = fmu(['run', file, ...given]);
    const errors = err
      .split('\n')
      .filter((line) => line.startsWith('fmu: ') && !line.startsWith('fmu: note'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(error);
    expect(code).toBe(1);
  });

  it('a unit that never returns from a step ends its run at the time limit', async () => {
    const file = join(folder, 'endless.fmu');
    writeFileSync(file, await makeUnit1('cs', does('ON_STEP=for (volatile int i = 0;; i++)')));
    const system = {
      name: 'endless',
      units: { a: { fmu: file } },
      algorithm: { scheme: 'jacobi', step: 0.1 },
      stopTime: 1,
      limits: { stepSeconds: 1 },
    };
    writeFileSync(join(folder, 'endless.json'), JSON.stringify(system));
    const { code, err } = fmu(['run', join(folder, 'endless.json'), '-o', join(folder, 'endless.csv')]);
    expect(err).toContain('doStep computed for 0.8 s of CPU time without returning');
    expect(code).toBe(1);
  });

  it('a unit that crashes when it is freed gives its results with a warning', async () => {
    const file = join(folder, 'last.fmu');
    writeFileSync(file, await makeUnit1('cs', does('ON_END=abort()')));
    const { code, err } = fmu(['run', file, '--stop-time', '1', '-o', join(folder, 'last.csv')]);
    expect(err).toContain('at the end of the run');
    expect(code).toBe(3);
  });
});
