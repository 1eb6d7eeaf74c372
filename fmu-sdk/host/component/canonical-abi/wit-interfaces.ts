import { accessorOf } from '../../../standard/variable-types.ts';

/**
 * Interfaces of an FMU as a WebAssembly component: package `fmi:fmi3@3.0.0` of FMI-LS-WASM (draft
 * 0.1.0, 2026), as needed for Co-Simulation and Model Exchange. When the draft changes, these
 * tables must change.
 */

export const witPackage = 'fmi:fmi3';
export const witVersion = '3.0.0';
/** Interfaces of fmukit FMUs. */
export type WitKind = 'co-simulation' | 'model-exchange';
/** An FMU has the first, or both. */
export const witKinds: readonly WitKind[] = ['co-simulation', 'model-exchange'];

/** Returns the world of an FMU. With both kinds it has the exports of two worlds of the draft. */
export function witWorld(kinds: readonly WitKind[]): string {
  return `${kinds.join('-and-')}-fmu`;
}

/** Returns the resource of fmi3Instance. */
export function resourceOf(kind: WitKind): string {
  return `${kind}-instance`;
}

/** Returns a component's name of an interface: `fmi:fmi3/co-simulation@3.0.0`. */
export function interfaceName(name: string): string {
  return `${witPackage}/${name}@${witVersion}`;
}

/** A function: `params` and `result` in WIT notation. */
export interface WitFunction {
  readonly name: string;
  readonly isStatic?: boolean;
  readonly params: readonly (readonly [name: string, type: string])[];
  readonly result?: string;
}

/** Accessors, and the type of their lists. */
const accessors = accessorOf.map(({ name, wit }) => [name.toLowerCase(), wit] as const);

const references = ['value-references', 'list<value-reference>'] as const;

function action(name: string, params: WitFunction['params'] = []): WitFunction {
  return { name, params, result: 'status' };
}

function query(name: string, params: WitFunction['params'], result: string): WitFunction {
  return { name, params, result: `result<${result}, status>` };
}

const jacobian = [
  ['unknowns', 'list<value-reference>'],
  ['knowns', 'list<value-reference>'],
  ['seed', 'list<f64>'],
] as const;

function instantiation(kind: WitKind, more: WitFunction['params']): WitFunction {
  return {
    name: `instantiate-${kind}`,
    isStatic: true,
    params: [
      ['instance-name', 'string'],
      ['instantiation-token', 'string'],
      ['resource-path', 'string'],
      ['visible', 'bool'],
      ['logging-on', 'bool'],
      ...more,
    ],
    result: `option<${resourceOf(kind)}>`,
  };
}

/** Methods of the resources of both kinds, in the draft's order. */
const shared: readonly WitFunction[] = [
  action('set-debug-logging', [
    ['logging-on', 'bool'],
    ['categories', 'list<string>'],
  ]),
  action('enter-initialization-mode', [
    ['tolerance', 'option<f64>'],
    ['start-time', 'f64'],
    ['stop-time', 'option<f64>'],
  ]),
  action('exit-initialization-mode'),
  action('enter-event-mode'),
  query('update-discrete-states', [], 'discrete-states-info'),
  action('terminate'),
  action('reset'),
  action('enter-configuration-mode'),
  action('exit-configuration-mode'),
  ...accessors.map(([name, type]) => query(`get-${name}`, [references], `list<${type}>`)),
  ...accessors.map(([name, type]) => action(`set-${name}`, [references, ['values', `list<${type}>`]])),
  query('get-number-of-variable-dependencies', [['vr', 'value-reference']], 'u64'),
  query('get-variable-dependencies', [['dependent', 'value-reference']], 'list<variable-dependency>'),
  query('get-fmu-state', [], 'fmu-state'),
  action('set-fmu-state', [['state', 'fmu-state']]),
  query('get-directional-derivative', jacobian, 'list<f64>'),
  query('get-adjoint-derivative', jacobian, 'list<f64>'),
  query('get-interval-decimal', [references], 'list<tuple<f64, interval-qualifier>>'),
  query('get-interval-fraction', [references], 'list<tuple<interval-fraction, interval-qualifier>>'),
  query('get-shift-decimal', [references], 'list<f64>'),
  query('get-shift-fraction', [references], 'list<interval-fraction>'),
  action('set-interval-decimal', [references, ['intervals', 'list<f64>']]),
  action('set-interval-fraction', [references, ['intervals', 'list<interval-fraction>']]),
  action('set-shift-decimal', [references, ['shifts', 'list<f64>']]),
  action('set-shift-fraction', [references, ['shifts', 'list<interval-fraction>']]),
  action('evaluate-discrete-states'),
];
const outputDerivatives = query(
  'get-output-derivatives',
  [['requests', 'list<tuple<value-reference, u32>>']],
  'list<f64>',
);
const doubles = (name: string): WitFunction => query(name, [], 'list<f64>');

