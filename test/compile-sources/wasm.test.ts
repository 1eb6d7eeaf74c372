import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { portFmu } from '../../fmu-sdk/build/compile-sources/compile-sources.ts';
import { wasmCompiler } from '../../fmu-sdk/build/compile-sources/wasm-compiler.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu } from '../run-fmu.ts';
import { echo, faults, source, unit2, unit3 } from './unit.ts';

const folder = temporaryFolder('port-wasm');

const missing = ((): string | undefined => {
  try {
    wasmCompiler('');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();
let count = 0;
function file(bytes: Uint8Array): string {
  const path = join(folder, `unit${count++}.fmu`);
  writeFileSync(path, bytes);
  return path;
}
const refused = (unit: Promise<Uint8Array>): Promise<string> =>
  unit
    .then((bytes) => portFmu(file(bytes), { platforms: ['wasm32-wasip2'] }))
    .then(
      () => 'made',
      (error: Error) => error.message,
    );
const configuration = (name: string): string =>
  `<BuildConfiguration modelIdentifier="fixture"><SourceFileSet language="C11"><SourceFile name="${name}"/></SourceFileSet></BuildConfiguration>`;

describe.skipIf(missing !== undefined)('fmu port --platform wasm', () => {
  it('compiles sources to a component that runs without rights, and keeps every other entry', async () => {
    const [unit, output] = [file(await echo()), join(folder, 'echo.fmu')];
    const { code, out } = fmu(['port', unit, '--platform', 'wasm', '-o', output]);
    expect(out).toMatch(
      /echo\.fmu {2}[\d.]+ kB\n {2}binaries\/wasm32-wasip2\/echo\.wasm: [\d.]+ kB, [\d.]+ s\n/,
    );
    expect(code).toBe(0);
    const [before, after] = [await openArchive(unit), await openArchive(output)];
    for (const path of before.paths) expect(await after.bytes(path)).toEqual(await before.bytes(path));
    expect(after.paths.filter((path) => !before.has(path)).sort()).toEqual([
      'binaries/wasm32-wasip2/echo.wasm',
      'extra/org.modelica.fmi-ls-wasm/fmi-ls-manifest.xml',
      'extra/org.modelica.fmi-ls-wasm/manifest.xml',
    ]);

    const opened = await openFmu(output);
    expect(opened.host).toBe('component');
    const start = { x: [1, 2.5, -3], say: 'grüß' };
    const system = {
      name: 'echo',
      units: { e: { fmu: output, parameters: { n: 3 }, start } },
      algorithm: { scheme: 'jacobi', step: 7 },
      stopTime: 7,
    };
    writeFileSync(join(folder, 'system.json'), JSON.stringify(system));
    const run = fmu(['run', join(folder, 'system.json'), '--record', 'e.y', 'e.clock', '-o', '-']);
    // The clock of the C library shows the simulation time in whole seconds.
    expect(run.out.replaceAll('\r', '')).toBe('time,e.y[1],e.y[2],e.y[3],e.clock\n0,2,5,-6,0\n7,2,5,-6,7\n');
    using instance = await opened.instantiate();
    instance.set('say', 'grüß').initialize();
    expect(instance.get('said')).toBe('said grüß');
  });

  it('computes the results of the sources as a library', async () => {
    const alone = `#include <stdlib.h>\n#define fork() (abort(), 0)\n${source(3)}`;
    const unit = file(await unit3({ 'model.c': alone, 'faults.h': faults }, configuration('model.c')));
    const { fmu: ported } = await portFmu(unit, { platforms: ['wasm32-wasip2'] });
    using instance = await (await openFmu(file(ported))).instantiate();
    instance.initialize(0);
    instance.set('u', 3);
    instance.step(0, 0.25);
    expect(instance.get('y')).toBe(6.25);
  });

  it('rejects FMI 2.0, and sources that need more than a component has, by name', async () => {
    expect(await refused(unit2({ 'model.c': source(2), 'faults.h': faults }))).toMatch(
      /expected an FMU of FMI 3\.0 for FMI-LS-WASM, got one of FMI 2\.0\. Port it for a platform/,
    );
    expect(
      await refused(unit3({ 'model.c': source(3), 'faults.h': faults }, configuration('model.c'))),
    ).toMatch(/clang could not compile the component for wasm32-wasip2\..*\n.*undefined symbol: fork/);
    const socket = '#include <sys/socket.h>\nint fmi3Reset(void* i) { return shutdown(3, 2); }';
    expect(await refused(unit3({ 'model.c': socket }, configuration('model.c')))).toMatch(
      /its sources call the system functions sock_shutdown, which a component lacks|undefined symbol/,
    );
  });
});

it.skipIf(missing === undefined)(`components from C were not tested: ${missing}`, ({ skip }) =>
  skip(missing),
);
