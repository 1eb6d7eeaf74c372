import type { Foreign } from '../../host/component/foreign.ts';

/** A third-party component with one defect. */
export interface Wrong {
  name: string;
  foreign: Foreign;
  /** Pattern of the run's message. Undefined if it runs to the end. */
  pattern?: RegExp;
  /** Pattern for the run beside a good FMU, which does not read x. */
  pairPattern?: RegExp;
  /** Saved rows of the good FMU when the other fails. */
  rows?: number;
}

const endless = '(loop $l (br $l)) (unreachable)';

/** dx/dt = −x with one explicit Euler step: the good FMU that each defect modifies. */
export const euler: Foreign = {
  bodies: {
    'do-step': `
      (global.set $time (f64.add (local.get $p1) (local.get $p2)))
      (global.set $x (f64.mul (global.get $x) (f64.sub (f64.const 1) (local.get $p2))))
      (call $done (global.get $time) (i32.const 0))`,
  },
};

const spoiled = (bodies: Record<string, string>, more: Partial<Foreign> = {}): Foreign => ({
  ...more,
  more: `(global $n (mut i32) (i32.const 0)) ${more.more ?? ''}`,
  bodies: { ...euler.bodies, ...bodies },
});

/** Returns code that runs this many times. */
const times = (count: number, code: string): string => `
  (global.set $n (i32.const ${count}))
  (loop $t ${code} (br_if $t (global.get $n) (global.set $n (i32.sub (global.get $n) (i32.const 1)))))`;

const overdue = /computed for 0\.3 s of CPU time without returning, and was stopped/;
const list = (at: string, n: string): string => `(call $list (i32.const ${at}) (i32.const ${n}))`;

/** Returns a call of the logger with this many bytes of its memory, from an address. */
const logCall = (status: number, at: number, bytes: number): string =>
  `(call $log (i32.const 272) (i32.const 4) (i32.const ${status}) (i32.const 272) (i32.const 4) (i32.const ${at}) (i32.const ${bytes}))`;

