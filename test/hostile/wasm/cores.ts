import { uleb } from '../../../fmu-sdk/wasm/wasm-sections.ts';
import { type Bytes, bytes, type Core, f64, list, loop, repeated, section, text, trap } from './craft.ts';

/** A core module with one defect. */
export interface Spoiled {
  name: string;
  core(core: Core): Uint8Array;
  /** Pattern of the run's message. Undefined if it runs to the end. */
  says?: RegExp;
  /** Pattern for the run beside a good FMU, if it differs. */
  pairPattern?: RegExp;
  /** Saved rows of the good FMU when the other fails. */
  rows?: number;
}

const i32 = (value: number): number[] => [0x41, ...signed(value)];

function signed(value: number): number[] {
  const out: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    out.push(last ? low : low | 0x80);
    if (last) return out;
  }
}

/** Fills 256 MiB without end, in a module with a memory of that size. */
const endlessFill: Bytes = [
  ...[0x03, 0x40, ...i32(0), ...i32(1), ...i32(0x10000000)],
  ...[0xfc, 11, 0, 0x0c, 0, 0x0b, 0],
];
const largeMemory = (core: Core): Core => core.with(5, list(1, [1, ...uleb(4096), ...uleb(4096)]));

/** Modules that fill their memory without end, in a step and in the start section. */
export const endlessFills = {
  step: (core: Core): Uint8Array => largeMemory(core).body('step', endlessFill).bytes(),
  start: (core: Core): Uint8Array => largeMemory(core).started(endlessFill.slice(0, -1)).bytes(),
} as const;

const body =
  (name: string, code: Bytes) =>
  (core: Core): Uint8Array =>
    core.body(name, code).bytes();

/** Traps from t = 0.05 s on. */
const late: Bytes = [0x20, 0, ...f64(0.045), 0x64, 0x04, 0x40, 0x00, 0x0b, 0x41, 0];

/** Computes endlessly from t = 0.05 s on. */
const endlessLate: Bytes = [
  0x20,
  0,
  ...f64(0.045),
  0x64,
  0x04,
  0x40,
  0x03,
  0x40,
  0x0c,
  0,
  0x0b,
  0x0b,
  0x41,
  0,
];

/** A function with deeply nested loops and many locals. */
const deep = (depth: number, locals: number) => (core: Core) =>
  core
    .body(
      'micro',
      bytes(repeated(depth, [0x03, 0x40]), repeated(depth, [0x0b])),
      bytes([1], uleb(locals), [0x7f]),
    )
    .bytes();

const grown = (id: number, items: Bytes, count: number) => (core: Core) =>
  core.with(id, list(count, repeated(count, items))).bytes();

