import { componentEmbed, componentNew, parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import {
  interfaceName,
  methodsOf,
  type WitFunction,
  witText,
} from '../../../fmu-sdk/host/component/canonical-abi/wit-interfaces.ts';
import type { InterfaceKind } from '../../../fmu-sdk/host/instance/fmi-api.ts';

/**
 * Third-party components: a core module written in WebAssembly text with the names that
 * `wit-component` expects, for each interface type of FMI-LS-WASM. Bodies of functions define the
 * behaviour. All other functions return `error`.
 */

const kebab: Record<InterfaceKind, string> = {
  coSimulation: 'co-simulation',
  modelExchange: 'model-exchange',
  scheduledExecution: 'scheduled-execution',
};

const action = (name: string, params: WitFunction['params'] = []): WitFunction => ({
  name,
  params,
  result: 'status',
});
const methods = methodsOf['co-simulation'];
const onlyCoSimulation = [
  'instantiate-co-simulation',
  'set-input-derivatives',
  'get-output-derivatives',
  'do-step',
  'enter-step-mode',
];

const kindFunctions: Record<InterfaceKind, readonly WitFunction[]> = {
  coSimulation: methods.filter(({ name }) => onlyCoSimulation.includes(name)),
  modelExchange: methodsOf['model-exchange'].filter(
    ({ name }) => name === 'enter-step-mode' || !methods.some((method) => method.name === name),
  ),
  scheduledExecution: [
    instantiate('scheduled-execution'),
    action('activate-model-partition', [
      ['clock-reference', 'value-reference'],
      ['activation-time', 'f64'],
    ]),
  ],
};

function instantiate(kind: string): WitFunction {
  return {
    name: `instantiate-${kind}`,
    isStatic: true,
    params: [
      ['instance-name', 'string'],
      ['instantiation-token', 'string'],
      ['resource-path', 'string'],
      ['visible', 'bool'],
      ['logging-on', 'bool'],
    ],
    result: `option<${kind}-instance>`,
  };
}

const records: Record<InterfaceKind, string> = {
  coSimulation: '',
  modelExchange: 'record completed-step-result { enter-event-mode: bool, terminate-simulation: bool }',
  scheduledExecution: '',
};

/**
 * Returns the world of an interface type. `imports` are additional imported interfaces, as WIT
 * packages.
 */
function wit(kind: InterfaceKind, imports: string, packages: string): string {
  const name = kebab[kind];
  const functions = all(kind)
    .map(({ name: item, isStatic, params, result }) => {
      const list = params.map(([key, type]) => `${key}: ${type}`).join(', ');
      return `${item}: ${isStatic ? 'static ' : ''}func(${list}) -> ${result};`;
    })
    .join('\n');
  const record =
    kind === 'coSimulation'
      ? 'record do-step-result { last-successful-time: f64, event-handling-needed: bool, terminate-simulation: bool, early-return: bool }'
      : records[kind];
  const [head] = witText(['co-simulation']).split('interface co-simulation {');
  return `${head}
interface ${name} {
  use types.{ value-reference, status, fmu-state, interval-qualifier, interval-fraction, variable-dependency, discrete-states-info };
  ${record}
  resource ${name}-instance {
    ${functions}
  }
}
world unit {
  import callbacks;
  ${kind === 'coSimulation' ? 'import intermediate-update-callbacks;' : ''}
  ${imports}
  export common;
  export ${name};
}
${packages}`;
}

function all(kind: InterfaceKind): WitFunction[] {
  return [...methods.filter(({ name }) => !onlyCoSimulation.includes(name)), ...kindFunctions[kind]];
}

/** Returns the core types of a parameter (Canonical ABI, flattening). */
function flat(type: string): string[] {
  if (type === 'string' || type === 'fmu-state' || type.startsWith('list<')) return ['i32', 'i32'];
  if (type.startsWith('option<')) return ['i32', ...flat(type.slice(7, -1))];
  if (type === 'f64' || type === 'f32') return [type];
  return [/^[us]64$/.test(type) ? 'i64' : 'i32'];
}

const header = `
  (import "fmi:fmi3/callbacks@3.0.0" "log-message" (func $log (param i32 i32 i32 i32 i32 i32 i32)))`;

/** Location of results. `error` is a failed `result`, wherever its status is read. */
const support = `
  (global $top (mut i32) (i32.const 4096))
  (global $x (mut f64) (f64.const 1))
  (global $time (mut f64) (f64.const 0))
  (global $ticks (mut i32) (i32.const 0))
  (data (i32.const 64) "\\01\\03\\00\\00\\03\\00\\00\\00\\03")
  (data (i32.const 256) "3.0")
  (data (i32.const 272) "unit")
  (data (i32.const 288) "it is grüß")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (global.set $top (i32.and (i32.add (global.get $top) (i32.const 7)) (i32.const -8)))
    (global.get $top)
    (global.set $top (i32.add (global.get $top) (local.get 3))))
  (func $release (global.set $top (i32.const 4096)))
  (func $list (param $at i32) (param $n i32) (result i32)
    (i32.store8 (i32.const 128) (i32.const 0))
    (i32.store (i32.const 132) (local.get $at))
    (i32.store (i32.const 136) (local.get $n))
    (i32.const 128))
  (func $one (param $value f64) (result i32)
    (f64.store (i32.const 160) (local.get $value))
    (call $list (i32.const 160) (i32.const 1)))
  (func $done (param $time f64) (param $event i32) (result i32)
    (i32.store8 (i32.const 128) (i32.const 0))
    (f64.store (i32.const 136) (local.get $time))
    (i32.store (i32.const 144) (local.get $event))
    (i32.const 128))
  (func $say (param $status i32)
    (call $log (i32.const 272) (i32.const 4) (local.get $status) (i32.const 272) (i32.const 4) (i32.const 288) (i32.const 12)))`;

export interface Foreign {
  /**
   * Function bodies by their names in the draft. $p0 is the instance, $p1 … the flattened operands.
   */
  bodies?: Record<string, string>;
  /** WAT of additional functions, globals and imports of the core module. */
  more?: string;
  coreImports?: string;
  memory?: string;
  /** Additional imports of the world, and their packages. */
  imports?: string;
  packages?: string;
}

/**
 * Creates a component of an interface type. Its only variable is x with value reference 1, and time
 * has 0.
 */
export async function foreignUnit(kind: InterfaceKind, foreign: Foreign = {}): Promise<Uint8Array> {
  const name = kebab[kind];
  const bodies: Record<string, string> = {
    [`instantiate-${name}`]: `
      (i32.store8 (i32.const 128) (i32.const 1))
      (i32.store (i32.const 132) (call $new (i32.const 7)))
      (i32.const 128)`,
    ...Object.fromEntries(
      ['enter-initialization-mode', 'exit-initialization-mode', 'terminate', 'reset'].map((item) => [
        item,
        '(i32.const 0)',
      ]),
    ),
    'get-float64': `
      (call $one (if (result f64) (i32.load (local.get $p1)) (then (global.get $x)) (else (global.get $time))))`,
    'set-float64': '(global.set $x (f64.load (local.get $p3))) (i32.const 0)',
    ...foreign.bodies,
  };
  const functions = all(kind).map(({ name: item, isStatic, params, result }) => {
    const types = [...(isStatic ? [] : ['i32']), ...params.flatMap(([, type]) => flat(type))];
    const list = types.map((type, i) => `(param $p${i} ${type})`).join(' ');
    const body = bodies[item] ?? (result === 'status' ? '(i32.const 3)' : '(i32.const 64)');
    const label = `${interfaceName(name)}#[${isStatic ? 'static' : 'method'}]${name}-instance.${item}`;
    return `(func (export "${label}") ${list} (result i32) ${isStatic ? '' : '(call $release)'} ${body})`;
  });
  const core = `(module ${header}
  (import "[export]${interfaceName(name)}" "[resource-new]${name}-instance" (func $new (param i32) (result i32)))
  ${foreign.coreImports ?? ''}
  (memory (export "memory") ${foreign.memory ?? '1'})
  ${support}
  ${foreign.more ?? ''}
  (func (export "${interfaceName('common')}#get-version") (result i32)
    (i32.store (i32.const 128) (i32.const 256)) (i32.store (i32.const 132) (i32.const 3)) (i32.const 128))
  (func (export "${interfaceName(name)}#[dtor]${name}-instance") (param i32))
  ${functions.join('\n')})`;
  const embedded = await componentEmbed({
    binary: await parse(core),
    witSource: wit(kind, foreign.imports ?? '', foreign.packages ?? ''),
    world: 'unit',
    stringEncoding: 'utf8',
    metadata: [],
  });
  return componentNew(embedded);
}