export const wrongs: readonly Wrong[] = [
  { name: 'a good one', foreign: euler },
  // Endless calls.
  {
    name: 'a start function that never ends',
    foreign: spoiled({}, { more: `(func $s ${endless}) (start $s)` }),
    pattern: overdue,
  },
  {
    name: 'instantiate never ends',
    foreign: spoiled({ 'instantiate-co-simulation': endless }),
    pattern: overdue,
  },
  {
    name: 'enter-initialization-mode never ends',
    foreign: spoiled({ 'enter-initialization-mode': endless }),
    pattern: overdue,
  },
  {
    name: 'get-float64 never ends',
    foreign: spoiled({ 'get-float64': endless }),
    pattern: overdue,
    pairPattern: /^finished$/,
  },
  { name: 'do-step never ends', foreign: spoiled({ 'do-step': endless }), pattern: overdue },
  {
    name: 'do-step never ends late',
    foreign: spoiled({
      'do-step': `(if (f64.gt (local.get $p1) (f64.const 0.045)) (then (loop $l (br $l)))) ${euler.bodies?.['do-step']}`,
    }),
    pattern: overdue,
    rows: 6,
  },
  {
    name: 'terminate never ends',
    foreign: spoiled({ terminate: endless }),
    pattern: /finished|computed for 0\.3 s/,
  },
  // Traps.
  {
    name: 'instantiate traps',
    foreign: spoiled({ 'instantiate-co-simulation': '(unreachable)' }),
    pattern: /fmi3Instantiate returned error \(log: instantiate: it trapped \(unreachable\)/,
  },
  {
    name: 'get-float64 traps',
    foreign: spoiled({ 'get-float64': '(unreachable)' }),
    pattern: /returned fatal \(log: get: it trapped/,
    pairPattern: /^finished$/,
  },
  {
    name: 'do-step traps',
    foreign: spoiled({ 'do-step': '(unreachable)' }),
    pattern: /fmi3DoStep returned fatal \(log: doStep: it trapped/,
    rows: 1,
  },
  {
    name: 'do-step calls itself',
    foreign: spoiled({ 'do-step': '(call $again)' }, { more: '(func $again (result i32) (call $again))' }),
    pattern: /fmi3DoStep returned fatal/,
    rows: 1,
  },
  {
    name: 'do-step divides by zero',
    foreign: spoiled({ 'do-step': '(i32.div_u (i32.const 1) (i32.const 0))' }),
    pattern: /fmi3DoStep returned fatal \(.*divi/,
    rows: 1,
  },
  {
    name: 'a start function that traps',
    foreign: spoiled({}, { more: '(func $s (unreachable)) (start $s)' }),
    pattern: /it trapped/,
  },
  // Invalid values.
  {
    name: 'instantiate gives nothing',
    foreign: spoiled({
      'instantiate-co-simulation': '(i32.store8 (i32.const 128) (i32.const 0)) (i32.const 128)',
    }),
    pattern: /fmi3InstantiateCoSimulation|fmi3Instantiate returned error/,
  },
  {
    name: 'do-step answers at an address outside',
    foreign: spoiled({ 'do-step': '(i32.const -8)' }),
    pattern: /returned the address 4294967288 for 24 bytes/,
    rows: 1,
  },
  {
    name: 'do-step answers with a status 77',
    foreign: spoiled({
      'do-step':
        '(i32.store8 (i32.const 128) (i32.const 1)) (i32.store8 (i32.const 136) (i32.const 77)) (i32.const 128)',
    }),
    pattern: /the invalid status 77/,
    rows: 1,
  },
  {
    name: 'do-step goes back in time',
    foreign: spoiled({ 'do-step': '(call $done (f64.const -1e300) (i32.const 0))' }),
  },
  {
    name: 'do-step reaches NaN',
    foreign: spoiled({ 'do-step': '(call $done (f64.const nan) (i32.const 0))' }),
  },
  {
    name: 'x turns NaN',
    foreign: spoiled({
      'do-step': `(global.set $x (f64.const nan)) (call $done (f64.const 0) (i32.const 0))`,
    }),
    pattern: /NaN|not finite|finished/,
  },
  {
    name: 'get-float64 gives no values',
    foreign: spoiled({ 'get-float64': list('160', '0') }),
    pattern: /returned 0 values/,
    pairPattern: /^finished$/,
  },
  {
    name: 'get-float64 gives 4 294 967 295 values',
    foreign: spoiled({ 'get-float64': list('160', '-1') }),
    pattern: /returned 4294967295 values/,
    pairPattern: /^finished$/,
  },
  {
    name: 'get-float64 gives values outside',
    foreign: spoiled({ 'get-float64': list('-16', '1') }),
    pattern: /returned the address 4294967280/,
    pairPattern: /^finished$/,
  },
  {
    name: 'get-string gives text a thousand times',
    foreign: spoiled({ 'get-string': '(call $many)' }, { memory: '200', more: many(2000, 12_000_000) }),
  },
  {
    name: 'get-boolean gives 200 000 000 values',
    foreign: spoiled(
      { 'get-boolean': '(call $list (i32.const 65536) (i32.const 200000000))' },
      { memory: '3100' },
    ),
  },
  {
    name: 'asks for events without end',
    foreign: spoiled({ 'do-step': '(call $done (f64.const 0) (i32.const 1))' }),
    pattern: /./,
  },
  // Excessive amounts.
  {
    name: 'logs 10 000 000 times',
    foreign: spoiled({
      'do-step': `${times(10_000_000, logCall(1, 288, 12))} (call $done (f64.const 0) (i32.const 0))`,
    }),
    pattern: overdue,
  },
  {
    name: 'logs 100 MB a hundred times, then an error',
    foreign: spoiled(
      {
        'do-step': `(memory.fill (i32.const 65536) (i32.const 97) (i32.const 104857600)) ${times(100, logCall(3, 65_536, 104_857_600))} (i32.const 64)`,
      },
      { memory: '1700' },
    ),
    pattern: /computed for|returned more than|more characters|characters more|returned/,
  },
  {
    name: 'grows to its limit',
    foreign: spoiled({
      'do-step': `(loop $l (br_if $l (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) ${euler.bodies?.['do-step']}`,
    }),
  },
  {
    name: 'grows its table to the limit',
    foreign: spoiled(
      {
        'do-step': `(loop $l (br_if $l (i32.ne (table.grow 0 (ref.null func) (i32.const 65536)) (i32.const -1)))) ${euler.bodies?.['do-step']}`,
      },
      { more: '(table 1 funcref)' },
    ),
  },
  {
    name: 'asks for a table of 100 000 000',
    foreign: spoiled({}, { more: '(table 100000000 funcref)' }),
    pattern: /needs 1000000\d\d table entries, but the limit is 1048576/,
  },
  // Forbidden imports.
  {
    name: 'asks for constructor',
    foreign: named('%constructor', 'keys'),
    pattern: /imports (evil:host\/)?constructor/,
  },
  {
    name: 'asks for a name that every object has',
    foreign: named('shell', 'has-own-property'),
    pattern: /imports evil:host\/shell \(hasOwnProperty\)/,
  },
];

/** A list of `count` texts of `bytes` bytes each, all at one address. */
function many(count: number, bytes: number): string {
  return `(func $many (result i32) (local $i i32)
    (loop $l
      (i32.store (i32.add (i32.const 1024) (i32.shl (local.get $i) (i32.const 3))) (i32.const 65536))
      (i32.store (i32.add (i32.const 1028) (i32.shl (local.get $i) (i32.const 3))) (i32.const ${bytes}))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const ${count}))))
    (call $list (i32.const 1024) (i32.const ${count})))`;
}

function named(face: string, name: string): Foreign {
  return {
    ...euler,
    imports: `import evil:host/${face}@1.0.0;`,
    packages: `package evil:host@1.0.0 { interface ${face} { ${name}: func(a: u32); } }`,
    coreImports: `(import "evil:host/${face.replace('%', '')}@1.0.0" "${name}" (func $evil (param i32)))`,
  };
}