/** Wrong results, actions and properties of a core module. */
export const answers: readonly Spoiled[] = [
  ...['table', 'derivatives', 'stateSize', 'internalStep'].map((name) => ({
    name: `${name} traps`,
    core: body(name, trap),
    says: new RegExp(`^instantiate \\w+: its core module failed in ${name}:.*unreachable`),
  })),
  {
    name: 'table is outside',
    core: body('table', i32(-64)),
    says: /addresses of its variables .* at address 4294967232/,
  },
  {
    name: 'table is at an odd place',
    core: body('table', i32(1025)),
    says: /at address 1025, but its memory/,
  },
  { name: 'table is of zeros', core: body('table', i32(0)) },
  {
    name: 'table is of nonsense',
    core: body('table', [...i32(1024), ...i32(0x77), ...i32(64), 0xfc, 11, 0, ...i32(1024)]),
    says: /places \w+ \(\d+ × 8 bytes\) at address/,
    pairPattern: /^finished$/,
  },
  {
    name: 'derivatives outside',
    core: body('derivatives', i32(0x7fffffff)),
    says: /derivatives of its inputs .* at address 2147483647/,
  },
  { name: 'a state of −1 bytes', core: body('stateSize', i32(-1)), says: /its state \(4294967295 bytes\)/ },
  ...[Number.NaN, -1, Infinity].map((h) => ({
    name: `an internal step of ${h} s`,
    core: body('internalStep', f64(h)),
    says: new RegExp(`reports an internal step of ${h} s`),
  })),
  {
    name: 'an internal step of 10³⁰⁰ s',
    core: body('internalStep', f64(1e300)),
    says: /is not a whole multiple of the internal step h = 1e\+300 s/,
  },
  {
    name: 'an internal step of 10⁻³⁰⁰ s',
    core: body('internalStep', f64(1e-300)),
    says: / internal steps of h = 1e-300 s of \w+, which supports at most 2147483647 per communication step\./,
  },
  {
    name: 'initialize traps',
    core: body('initialize', trap),
    says: /^(step|initialize) \w+: the FMU stopped at t = 0 s: an index out of bounds/,
  },
  {
    name: 'initialize never comes back',
    core: body('initialize', loop),
    says: /at t = 0 s the unit computed for 0\.3 s of CPU time/,
  },
  { name: 'step traps', core: body('step', trap), says: /the FMU stopped at t = 0 s/, rows: 1 },
  { name: 'step traps late', core: body('step', late), says: /the FMU stopped at t = 0\.05 s/, rows: 6 },
  {
    name: 'step never comes back',
    core: body('step', loop),
    says: /at t = 0 s the unit computed for 0\.3 s of CPU time/,
  },
  {
    name: 'step never comes back, late',
    core: body('step', endlessLate),
    says: /at t = 0\.05 s the unit computed for 0\.3 s of CPU time/,
    rows: 6,
  },
  { name: 'step answers 5', core: body('step', i32(5)) },
  { name: 'step answers −2147483648', core: body('step', i32(-0x80000000)) },
  {
    name: 'step turns its memory into nonsense',
    core: body('step', [...i32(0), ...i32(0xff), 0x3f, 0, ...i32(16), 0x74, 0xfc, 11, 0, ...i32(0)]),
    says: /not finite|NaN/,
    pairPattern: /^finished$/,
  },
  { name: 'step grows its memory', core: body('step', [...i32(1000), 0x40, 0]) },
  {
    // Even growing a memory by nothing replaces its buffer, so that earlier views would be empty.
    name: 'step grows its memory by nothing',
    core: body('step', [...i32(0), 0x40, 0, 0x1a, ...i32(0)]),
  },
  {
    name: 'step calls itself',
    core: (core) => core.body('step', [0x20, 0, 0x20, 1, 0x10, ...uleb(core.index('step'))]).bytes(),
    says: /the FMU stopped at t = 0 s: Maximum call stack size exceeded/,
    rows: 1,
  },
  {
    name: 'step and failure trap',
    core: (core) => core.body('step', trap).body('failure', trap).bytes(),
    says: /the FMU stopped at t = 0 s: an index out of bounds/,
    rows: 1,
  },
  {
    name: 'failure points outside',
    core: (core) => core.body('step', trap).body('failure', i32(-4)).bytes(),
    says: /the FMU stopped at t = 0 s/,
    rows: 1,
  },
  {
    name: 'failure says all of its memory',
    core: (core) =>
      core
        .body('step', [...i32(1024), ...i32(100_000), 0x36, 2, 0, 0x00])
        .body('failure', i32(1028))
        .bytes(),
    says: /the FMU stopped at t = 0 s/,
    rows: 1,
  },
  {
    name: 'failure never comes back',
    core: (core) => core.body('step', trap).body('failure', loop).bytes(),
    says: /computed for 0\.3 s of CPU time/,
  },
  {
    name: 'reset, begin, micro and partial trap',
    core: (core) =>
      core.body('reset', trap).body('begin', trap).body('micro', trap).body('partial', trap).bytes(),
  },
  {
    name: 'a constructor that traps',
    core: (core) => core.started(trap).bytes(),
    says: /^instantiate \w+: its constructor failed: an index/,
  },
  {
    name: 'a constructor that never ends',
    core: (core) => core.started(loop).bytes(),
    says: /computed for 0\.3 s of CPU time/,
  },
  {
    name: 'step fills its memory without end',
    core: endlessFills.step,
    says: /computed for 0\.3 s of CPU time/,
  },
  {
    name: 'a constructor that fills its memory without end',
    core: endlessFills.start,
    says: /computed for 0\.3 s of CPU time/,
  },
  {
    name: 'a constructor that grows its memory',
    core: (core) => core.started([...i32(30_000), 0x40, 0, 0x1a]).bytes(),
    says: /memory access out of bounds/,
  },
];

/** Every exported function with a wrong signature: 64-bit numbers, and too few parameters. */
export const signatures: readonly Spoiled[] = ['table', 'failure', 'internalStep', 'step', 'partial'].flatMap(
  (name): Spoiled[] => [
    {
      name: `${name} of 64-bit numbers`,
      core: (core) => core.typed(name, ['i64'], ['i64']).bytes(),
      says: /^(?!load)|is invalid|not valid/,
    },
    {
      name: `${name} under another name`,
      core: (core) => core.renamed(name, `${name}_`).bytes(),
      says: /^(?!load)|is invalid|not valid/,
    },
  ],
);

const refused =
  /^load .*(is invalid|is not valid|cannot be|does not compile|is cut short|is truncated|lacks a core module|lacks a binary of)/;

