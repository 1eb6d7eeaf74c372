import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../../run-fmu.ts';
import { description, unitOf } from './units.ts';
import { type Written, zipOf } from './zips.ts';

/** A command line with hostile input. */
export interface Case {
  title: string;
  argv: string[];
  /** Pattern of the single message. Undefined if the command succeeds. */
  says?: RegExp;
  /** Expected exit code. Default: 1. */
  code?: number;
}

/**
 * Characters that a terminal obeys, hides or reorders and that XML and JSON allow: C1,
 * bidirectional, separators, zero-width.
 */
export const unseen = '\u007f\u0085\u009b31m\u061c\u200b\u200e\u200f\u2028\u2029\u202e\u2066\u2069\ufeff';

/** Returns all cases and creates their files in a folder. */
export async function hostileCases(folder: string): Promise<Case[]> {
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return [
    ...(await noFiles(folder)),
    ...jsonCases(file),
    ...archiveCases(file),
    ...descriptionCases(file),
    ...inputCases(file),
    ...sspCases(file),
    ...unitCases(folder),
  ];
}

type MakeFile = (name: string, content: string | Uint8Array) => string;

async function noFiles(folder: string): Promise<Case[]> {
  const at = (name: string): string => join(folder, name);
  execFileSync('mkfifo', [at('fifo')]);
  mkdirSync(at('folder'));
  symlinkSync(at('loop'), at('loop'));
  await new Promise<void>((resolve) => {
    const server = createServer().unref();
    server.listen(at('socket'), resolve);
  });
  const kinds: [name: string, path: string, says: RegExp][] = [
    ['pipe', at('fifo'), /it is a pipe, not a file/],
    ['endless device', '/dev/zero', /it is a device, not a file/],
    ['empty device', '/dev/null', /it is a device, not a file/],
    ['socket', at('socket'), /it is a socket, not a file/],
    ['folder', at('folder'), /it is a folder, not a file/],
    ['circle of links', at('loop'), /ELOOP/],
    ['missing file', at('missing'), /ENOENT/],
    ['name that is too long', at('x'.repeat(300)), /ENAMETOOLONG/],
    ['file that is no folder on the way', '/dev/null/x', /ENOTDIR/],
    ['name with \\0', `${folder}/a\0b`, /a\\u\{0\}b/],
  ];
  return kinds.flatMap(([kind, path, pattern], i) => {
    const link = (ending: string): string => {
      // The file type is detected from the name.
      if (/too long|on the way|\\0/.test(kind)) return path + (kind.startsWith('name with') ? ending : '');
      const name = at(`kind${i}${ending}`);
      symlinkSync(path, name);
      return name;
    };
    const csv = link('.csv');
    const run = kind === 'folder' ? /expected a system or an FMU, got a folder/ : pattern;
    const readable = kind === 'file that is no folder on the way' || kind === 'name that is too long';
    const cases: Case[] = [
      { title: `${kind} as system`, argv: ['run', link('.json')], says: run },
      { title: `${kind} as input`, argv: ['run', actuator, '--input', csv], says: readable ? /./ : pattern },
    ];
    if (readable) return cases;
    return [
      ...cases,
      { title: `${kind} as unit`, argv: ['run', link('.fmu')], says: run },
      {
        title: `${kind} to inspect`,
        argv: ['inspect', at(`kind${i}.fmu`)].map((w) =>
          kind.startsWith('name with') ? w.replace(at(`kind${i}.fmu`), `${path}.fmu`) : w,
        ),
        says: pattern,
      },
      { title: `${kind} as package`, argv: ['run', link('.ssp')], says: run },
      { title: `${kind} as structure`, argv: ['run', link('.ssd')], says: run },
      { title: `${kind} to export`, argv: ['export', link('.sys')], says: pattern },
      ...(kind === 'folder'
        ? []
        : [{ title: `${kind} to check`, argv: ['check', '--static', link('.xml')], says: pattern }]),
    ];
  });
}

const actuator = join(root, 'dist/hydraulic-actuator.fmu');

