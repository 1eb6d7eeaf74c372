// Runs FMUs through a host compiled with sanitizers: `node sanitize.mjs <folder>`.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import '../../../bin/setup/typescript.mjs';

const { openArchive } = await import('../../../fmu-sdk/archive/open-archive.ts');
const { makeUnit } = await import('../../fixtures/c/make.ts');
const { EngineClient } = await import('../../../fmu-sdk/host/native/engine/engine-client.ts');
const { LoadedLibrary } = await import('../../../fmu-sdk/host/native/loaded-library.ts');
const { unpack } = await import('../../../fmu-sdk/host/native/unpack-library.ts');
const { platformName, platformName2 } = await import('../../../fmu-sdk/host/choice/platform-name.ts');

const [, , folder] = process.argv;
const native = createRequire(import.meta.url)(join(folder, 'addon.node'));
const program = join(folder, 'unit');
const messages = [];
let made = 0;

for (const fmi of [2, 3]) {
  const file = join(folder, `fixture${fmi}.fmu`);
  writeFileSync(file, await makeUnit(fmi));
  const archive = await openArchive(file);
  for (const isolated of [false, true]) {
    await use(archive, fmi, isolated);
    // The objects of the FMU are collected now, before the next call.
    for (let i = 0; i < 3; i++) {
      globalThis.gc();
      await new Promise(setImmediate);
    }
  }
}
const reports = messages.filter(({ message }) => /Sanitizer|runtime error/.test(message));
for (const { message } of reports) console.error(message);
console.log(`made ${made} calls, ${messages.length} messages`);
process.exitCode = reports.length === 0 ? 0 : 1;

/** Loads, calls and closes an FMU. */
async function use(archive, fmi, isolated) {
  const path = `binaries/${fmi === 2 ? platformName2() : platformName()}/fixture.so`;
  const unpacked = await unpack(archive, path, fmi);
  const limits = { callSeconds: 60, wallSeconds: 1200, memoryBytes: 2 ** 40, fileBytes: 2 ** 30 };
  // The sanitizers reserve more than every limit.
  const confinement = { allow: 0, without: 1 << native.parts.limits, environment: [], program, ...limits };
  const unit = isolated ? await native.start(unpacked.folder, confinement) : native.open(unpacked.folder);
  const client = new EngineClient(native, unit, 'sanitized', limits);
  client.begin().word(fmi).word(1).text(unpacked.library).text(`fmi${fmi}`);
  if (client.transact('load') !== 0) throw new Error(new TextDecoder().decode(client.resultBytes()));
  const library = new LoadedLibrary(native, unit, client, () => {}, {
    ...{ fmi, kind: 'coSimulation', what: 'sanitized', resources: unpacked.resources },
    ...{ isolated, copied: false, negated: new Map() },
  });
  // A second instance in the process uses its memory again.
  for (let instance = 0; instance < (isolated ? 2 : 1); instance++) {
    const calls = library.calls(() => undefined);
    exercise(calls, fmi);
    messages.push(...calls.takeLog());
    calls.close();
    if (isolated) library.renew();
  }
  library.close();
}

/**
 * Makes calls of every kind: with operands in one piece, in several pieces, with too few operands,
 * and out of range.
 */
function exercise(calls, fmi) {
  const one = Uint32Array.of(1);
  const list = [
    () => calls.getVersion(),
    () => calls.instantiate({ instanceName: 'one', token: '{other}' }),
    () =>
      calls.instantiate({
        instanceName: 'one',
        token: '{fixture}',
        loggingOn: true,
        requiredIntermediateVariables: one,
      }),
    () => calls.setDebugLogging(true, ['calls']),
    ...['setupExperiment', 'enterInitializationMode', 'exitInitializationMode'].map(
      (op) => () => calls.call({ op }),
    ),
    ...[
      'Float32',
      'Float64',
      'Int8',
      'UInt8',
      'Int16',
      'UInt16',
      'Int32',
      'UInt32',
      'Int64',
      'UInt64',
      'Boolean',
    ]
      .filter((type) => fmi === 3 || ['Float64', 'Int32', 'Boolean'].includes(type))
      .map((type) => () => {
        const values = calls.values(type, Uint32Array.of(0, 1));
        calls.set(values);
        return calls.get(values);
      }),
    () => calls.setStrings(one, ['x'.repeat(200_000)]),
    () => calls.getStrings(one, 1),
    () => fmi === 3 && calls.setBinaries(one, [new Uint8Array(150_000)]),
    () => fmi === 3 && calls.getBinaries(one, 1),
    () => {
      const { handle } = calls.getState();
      const { bytes } = calls.serializeState(handle);
      calls.setState(handle);
      calls.freeState(handle);
      calls.freeState(4_000_000_000);
      return calls.deserializeState(bytes);
    },
    () => calls.directionalDerivative(one, Uint32Array.of(0), Float64Array.of(1), new Float64Array(1)),
    () =>
      fmi === 3 && calls.adjointDerivative(one, Uint32Array.of(0), Float64Array.of(1), new Float64Array(1)),
    () => calls.getOutputDerivatives(one, Int32Array.of(1), new Float64Array(1)),
    () => fmi === 3 && calls.getVariableDependencies(1),
    () => {
      const u = calls.values('Float64', Uint32Array.of(0));
      const y = calls.values('Float64', one);
      const batch = calls.batch([{ op: 'set', values: u }, { op: 'doStep' }, { op: 'get', values: y }]);
      for (let i = 0; i < 100; i++) {
        calls.registers[0] = i;
        calls.registers[1] = 1;
        batch();
      }
    },
    () => calls.takeLog(),
    () => calls.call({ op: 'terminate' }),
    () => calls.call({ op: 'reset' }),
    () => calls.freeInstance(),
  ];
  for (const each of list) {
    each();
    made++;
  }
}