/** Modules that would exhaust memory or time before anything runs, or use forbidden features. */
export const bombs: readonly Spoiled[] = [
  {
    name: '40 tables of 9 000 000 entries',
    core: grown(4, [0x70, 0, ...uleb(9_000_000)], 40),
    says: refused,
  },
  {
    name: 'a table of 4 294 967 295 entries',
    core: grown(4, [0x70, 0, ...uleb(0xffffffff)], 1),
    says: refused,
  },
  {
    name: 'a table that may grow without end',
    core: grown(4, [0x70, 0, 1], 1),
    says: /tables may have Infinity entries|is invalid/,
  },
  { name: '100 000 tables of one entry', core: grown(4, [0x6f, 1, 1, 1], 100_000), says: refused },
  { name: 'a memory of 4 GiB', core: grown(5, [1, ...uleb(65_536), ...uleb(65_536)], 1), says: /memory/ },
  {
    name: 'a memory that may grow',
    core: grown(5, [1, ...uleb(4), ...uleb(65_536)], 1),
  },
  { name: 'a shared memory', core: grown(5, [3, 4, 4], 1), says: refused },
  { name: 'a memory with 64-bit addresses', core: grown(5, [5, 4, 4], 1), says: refused },
  { name: 'two memories', core: grown(5, [1, 4, 4], 2), says: refused },
  { name: '50 000 locals in 1000 loops', core: deep(1000, 49_000), says: /too many blocks for its locals/ },
  { name: '3 000 000 blocks', core: deep(3_000_000, 1), says: /too many blocks for its locals/ },
  { name: '4 294 967 295 locals', core: deep(1, 0xffffffff), says: /more than 50000 locals/ },
  { name: '200 000 types', core: grown(1, [0x60, 0, 0], 200_000), says: /more than 10000 types/ },
  {
    name: 'a type of 100 000 results',
    core: (core) => core.with(1, list(1, bytes([0x60, 0], list(100_000, repeated(100_000, [0x7f]))))).bytes(),
    says: /more than 1000 operands/,
  },
  {
    name: '1 000 000 functions',
    core: (core) => core.with(3, list(1_000_000, new Uint8Array(1_000_000))).bytes(),
    says: /more than 100000 functions/,
  },
  {
    name: '1 000 000 globals',
    core: grown(6, [0x7e, 1, 0x42, 0, 0x0b], 1_000_000),
    says: /more than 100000 globals/,
  },
  { name: '100 000 exports', core: grown(7, [1, 0x66, 0, 0], 100_000), says: /more than 20000 exports/ },
  { name: 'objects of a collected heap', core: grown(1, [0x5f, 0], 1), says: /types other than functions/ },
  {
    name: 'exceptions',
    core: (core) => bytes(core.bytes(), [13, 3, 1, 0, 0]),
    says: /section 13 \(exceptions\)/,
  },
  {
    name: 'a name of 10 000 bytes',
    core: grown(7, bytes(text('x'.repeat(10_000)), [0, 0]), 1),
    says: /a name in it has 10000 bytes/,
  },
  {
    name: 'a name that is code',
    core: (core) => core.renamed('partial', "x'];process.exit(9);//").bytes(),
    says: /Only ASCII letters|lacks the function partial/,
  },
  {
    name: 'a name with an escape',
    core: (core) => core.renamed('partial', '\u001b[2J').bytes(),
    says: /Only ASCII letters/,
  },
  { name: 'an export called __proto__', core: (core) => core.renamed('partial', '__proto__').bytes() },
  { name: 'a custom section of nonsense', core: (core) => bytes(core.bytes(), [0, 6], text('name'), [0xff]) },
  {
    name: 'data outside its memory',
    core: grown(11, bytes([0], [0x41, ...signed(0x7ffffff)], [0x0b, 1, 0]), 1),
    says: /constructor failed: .*data segment|is invalid|not valid/,
  },
  {
    name: 'an import that is no callback',
    core: (core) => core.with(2, list(1, bytes(text('env'), text('f'), [0, 0]))).bytes(),
    says: refused,
  },
  {
    name: 'an import of __proto__',
    core: (core) => core.with(2, list(1, bytes(text('__proto__'), text('__proto__'), [0, 0]))).bytes(),
    says: refused,
  },
];

/** Truncated, duplicated, reordered, and empty modules. */
export const damages: readonly Spoiled[] = [
  { name: 'nothing', core: () => new Uint8Array(), says: /./ },
  { name: 'a header alone', core: (core) => core.bytes().slice(0, 8), says: /./ },
  ...[9, 20, 500, 5000, -1, -100].map(
    (at): Spoiled => ({
      name: `the bytes up to ${at}`,
      core: (core) => core.bytes().slice(0, at),
      says: /./,
    }),
  ),
  ...[1, 3, 7, 10].map(
    (id): Spoiled => ({
      name: `section ${id} twice`,
      core: (core) => bytes(core.bytes(), again(core, id)),
      says: /./,
    }),
  ),
  ...[1, 3, 5, 7, 10].map(
    (id): Spoiled => ({ name: `no section ${id}`, core: (core) => core.without(id).bytes(), says: /./ }),
  ),
  { name: 'a section 99', core: (core) => bytes(core.bytes(), [99, 0]), says: /./ },
  { name: 'its sections the other way', core: (core) => core.reversed().bytes(), says: /./ },
  {
    name: '100 001 empty sections',
    core: (core) => bytes(core.bytes(), repeated(100_001, [0, 1, 0])),
    says: /more than 100000 sections/,
  },
];

/** Repeats a section. */
function again(core: Core, id: number): Uint8Array {
  const { body: its } = core.section(id) ?? section(id, []);
  return bytes([id], uleb(its.length), its);
}