function jsonCases(file: MakeFile): Case[] {
  const good = {
    name: 's',
    units: { a: { fmu: actuator } },
    algorithm: { scheme: 'jacobi', step: 0.001 },
    stopTime: 0.01,
  };
  const text = (change: object): string => JSON.stringify({ ...good, ...change });
  const unit = (json: string): string => text({}).replace('{"fmu"', `{"parameters":${json},"fmu"`);
  const texts: [title: string, text: string | Uint8Array, says: RegExp][] = [
    ['nothing', '', /the file is empty/],
    ['null', 'null', /expected an object/],
    ['a list', '[]', /expected an object/],
    ['a comment', '{\n// x\n}', /json\d+\.json:2: not valid JSON/],
    ['a comma at the end', '{"a":1,}', /not valid JSON/],
    ['depth', '['.repeat(1e6), /lists and objects are nested more than 100 deep/],
    ['depth of objects', '{"a":'.repeat(1e5), /nested more than 100 deep/],
    ['values without end', `[${'0,'.repeat(2e6)}0]`, /more than 1000000 values/],
    ['errors without end', 'x '.repeat(1e6), /not valid JSON/],
    ['a string without end', `"${'a'.repeat(4e6)}`, /not valid JSON/],
    ['wide integers', unit(`{"h":[${'9007199254740993,'.repeat(2e5)}1]}`), /200001 values were given/],
    [
      'a number with a million digits',
      unit(`{"h":${'9'.repeat(1e6)}}`),
      /outside the range of 64-bit floating point/,
    ],
    ['1e400', unit('{"h":1e400}'), /1e400 is outside the range of 64-bit floating point/],
    ['1e-400', unit('{"h":1e-400}'), /1e-400 is not 0 and is too small/],
    ['a name twice', '{\n"name":"a",\n"name":"b"}', /json\d+\.json:3: the name "name" occurs twice here/],
    ['__proto__ at the top', '{"__proto__":{"name":"s"}}', /unknown property "__proto__"/],
    ['constructor at the top', text({ constructor: 1 }), /unknown property "constructor"/],
    [
      'the unit __proto__, which is missing',
      text({ connections: [{ from: '__proto__.y', to: 'a.s' }] }),
      /unknown unit "__proto__"/,
    ],
    [
      'a port toString',
      text({ connections: [{ from: 'toString.y', to: 'a.s' }] }),
      /unknown unit "toString"/,
    ],
    [
      'a variable constructor',
      text({ connections: [{ from: 'a.constructor', to: 'a.s' }] }),
      /unknown variable "constructor"/,
    ],
    ['a parameter __proto__', unit('{"__proto__":1}'), /unknown variable/],
    ['a parameter hasOwnProperty', unit('{"hasOwnProperty":1}'), /unknown variable/],
    ['half a surrogate pair', unit('{"\\ud800":1}'), /\\ud800, half of a surrogate pair/],
    ['UTF-16', Buffer.from(`\ufeff${text({})}`, 'utf16le'), /it is UTF-16 text/],
    ['no UTF-8', Buffer.from([0x7b, 0x0a, 0x22, 0xff, 0x22]), /it is not UTF-8 text \(line 2\)/],
    ['unseen characters', text({ [`\u001b[31m${unseen}`]: 1 }), /unknown property "\\u\{1b\}\[31m\\u\{7f\}/],
    [
      'line ends in a name',
      text({ connections: [{ from: 'a.\nfmu: done', to: 'a.s' }] }),
      /expected a match of/,
    ],
    [
      'a name of a megabyte',
      text({ connections: [{ from: `a.${'x'.repeat(1e6)}`, to: 'a.s' }] }),
      /… \(\d+ characters\) …/,
    ],
    ['a port of dots', text({ connections: [{ from: '.'.repeat(1e6), to: 'a.s' }] }), /./],
    [
      'a port of names and dots',
      text({ connections: [{ from: 'a.'.repeat(5e5), to: 'a.s' }] }),
      /unknown variable/,
    ],
    [
      'wrong things without end',
      text({ connections: Array(1e5).fill({ x: 1 }) }),
      /is missing|unknown property/,
    ],
    ['numbers that are texts', text({ stopTime: '1' }), /\/stopTime: expected a number/],
    ['a run without end', text({ stopTime: 1e308, algorithm: { scheme: 'jacobi', step: 1e-308 } }), /./],
    ['a step of 0', text({ algorithm: { scheme: 'jacobi', step: 0 } }), /step/],
    ['a scheme toString', text({ algorithm: { scheme: 'toString', step: 0.001 } }), /"toString"/],
    ['inputs that are a folder', text({ inputs: '.' }), /./],
    ['inputs in no form', text({ inputs: 'x.constructor' }), /./],
  ];
  return texts.map(([title, content, pattern], i) => ({
    title: `system.json: ${title}`,
    argv: ['run', file(`json${i}.json`, content), '-o', file(`json${i}.csv`, '')],
    says: pattern,
  }));
}

/** Returns the zip64 end record with the values of a zip's end record. */
function end64(zip: Uint8Array): Buffer {
  const end = Buffer.from(zip.subarray(-22));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeUInt32LE(44, 4);
  for (const at of [24, 32]) record.writeUInt32LE(end.readUInt16LE(10), at);
  record.writeUInt32LE(end.readUInt32LE(12), 40);
  record.writeUInt32LE(end.readUInt32LE(16), 48);
  return record;
}

/** Returns the locator of a zip64 end record directly after the directory. */
function locator64(zip: Uint8Array): Buffer {
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(zip.length - 22, 8);
  locator.writeUInt32LE(1, 16);
  return locator;
}

function archiveCases(file: MakeFile): Case[] {
  const xml: Written = { name: 'modelDescription.xml', content: description() };
  const named = (name: string | Uint8Array): Uint8Array => zipOf([xml, { name, content: 'x' }]);
  const zip64 = new Uint8Array(76);
  new DataView(zip64.buffer).setUint32(0, 0x06064b50, true);
  new DataView(zip64.buffer).setUint32(56, 0x07064b50, true);
  const whole = zipOf([xml]);
  const twoRecords = Buffer.concat([end64(whole), zip64.subarray(0, 56), locator64(whole)]);
  const zeros = new Uint8Array(2 ** 20);
  const bombs: Written[] = Array.from({ length: 4 }, (_, i) => ({
    name: `b${i}`,
    content: zeros,
    method: 8,
  }));
  const archives: [title: string, bytes: Uint8Array, says?: RegExp][] = [
    ['nothing', new Uint8Array(), /damaged or cut short/],
    ['text', Buffer.from('hello'), /damaged or cut short/],
    ['a tail', zipOf([xml], { after: Buffer.from('x') }), /damaged or cut short/],
    ['half', whole.subarray(0, whole.length / 2), /damaged or cut short/],
    ['no directory', zipOf([xml], { begin: 1e9 }), /directory is damaged/],
    ['a directory elsewhere', zipOf([xml], { begin: 0 }), /directory is damaged/],
    ['more entries than there are', zipOf([xml], { count: 2 }), /directory is damaged/],
    [
      'fewer entries than there are',
      zipOf([xml, { name: 'a' }], { count: 1 }),
      /does not have the stated size/,
    ],
    ['no entries', zipOf([]), /does not contain modelDescription\.xml/],
    ['a part of several', zipOf([xml], { disk: 1 }), /one part of several/],
    ['zip64', zipOf([xml], { count: 0xffff }), /zip64/],
    ['a zip64 directory that says otherwise', zipOf([xml], { before: zip64 }), /two directories/],
    ['two zip64 directories', zipOf([xml], { before: twoRecords }), /two directories/],
    ['zip64 sizes', zipOf([{ ...xml, bytes: 0xffffffff }]), /zip64 form/],
    ['../x', named('../x'), /points outside/],
    ['a/../../x', named('a/../../x'), /points outside/],
    ['/x', named('/x'), /points outside/],
    ['C:/x', named('C:/x'), /points outside/],
    ['..\\x', named('..\\x'), /points outside/],
    ['C:\\x', named('C:\\x'), /points outside/],
    ['a\\b of Unix', zipOf([xml, { name: 'a\\b', maker: 3 }]), /has a backslash/],
    [
      'a\\b and a/b',
      zipOf([xml, { name: 'a\\b', content: '1' }, { name: 'a/b', content: '2' }]),
      /occurs twice/,
    ],
    ['a//b', named('a//b'), /not a file name/],
    ['an empty name', named(''), /points outside/],
    ['NUL', named('a\0b'), /points outside/],
    ['ESC', named('a\u001b[2Jb'), /"a\\u\{1b\}\[2Jb" has a control character/],
    ['a name of 60 000 bytes', named('a'.repeat(60_000)), /has 60000 bytes/],
    ['a name of slashes', named('a/'.repeat(30_000)), /has 60000 bytes/],
    ['case', zipOf([xml, { name: 'a' }, { name: 'A' }]), /are one file/],
    ['a dot at the end', zipOf([xml, { name: 'a' }, { name: 'a.' }]), /are one file/],
    ['a name twice', zipOf([xml, { name: 'a', content: '1' }, { name: 'a', content: '2' }]), /occurs twice/],
    ['a file and a folder', zipOf([xml, { name: 'a' }, { name: 'a/b' }]), /a file and a folder/],
    ['a link', zipOf([xml, { name: 'a', mode: 0o120777, maker: 3 }]), /symbolic link/],
    ['a link of macOS', zipOf([xml, { name: 'a', mode: 0o120777, maker: 19 }]), /symbolic link/],
    ['a device', zipOf([xml, { name: 'a', mode: 0o020666, maker: 3 }]), /neither file nor folder/],
    [
      'entries on one another',
      zipOf([xml, { name: 'a', content: 'xxx' }, { name: 'b', offset: 0 }]),
      /overlaps the next one/,
    ],
    [
      'an entry in another',
      zipOf([{ name: 'a', content: whole, compressedBytes: whole.length + 60 }, xml]),
      /overlaps the next one/,
    ],
    ['encrypted', zipOf([{ ...xml, flags: 1 }]), /encrypted/],
    ['strongly encrypted', zipOf([{ ...xml, flags: 0x40 }]), /encrypted/],
    ['an unknown method', zipOf([{ ...xml, method: 99 }]), /compression method 99/],
    ['another checksum', zipOf([{ ...xml, crc: 1 }]), /checksum is wrong/],
    ['another size', zipOf([{ ...xml, compressedBytes: 1e6 }]), /overlaps the next one|cut short/],
    ['another local name', zipOf([{ ...xml, local: { name: 'modelDescriptioN.xml' } }]), /another name/],
    ['another local method', zipOf([{ ...xml, local: { method: 8 } }]), /stored differently/],
    ['another local flag', zipOf([{ ...xml, local: { flags: 1 } }]), /stored differently/],
    ['another local size', zipOf([{ ...xml, local: { bytes: 5 } }]), /size or checksum differs/],
    [
      'deflated rubbish',
      zipOf([{ ...xml, content: 'rubbish', method: 0, local: { method: 8 } }]),
      /stored differently/,
    ],
    ['nowhere', zipOf([{ ...xml, offset: 1e8 }]), /not at its position in the directory/],
    ['a comment with a directory', zipOf([xml], { comment: 'PK\u0005\u0006' })],
    ['four entries that inflate well', zipOf([xml, ...bombs])],
    ['names in code page 437', named(Buffer.from([0x81, 0x2e, 0x74])), undefined],
    ['no text in the description', unitOf(Buffer.from([0x3c, 0xff])), /contain a root element/],
    [
      'half a character of UTF-16 in the description',
      unitOf(Buffer.from(`\ufeff${description()}\ud800`, 'utf16le')),
      /UTF-16/,
    ],
    [
      'the folder and not its content',
      zipOf([{ name: 'm/modelDescription.xml', content: 'x' }]),
      /Zip the content/,
    ],
  ];
  return archives.map(([title, bytes, pattern], i) => ({
    title: `archive: ${title}`,
    argv: ['inspect', file(`archive${i}.fmu`, bytes)],
    ...(pattern && { says: pattern }),
  }));
}

function descriptionCases(file: MakeFile): Case[] {
  const variable = (rest: string, inside = ''): string =>
    description({ variables: `<Float64 name="a" valueReference="1" ${rest}>${inside}</Float64>` });
  const size = (n: string, times = 1): string => `<Dimension start="${n}"/>`.repeat(times);
  const long = 'n'.repeat(1e6);
  const many = (n: number, of: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => of(i)).join('');
  const texts: [title: string, xml: string, says?: RegExp][] = [
    ['nothing', '', /modelDescription\.xml/],
    ['another root', '<a/>', /the root element is <a>/],
    ['a prototype as root', '<constructor/>', /the root element is <constructor>/],
    ['depth', '<a>'.repeat(1e5), /more than 200 levels of nested elements/],
    ['attributes', `<a ${many(1e5, (i) => `a${i}="" `)}/>`, /more than 200 attributes/],
    [
      'a document type',
      `<!DOCTYPE a [<!ENTITY b "c">]>${description()}`.replace(/<\?.*\?>/, ''),
      /document type/,
    ],
    [
      'a document type behind <!-- in an instruction',
      `<?x <!-- ?><!DOCTYPE a>${description().replace(/<\?.*\?>/, '')}`,
      /document type/,
    ],
    ['comments that do not end', `<?x ${'<!-- '.repeat(2e5)}?><a/>`, /the root element/],
    ['an entity', description({ head: 'modelName="&b;" instantiationToken="t"' }), /undefined entity/],
    ['a size of 4294967295', variable('', size('4294967295', 2)), /more than 100000000 elements/],
    ['sizes beyond every number', variable('', size('9007199254740991', 60)), /more than 100000000 elements/],
    ['a size of 0', variable('', size('0')), /a size that is not 0/],
    ['a size of 1e9', variable('', size('1e9')), /a whole number from 0/],
    ['digits without end', variable(`start="${'1'.repeat(1e6)}x"`), /expected values of the type Float64/],
    ['start values without end', variable(`start="${'0 '.repeat(12e6)}"`), /no more than 10000000 values/],
    [
      'a number that is a prototype',
      description({ experiment: '<DefaultExperiment startTime="constructor"/>' }),
      /expected a number/,
    ],
    [
      'a causality that is a prototype',
      variable('causality="constructor"'),
      /causality of <Float64> is "constructor"/,
    ],
    [
      'attributes that are prototypes',
      variable('constructor="1" toString="2" __proto__="3" hasOwnProperty="4"'),
    ],
    ['a variable __proto__', description({ variables: '<Float64 name="__proto__" valueReference="1"/>' })],
    [
      'two of one name',
      description({
        variables: '<Float64 name="a" valueReference="1"/><Float64 name="a" valueReference="2"/>',
      }),
      /two variables are named "a"/,
    ],
    ['a name of a megabyte', description({ variables: `<Float64 name="${long}" valueReference="1"/>` })],
    [
      'a name of a megabyte twice',
      description({ variables: `<Float64 name="${long}" valueReference="1"/>`.repeat(2) }),
      /… \(\d+ characters\) …/,
    ],
    [
      'dependencies on a long name',
      description({
        variables: `<Float64 name="${long}" valueReference="1" causality="output"/>`,
        structure: `<Output valueReference="1" dependencies="${'1 '.repeat(1e5)}"/>`,
      }),
    ],
    [
      'aliases without end',
      variable(
        '',
        many(3e4, (i) => `<Alias name="b${i}"/>`),
      ),
    ],
    [
      'unseen characters',
      description({
        head: `modelName="&#9;&#10;${unseen}" description="${unseen}" instantiationToken="${unseen}" generationTool="${unseen}"`,
        variables: `<Float64 name="${unseen}" valueReference="1" description="&#10;${unseen}"/>`,
      }),
    ],
    [
      'unseen characters in units of measure',
      description({
        unitsOfMeasure: `<UnitDefinitions><Unit name="${unseen}"><DisplayUnit name="&#10;${unseen}"/></Unit></UnitDefinitions>`,
      }),
    ],
    [
      'unseen characters that are wrong',
      variable(`causality="&#10;${unseen}"`),
      /causality of <Float64> is "\\n/,
    ],
    [
      'a line end that makes a line',
      description({ variables: '<Float64 name="a&#10;fmu: all is well" valueReference="1"/>'.repeat(2) }),
      /named "a\\nfmu: all is well"/,
    ],
    [
      'a control character',
      description({ head: 'modelName="\u001b[2J" instantiationToken="t"' }),
      /disallowed character/,
    ],
    [
      'half a surrogate pair',
      description({ head: 'modelName="&#xd800;" instantiationToken="t"' }),
      /malformed character|undefined entity/,
    ],
    ['tags that do not end', '<a '.repeat(1e5), /./],
  ];
  return texts.flatMap(([title, xml, pattern], i) => {
    const unit = file(`description${i}.fmu`, unitOf(xml));
    const inspected = {
      title: `description: ${title}`,
      argv: ['inspect', unit],
      ...(pattern && { says: pattern }),
    };
    if (pattern !== undefined && !/unseen|prototype/.test(title)) return [inspected];
    return [
      inspected,
      // A run fails because it lacks a binary.
      {
        title: `description, to run: ${title}`,
        argv: ['run', unit],
        says: pattern ?? /no binary|no interface|./,
      },
    ];
  });
}

function inputCases(file: MakeFile): Case[] {
  const texts: [title: string, text: string | Uint8Array, says: RegExp][] = [
    ['nothing', '', /expected a column "time" \[s\]/],
    ['a header alone', 'time,s\n', /got a header only/],
    ['spaces before a bracket', `time,${' a'.repeat(10)}${' '.repeat(2e5)}[x\n0,0\n`, /is not an input/],
    ['brackets', `time,${'['.repeat(2e5)}\n0,0\n`, /is not an input/],
    ['spaces and brackets', `time,s${' ['.repeat(1e5)}\n0,0\n`, /is not an input/],
    ['quotes', `time,"${'""'.repeat(1e5)}\n0,0`, /Use a CSV file/],
    ['fields of spaces', `time,s\n0,${' '.repeat(1e6)}1 x\n`, /line 2, s/],
    ['digits', `time,s\n0,${'1'.repeat(2e5)}x\n`, /line 2, s/],
    ['rows of one more field', 'time,s\n0,0,0\n', /Use a CSV file/],
    ['fields without end', `time,s\n${','.repeat(20_000_001)}`, /at most 20000000 fields/],
    ['the title __proto__', 'time,__proto__\n0,0\n', /"__proto__" is not an input/],
    ['no UTF-8', Buffer.from([0x74, 0x69, 0x6d, 0x65, 0x2c, 0xff, 0x0a]), /not UTF-8/],
    ['UTF-16', Buffer.from('\ufefftime,s\n0,0\n', 'utf16le'), /UTF-16/],
    ['unseen characters', `time,\u001b[2J${unseen}\n0,0\n`, /"\\u\{1b\}\[2J\\u\{7f\}/],
    ['a title of a megabyte', `time,${'x'.repeat(1e6)}\n0,0\n`, /… \(\d+ characters\) …/],
    ['1e400', 'time,s\n0,1e400\n', /line 2, s/],
    ['a time of 1e400', 'time,s\n1e400,0\n', /expected the time as a number/],
  ];
  const sets: [title: string, text: string, says: RegExp][] = [
    ['no =', 'x', /expected name=value/],
    ['spaces', `s=1${' '.repeat(2e5)}x`, /set .*s/],
    ['brackets', `s=1${'['.repeat(2e5)}`, /set .*s/],
    ['spaces before a bracket', `s=1${' '.repeat(2e5)}[`, /set .*s/],
    ['digits', `s=${'1'.repeat(2e5)}x`, /set .*s/],
    ['commas', `s=${','.repeat(1e5)}`, /100001 values were given/],
    ['a name __proto__', '__proto__=1', /unknown variable/],
    ['a name constructor', 'constructor=1', /unknown variable/],
    ['a unit of measure constructor', 's=1[constructor]', /constructor is not a known unit/],
    ['factors without end', `s=1[${'m.'.repeat(1e5)}m]`, /not a known unit|cannot be converted/],
    ['unseen characters', `\u001b[2J${unseen}=1`, /\\u\{1b\}\[2J/],
    ['a value of a megabyte', `s=${'x'.repeat(1e5)}`, /… \(\d+ characters\) …/],
  ];
  return [
    ...texts.map(([title, text, pattern], i) => ({
      title: `input: ${title}`,
      argv: ['run', actuator, '--stop-time', '0.01', '--no-record', '--input', file(`input${i}.csv`, text)],
      says: pattern,
    })),
    ...sets.map(([title, text, pattern]) => ({
      title: `--set: ${title}`,
      argv: ['run', actuator, '--stop-time', '0.01', '--no-record', '--set', text],
      says: pattern,
      ...(text.includes('=') ? {} : { code: 2 }),
    })),
  ];
}

const ssdHead =
  '<SystemStructureDescription version="1.0" name="s" xmlns="http://ssp-standard.org/SSP1/SystemStructureDescription">';

/** Returns a system structure description with this content in its system. */
function ssd(inside: string, rest = ''): string {
  return `${ssdHead}<System name="s">${inside}</System>${rest}</SystemStructureDescription>`;
}

function component(source: string, name = 'a'): string {
  return `<Component name="${name}" source="${source}" type="application/x-ssp-definition"/>`;
}

function sspCases(file: MakeFile): Case[] {
  const levels = 16;
  const twice = (next: string): string =>
    ssd(`<Elements>${component(next, 'a')}${component(next, 'b')}</Elements>`);
  const multiplied = new Map(
    Array.from({ length: levels }, (_, i) => [
      i === 0 ? 'SystemStructure.ssd' : `l${i}.ssd`,
      i === levels - 1
        ? ssd(
            `<Connectors>${Array.from({ length: 50 }, (_, k) => `<Connector name="c${k}" kind="input"/>`).join('')}</Connectors>`,
          )
        : twice(`l${i + 1}.ssd`),
    ]),
  );
  const pack = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array =>
    zipOf([...files].map(([name, content]) => ({ name, content, method: 8 })));
  const one = (text: string): Uint8Array => pack(new Map([['SystemStructure.ssd', text]]));
  const source = (uri: string): Uint8Array => one(ssd(`<Elements>${component(uri)}</Elements>`));
  const annotation = (json: string): Uint8Array =>
    pack(
      new Map<string, string | Uint8Array>([
        [
          'SystemStructure.ssd',
          ssd(
            '<Elements><Component name="a" source="resources/a.fmu"/></Elements>',
            `<DefaultExperiment startTime="0" stopTime="1"/><Annotations><Annotation type="org.fmukit.system"><system json="${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/></Annotation></Annotations>`,
          ),
        ],
        ['resources/a.fmu', unitOf(description())],
      ]),
    );
  const indexes = Array.from({ length: 40 }, (_, i) => i);
  const doubled = ssd(
    `<Elements>${indexes
      .map(
        (i) =>
          `<System name="p${i}"><Connectors><Connector name="u" kind="input"/><Connector name="y" kind="output"/></Connectors><Connections>${'<Connection startConnector="u" endConnector="y"/>'.repeat(2)}</Connections></System>`,
      )
      .join('')}<Component name="a" source="a.fmu"/></Elements><Connections>${indexes
      .slice(1)
      .map((i) =>
        `<Connection startElement="p${i - 1}" startConnector="y" endElement="p${i}" endConnector="u"/>`.repeat(
          2,
        ),
      )
      .join(
        '',
      )}<Connection startElement="p39" startConnector="y" endElement="a" endConnector="u"/><Connection startElement="a" startConnector="y" endElement="p0" endConnector="u"/></Connections>`,
  );
  file('a.fmu', unitOf(description()));
  const packages: [title: string, bytes: Uint8Array, says: RegExp][] = [
    ['no description', pack(new Map([['a', '']])), /missing SystemStructure\.ssd/],
    ['nothing to run', one(ssd('')), /the system is empty/],
    ['references that multiply', pack(multiplied), /more than 500000 elements, connectors/],
    ['a circle of references', source('SystemStructure.ssd'), /expected at most 20 nested systems/],
    [
      'a circle in itself',
      one(
        `${ssdHead}<System name="s" id="i"><Elements>${component('#i')}${component('#i', 'b')}</Elements></System></SystemStructureDescription>`,
      ),
      /at most 20 nested systems|more than 500000/,
    ],
    ['source %zz', source('%zz'), /source "%zz" is not a valid URI/],
    ['source %', source('%'), /is not a valid URI/],
    ['source with NUL', source('a%00b'), /a character that paths in a package must not have/],
    ['source with \\', source('..%5Cx'), /a character that paths in a package must not have/],
    ['source ../x', source('../x'), /is outside the package/],
    ['source %2e%2e/x', source('%2e%2e/x'), /is outside the package/],
    ['source /etc/passwd', source('/etc/passwd'), /is not relative/],
    ['source file:///x', source('file:///etc/passwd'), /is not relative/],
    ['source that is missing', source('x.fmu'), /missing file x\.fmu/],
    ['source with unseen characters', source(`&#10;${unseen}`), /\\n\\u\{7f\}/],
    ['source that is a folder', source('.'), /./],
    ['an unknown id', source('#x'), /unknown system id "x"/],
    ['a component of no source', one(ssd('<Elements><Component name="a"/></Elements>')), /lacks a source/],
    [
      'an unknown type',
      one(ssd('<Elements><Component name="a" source="a" type="constructor"/></Elements>')),
      /has the type constructor/,
    ],
    ['depth', one(ssdHead + '<System name="s"><Elements>'.repeat(150)), /levels of nested elements|unclosed/],
    ['an annotation that is no JSON', annotation('{'), /annotation org\.fmukit\.system:1: not valid JSON/],
    ['an annotation with more', annotation('{"x":1}'), /unknown property "x"/],
    ['an annotation of null', annotation('null'), /expected an object, got null/],
    ['an annotation with a wrong step', annotation('{"algorithm":{"scheme":"jacobi","step":"x"}}'), /step/],
    ['an annotation with a wrong order', annotation('{"orders":{"a.u":7}}'), /expected one of 0, 1, 2/],
    ['an annotation that names ../../x', annotation('{"inputs":"../../x.csv"}'), /is outside the package/],
    ['an annotation that names /etc/passwd', annotation('{"inputs":"/etc/passwd"}'), /is not relative/],
    ['an annotation with __proto__', annotation('{"units":{"__proto__":{"solver":1}}}'), /solver/],
    ['an annotation without end', annotation('['.repeat(1e5)), /nested more than 100 deep/],
    [
      'a package in itself that is damaged',
      pack(
        new Map<string, string | Uint8Array>([
          ['SystemStructure.ssd', ssd(`<Elements>${component('resources/x.ssp')}</Elements>`)],
          ['resources/x.ssp', 'x'],
        ]),
      ),
      /damaged or cut short/,
    ],
    [
      'no UTF-8',
      pack(new Map<string, string | Uint8Array>([['SystemStructure.ssd', Buffer.from([0xff])]])),
      /outside of root node/,
    ],
  ];
  return [
    ...packages.map(([title, bytes, pattern], i) => ({
      title: `package: ${title}`,
      argv: ['run', file(`package${i}.ssp`, bytes), '--step', '0.01'],
      says: pattern,
    })),
    {
      title: 'structure: ways that double',
      argv: ['run', file('doubled.ssd', doubled)],
      says: /expected at most 2000000/,
    },
  ];
}

function unitCases(folder: string): Case[] {
  const texts: [title: string, text: string | Uint8Array, says: RegExp][] = [
    ['nothing', '', /the file is empty/],
    ['depth', '['.repeat(1e5), /nested more than 100 deep/],
    ['a variable __proto__', manifest('__proto__'), /the SDK reserves the name "__proto__"/],
    ['a variable constructor', manifest('constructor'), /the SDK reserves the name "constructor"/],
    [
      'an enumeration constructor',
      manifest('e', '"type":"Enumeration","enumeration":"constructor"'),
      /unknown enumeration "constructor"/,
    ],
    ['unseen characters', manifest(`\\u001b${unseen}`), /\/name/],
    ['no UTF-8', Buffer.from([0xff]), /not UTF-8/],
    ['an include of itself', '{"include":1}', /./],
  ];
  return texts.map(([title, text, pattern], i) => {
    const unit = join(folder, `unit${i}`);
    mkdirSync(unit);
    writeFileSync(join(unit, 'unit.json'), text);
    return { title: `unit.json: ${title}`, argv: ['lint', unit], says: pattern };
  });
}

function manifest(name: string, rest = '"type":"Float64"'): string {
  return `{"name":"my-unit","version":"1.0.0","description":"d","variables":[{"name":"${name}",${rest},"causality":"output"}]}`;
}
