import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { nativeLibrary, platformName } from '../../../fmu-sdk/host/choice/platform-name.ts';
import { type ComponentBinary, openForm } from '../../../fmu-sdk/host/component/open-component.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { loadFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type Foreign, foreignUnit } from './foreign.ts';

const folder = temporaryFolder('component');

const elements: Record<InterfaceKind, string> = {
  coSimulation: '<CoSimulation modelIdentifier="decay" canHandleVariableCommunicationStepSize="true"/>',
  modelExchange: '<ModelExchange modelIdentifier="decay"/>',
  scheduledExecution: '<ScheduledExecution modelIdentifier="decay"/>',
};

const description = (kind: InterfaceKind): string => `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="decay" instantiationToken="{decay}">
  ${elements[kind]}
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="1" causality="output" variability="continuous" initial="exact" start="1"/>
    <Float64 name="dx" valueReference="2" causality="local" variability="continuous" derivative="1"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="1"/>
    <ContinuousStateDerivative valueReference="2"/>
    <InitialUnknown valueReference="2"/>
  </ModelStructure>
</fmiModelDescription>`;

/**
 * dx/dt = −x as a third-party component: co-simulation with one explicit Euler step, or model
 * exchange.
 */
const decay: Foreign = {
  more: `
    (func $value (param $reference i32) (result f64)
      (if (i32.eqz (local.get $reference)) (then (return (global.get $time))))
      (if (i32.eq (local.get $reference) (i32.const 2)) (then (return (f64.neg (global.get $x)))))
      (global.get $x))
    (func $values (param $references i32) (param $n i32) (result i32) (local $i i32)
      (block $end (loop $next
        (br_if $end (i32.ge_u (local.get $i) (local.get $n)))
        (f64.store (i32.add (i32.const 1024) (i32.shl (local.get $i) (i32.const 3)))
          (call $value (i32.load (i32.add (local.get $references) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (call $list (i32.const 1024) (local.get $n)))
    (func $count (param $n i64) (result i32)
      (i32.store8 (i32.const 128) (i32.const 0)) (i64.store (i32.const 136) (local.get $n)) (i32.const 128))`,
  bodies: {
    'get-float64': '(call $values (local.get $p1) (local.get $p2))',
    'do-step': `
      (global.set $x (f64.mul (global.get $x) (f64.sub (f64.const 1) (local.get $p2))))
      (call $done (f64.add (local.get $p1) (local.get $p2)) (i32.const 0))`,
    'enter-event-mode': '(i32.const 0)',
    'enter-continuous-time-mode': '(i32.const 0)',
    'update-discrete-states': `
      (i64.store (i32.const 128) (i64.const 0)) (i64.store (i32.const 136) (i64.const 0))
      (f64.store (i32.const 144) (f64.const 0)) (i32.const 128)`,
    'set-time': '(global.set $time (local.get $p1)) (i32.const 0)',
    'set-continuous-states': '(global.set $x (f64.load (local.get $p1))) (i32.const 0)',
    'get-continuous-states': '(call $one (global.get $x))',
    'get-continuous-state-derivatives': '(call $one (f64.neg (global.get $x)))',
    'get-nominals-of-continuous-states': '(call $one (f64.const 1))',
    'get-number-of-continuous-states': '(call $count (i64.const 1))',
    'get-number-of-event-indicators': '(call $count (i64.const 0))',
    'get-event-indicators': '(call $list (i32.const 160) (i32.const 0))',
    'completed-integrator-step': '(i32.store (i32.const 128) (i32.const 0)) (i32.const 128)',
  },
};

async function write(
  kind: InterfaceKind,
  foreign: Foreign,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = join(folder, 'decay.fmu');
  const content = new Map<string, string | Uint8Array>([
    ['modelDescription.xml', description(kind)],
    ['binaries/wasm32-wasip2/decay.wasm', await foreignUnit(kind, foreign)],
    ...Object.entries(files),
  ]);
  writeFileSync(file, await zip(content));
  return file;
}

function open(unit: LoadedFmu): Instance {
  const { binary } = unit;
  if (binary.form !== 'component') throw new Error(`it is ${binary.form}`);
  const { component, kind, solver, tolerance } = binary as ComponentBinary;
  return createDriver(openForm(component, kind, 'decay'), unit.description, 'decay', { solver, tolerance });
}

function run(unit: LoadedFmu, steps: number): number {
  const instance = open(unit);
  const x = instance.description.variables.find(({ name }) => name === 'x')!;
  instance.view(x);
  instance.initialize(0);
  instance.exitInitialization();
  for (let n = 0; n < steps; n++) instance.step(n / steps, 1 / steps);
  const { view, offset } = instance.view(x);
  instance.close();
  return Number(view[offset]);
}

const asksForNetwork: Foreign = {
  imports: 'import wasi:sockets/instance-network@0.2.0;',
  packages: 'package wasi:sockets@0.2.0 { interface instance-network { now: func() -> u64; } }',
  coreImports: '(import "wasi:sockets/instance-network@0.2.0" "now" (func $now (result i64)))',
};

describe('an archive with a third-party component', () => {
  it('a third-party component runs as co-simulation: explicit Euler of x′ = −x in eight steps', async () => {
    expect(run(await loadFmu(await write('coSimulation', decay)), 8)).toBe((7 / 8) ** 8);
  });

  it('a third-party component runs as model exchange: the integrator finds exp(−1) within its tolerance', async () => {
    const file = await write('modelExchange', decay);
    expect(run(await loadFmu(file, { tolerance: 1e-9 }), 4)).toBeCloseTo(Math.exp(-1), 8);
  });

  it('a third-party component loads with either name of the layered standard’s manifest, and without a manifest', async () => {
    const manifest = '<?xml version="1.0"?><fmiLayeredStandardManifest/>';
    const place = 'extra/org.modelica.fmi-ls-wasm/';
    for (const name of ['manifest.xml', 'fmi-ls-manifest.xml', undefined]) {
      const files = name === undefined ? {} : { [place + name]: manifest };
      expect((await loadFmu(await write('coSimulation', decay, files))).binary.form).toBe('component');
    }
  });

  it('a third-party component takes precedence over native code for this machine', async () => {
    const native = { [library()]: 'not looked at' };
    const unit = await loadFmu(await write('coSimulation', decay, native));
    expect([unit.binary.form, unit.passedOver]).toEqual(['component', undefined]);
  });

  it('native code runs instead of a component that imports too much, and the reason is reported', async () => {
    const native = { [library()]: 'not looked at' };
    const unit = await loadFmu(await write('coSimulation', asksForNetwork, native));
    expect(unit.binary.form).toBe('native');
    expect(unit.passedOver).toMatch(
      /^load .*decay\.fmu: binaries\/wasm32-wasip2\/decay\.wasm: its component imports wasi:sockets\/instance-network \(now\)/,
    );
  });

  it('a component that imports too much fails with the reason if native code is missing', async () => {
    const loading = loadFmu(await write('coSimulation', asksForNetwork));
    await expect(loading).rejects.toBeInstanceOf(UserError);
    await expect(loading).rejects.toThrow('its component imports wasi:sockets/instance-network (now)');
  });
});

/** Returns the path of a shared library for this machine. */
function library(): string {
  let path = '';
  const any = { has: (text: string) => (path = text) !== '' };
  nativeLibrary(any, { fmiVersion: '3.0' } as never, 'decay');
  expect(path).toContain(platformName());
  return path;
}