/** All methods of a resource, in the draft's order. */
export const methodsOf: Readonly<Record<WitKind, readonly WitFunction[]>> = {
  'co-simulation': [
    instantiation('co-simulation', [
      ['event-mode-used', 'bool'],
      ['early-return-allowed', 'bool'],
      ['required-intermediate-variables', 'list<value-reference>'],
    ]),
    ...shared,
    action('set-input-derivatives', [
      ['requests', 'list<tuple<value-reference, u32>>'],
      ['values', 'list<f64>'],
    ]),
    outputDerivatives,
    query(
      'do-step',
      [
        ['current-communication-point', 'f64'],
        ['communication-step-size', 'f64'],
        ['no-set-fmu-state-prior-to-current-point', 'bool'],
      ],
      'do-step-result',
    ),
    action('enter-step-mode'),
  ],
  'model-exchange': [
    instantiation('model-exchange', []),
    ...shared,
    action('enter-continuous-time-mode'),
    action('enter-step-mode'),
    action('set-time', [['time', 'f64']]),
    action('set-continuous-states', [['continuous-states', 'list<f64>']]),
    doubles('get-continuous-state-derivatives'),
    doubles('get-event-indicators'),
    doubles('get-continuous-states'),
    doubles('get-nominals-of-continuous-states'),
    query('get-number-of-event-indicators', [], 'u64'),
    query('get-number-of-continuous-states', [], 'u64'),
    query(
      'completed-integrator-step',
      [['no-set-fmu-state-prior-to-current-point', 'bool']],
      'completed-step-result',
    ),
    outputDerivatives,
  ],
};

/** Names of other types. */
export const aliases: Readonly<Record<string, string>> = {
  'value-reference': 'u32',
  'fmu-state': 'list<u8>',
};

/** Enumerations with their items in order. */
export const enumerations: Readonly<Record<string, readonly string[]>> = {
  status: ['ok', 'warning', 'discard', 'error', 'fatal'],
  'interval-qualifier': ['interval-not-yet-known', 'interval-unchanged', 'interval-changed'],
  'dependency-kind': ['dependent', 'constant', 'fixed', 'tunable', 'discrete'],
};

type Fields = readonly (readonly [name: string, type: string])[];

/** Records shared by several interfaces. */
const sharedRecords: Readonly<Record<string, Fields>> = {
  'interval-fraction': [
    ['counter', 'u64'],
    ['resolution', 'u64'],
  ],
  'variable-dependency': [
    ['dependent-value-reference', 'value-reference'],
    ['element-index-of-dependent', 'u32'],
    ['independent-value-reference', 'value-reference'],
    ['element-index-of-independent', 'u32'],
    ['kind', 'dependency-kind'],
  ],
  'discrete-states-info': [
    ['new-discrete-states-needed', 'bool'],
    ['terminate-simulation', 'bool'],
    ['nominals-of-continuous-states-changed', 'bool'],
    ['values-of-continuous-states-changed', 'bool'],
    ['next-event-time-defined', 'bool'],
    ['next-event-time', 'f64'],
  ],
};

const ownRecords: Readonly<Record<WitKind, Readonly<Record<string, Fields>>>> = {
  'co-simulation': {
    'do-step-result': [
      ['last-successful-time', 'f64'],
      ['event-handling-needed', 'bool'],
      ['terminate-simulation', 'bool'],
      ['early-return', 'bool'],
    ],
  },
  'model-exchange': {
    'completed-step-result': [
      ['enter-event-mode', 'bool'],
      ['terminate-simulation', 'bool'],
    ],
  },
};

/** All records with their fields in order. */
export const records: Readonly<Record<string, Fields>> = Object.assign(
  {},
  sharedRecords,
  ...Object.values(ownRecords),
);

function recordText(name: string, fields: Fields): string {
  return `  record ${name} {\n${fields.map(([key, type]) => `    ${key}: ${type},\n`).join('')}  }`;
}

function recordTexts(all: Readonly<Record<string, Fields>>): string {
  return Object.entries(all)
    .map(([name, fields]) => recordText(name, fields))
    .join('\n');
}

function enumerationText(name: string): string {
  return `  enum ${name} { ${enumerations[name].join(', ')} }`;
}

const types = `interface types {
  type value-reference = ${aliases['value-reference']};
${Object.keys(enumerations).map(enumerationText).join('\n')}
  type fmu-state = ${aliases['fmu-state']};
${recordTexts(sharedRecords)}
}`;

const callbacks = `interface callbacks {
  use types.{status};
  log-message: func(instance-name: string, status: status, category: string, message: string);
  clock-update: func();
  lock-preemption: func();
  unlock-preemption: func();
}
interface intermediate-update-callbacks {
  use types.{status};
  intermediate-update: func(
    intermediate-update-time: f64,
    intermediate-variable-set-requested: bool,
    intermediate-variable-get-allowed: bool,
    intermediate-step-finished: bool,
    can-return-early: bool,
  ) -> tuple<bool, f64>;
}`;

function line({ name, isStatic, params, result }: WitFunction): string {
  const list = params.map(([key, type]) => `${key}: ${type}`).join(', ');
  return `    ${name}: ${isStatic ? 'static ' : ''}func(${list})${result ? ` -> ${result}` : ''};`;
}

function interfaceText(kind: WitKind): string {
  return `interface ${kind} {
  use types.{
    value-reference, status, fmu-state, interval-qualifier, interval-fraction, variable-dependency,
    discrete-states-info,
  };
${recordTexts(ownRecords[kind])}
  resource ${resourceOf(kind)} {
${methodsOf[kind].map(line).join('\n')}
  }
}
`;
}

/** Returns the package as WIT text. */
export function witText(kinds: readonly WitKind[]): string {
  return `package ${witPackage}@${witVersion};
${types}
${callbacks}
interface common {
  get-version: func() -> string;
}
${kinds.map(interfaceText).join('')}world ${witWorld(kinds)} {
  import callbacks;
  import intermediate-update-callbacks;
  export common;
${kinds.map((kind) => `  export ${kind};\n`).join('')}}
`;
}
