import { elf } from '../../../fmu-sdk/check/example/example-elf.ts';
import { type Base, bases } from './bases.ts';
import { type Change, descriptionPath, replaced, type Tag, tagsOf, withText } from './change.ts';

/** Unusual but allowed changes of a text. Undefined if one does not apply. */
const ofText: Readonly<Record<string, (text: string, base: Base) => string | undefined>> = {
  'attributes in reverse': (text) =>
    changeTags(
      text,
      ({ name, attributes, empty }) =>
        `<${name}${attributes
          .map((a) => a.text)
          .reverse()
          .join('')}${empty ? '/' : ''}>`,
    ),
  'every attribute on a line': (text) =>
    changeTags(
      text,
      ({ name, attributes, empty }) =>
        `<${name}${attributes.map((a) => `\n\t\t${a.text.trim()}`).join('')}\n${empty ? '/' : ''}>`,
    ),
  'single quotes': (text) =>
    changeTags(
      text,
      ({ name, attributes, empty }) =>
        `<${name}${attributes.map((a) => ` ${a.name}='${a.value}'`).join('')}${empty ? '/' : ''}>`,
    ),
  'spaces around the equals sign': (text) =>
    changeTags(
      text,
      ({ name, attributes, empty }) =>
        `<${name}${attributes.map((a) => ` ${a.name} = "${a.value}"`).join('')} ${empty ? '/' : ''}>`,
    ),
  'no element is empty': (text) =>
    changeTags(text, (tag) => (tag.empty ? `${tag.text.replace(/\s*\/>$/, '>')}</${tag.name}>` : tag.text)),
  'a comment in front of every element': (text) =>
    changeTags(text, (tag) => `<!-- ${tag.name} -->${tag.text}`),
  'comments with what looks like elements': (text) =>
    changeTags(text, (tag) => (tag.empty ? `<!-- <${tag.name}/> -->${tag.text}` : tag.text)),
  'processing instructions': (text) => text.replace('<ModelVariables>', '<?tool here?><ModelVariables>'),
  'one line': (text) => text.replace(/\n\s*/g, ' ').replace('?> ', '?>\n'),
  'line ends of Windows': (text) => text.replace(/\r?\n/g, '\r\n'),
  'empty lines': (text) => text.replace(/>\n/g, '>\n\n\n'),
  'numbers as characters': (text) =>
    text.replace(/modelName="(\w)/, (_, c: string) => `modelName="&#${c.charCodeAt(0)};`),
  'numbers as characters, in sixteens': (text) =>
    text.replace(/modelName="(\w)/, (_, c: string) => `modelName="&#x${c.charCodeAt(0).toString(16)};`),
  'entities of XML': (text) => text.replace('modelName="', 'modelName="&lt;&amp;&gt;&quot;&apos; '),
  'letters beyond ASCII': (text) => text.replace('modelName="', 'modelName="Größe λ 漢字 😀 '),
  'a description of everything': (text) =>
    text.replace(
      /<(Float64|Int32|ScalarVariable|String)( [^>]*?name="(?![^>]*description=))/g,
      '<$1 description="what: it &lt; is"$2',
    ),
  'true as 1': (text) => text.replace(/="true"/g, '="1"'),
  'false as 0': (text) => text.replace(/="false"/g, '="0"'),
  'numbers with exponents': (text) =>
    text.replace(
      /(startTime|stopTime|stepSize|tolerance|nominal)="(\d[\d.]*)"/g,
      (_, a: string, n: string) => `${a}="${Number(n).toExponential()}"`,
    ),
  'numbers with a plus': (text) => text.replace(/(stopTime|max)="(\d[\d.]*)"/g, '$1="+$2"'),
  'numbers with a point behind them': (text) => text.replace(/(stopTime)="(\d+)"/g, '$1="$2."'),
  'numbers with zeros in front': (text) => text.replace(/valueReference="(\d)"/g, 'valueReference="0$1"'),
  'spaces around numbers': (text) => text.replace(/(startTime|stopTime)="([^"]+)"/g, '$1=" $2 "'),
  'no description of the tool': (text) =>
    text.replace(
      /\s(generationTool|description|author|version|copyright|license)="[^"]*"(?=[^>]*instantiationToken|[^>]*guid)/g,
      '',
    ),
  'a date with fractions of a second': (text) =>
    text.replace(/generationDateAndTime="[^"]*"/, 'generationDateAndTime="2026-07-31T12:00:00.123Z"'),
  'a schema is named': (text) =>
    text.replace(
      '<fmiModelDescription',
      '<fmiModelDescription xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="fmi.xsd"',
    ),
  'a namespace of one’s own': (text) =>
    text.replace('<fmiModelDescription', '<fmiModelDescription xmlns:tool="http://example.com/tool"'),
  'a token in braces': (text) =>
    text.replace(/(instantiationToken|guid)="[^"]*"/, '$1="{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}"'),
  'a token of any text': (text) =>
    text.replace(/(instantiationToken|guid)="[^"]*"/, '$1="token with spaces, and ünïcode"'),
  'units that nobody uses': (text) =>
    text
      .replace(
        '<ModelVariables>',
        text.includes('<UnitDefinitions>') ? '<ModelVariables>' : '<ModelVariables>',
      )
      .replace(
        /<TypeDefinitions>/,
        text.includes('<UnitDefinitions>')
          ? '<TypeDefinitions>'
          : '<UnitDefinitions><Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit></UnitDefinitions><TypeDefinitions>',
      ),
  'a unit without base units': (text) =>
    text.includes('<UnitDefinitions>')
      ? text.replace('<UnitDefinitions>', '<UnitDefinitions><Unit name="bananas"/>')
      : undefined,
  'types that nobody uses': (text, { fmi }) =>
    text.replace(
      '<TypeDefinitions>',
      fmi === 3
        ? '<TypeDefinitions><BooleanType name="Switch"/>'
        : '<TypeDefinitions><SimpleType name="Switch"><Boolean/></SimpleType>',
    ),
  'an experiment of nothing': (text) => text.replace(/<DefaultExperiment[^>]*\/>/, '<DefaultExperiment/>'),
  'no experiment': (text) => text.replace(/<DefaultExperiment[^>]*\/>/, ''),
  'an experiment with a stop time alone': (text) =>
    text.replace(/<DefaultExperiment[^>]*\/>/, '<DefaultExperiment stopTime="3"/>'),
  'a begin below 0': (text) => text.replace(/startTime="[^"]*"/, 'startTime="-5"'),
  'categories with descriptions': (text) =>
    text.replace(/<Category name="(\w+)"\/>/g, '<Category name="$1" description="of $1"/>'),
  'no categories': (text) => text.replace(/<LogCategories>.*?<\/LogCategories>/s, ''),
  'annotations of a vendor': (text, { fmi }) =>
    fmi === 3
      ? text.includes('<Annotations>')
        ? text.replace(
            '<Annotations>',
            '<Annotations><Annotation type="com.example.other"><any xmlns="http://example.com"><thing a="b"/>text</any></Annotation>',
          )
        : text.replace(
            '</fmiModelDescription>',
            '<Annotations><Annotation type="com.example.other"><any><thing a="b"/>text</any></Annotation></Annotations></fmiModelDescription>',
          )
      : text.includes('<VendorAnnotations>')
        ? text.replace(
            '<VendorAnnotations>',
            '<VendorAnnotations><Tool name="Other"><any><thing a="b"/>text</any></Tool>',
          )
        : text.replace(
            '<ModelVariables>',
            '<VendorAnnotations><Tool name="Other"><any><thing a="b"/>text</any></Tool></VendorAnnotations><ModelVariables>',
          ),
  'an annotation of every variable': (text, { fmi }) =>
    fmi === 3
      ? text.replace(
          /<(Int32|UInt8|Boolean)( [^>]*?)\/>/g,
          '<$1$2><Annotations><Annotation type="com.example">x</Annotation></Annotations></$1>',
        )
      : undefined,
  'a display unit with an offset': (text) =>
    text.replace(
      /<DisplayUnit name="mm" factor="1000"( offset="0" inverse="false")?\/>/,
      '<DisplayUnit name="mm" factor="1000" offset="-3"/>',
    ),
  'the largest numbers': (text) =>
    text.replace(/min="0" max="100"/, 'min="-1.7976931348623157e308" max="1.7976931348623157e308"'),
  'variables in groups': (text, { fmi }) => (fmi === 3 ? reordered(text) : undefined),
  'the largest value reference': (text, { fmi, name }) =>
    fmi === 3 && name === 'ticker3'
      ? text.replaceAll('valueReference="18"', 'valueReference="4294967295"')
      : undefined,
  'kinds of dependencies': (text) =>
    text.replace(
      /(<(?:Output|Unknown) [^>]*dependencies="(\d+)")(\/>)/g,
      '$1 dependenciesKind="dependent"$3',
    ),
  'everything depends on everything': (text, { name }) =>
    name === 'full3' || name === 'full2' ? text.replace(/ dependencies="[^"]*"/g, '') : undefined,
  'an output that depends on nothing': (text) => text.replace(/dependencies=""/g, 'dependencies=" "'),
};

function changeTags(text: string, change: (tag: Tag) => string): string {
  return tagsOf(text).reduceRight((now, tag) => replaced(now, tag.at, tag.text.length, change(tag)), text);
}

/** Variables of FMI 3.0 in the opposite order: there it means nothing. */
function reordered(text: string): string {
  return text.replace(
    /(<ModelVariables>\n)(.*?)(\s*<\/ModelVariables>)/s,
    (whole, begin: string, list: string, end: string) => {
      const lines = list.split('\n');
      return lines.every((line) => /^\s*<(\w+).*(\/>|<\/\1>)$/.test(line))
        ? begin + lines.reverse().join('\n') + end
        : whole;
    },
  );
}

/** Allowed additional files of an archive. */
const ofFiles: Readonly<
  Record<string, (files: Map<string, string | Uint8Array>, base: Base) => Map<string, string | Uint8Array>>
> = {
  'files of another tool': (files) => files.set('extra/org.other.tool/deep/er/a.bin', Uint8Array.of(1, 2, 3)),
  'resources in folders': (files) => files.set('resources/a/b/c/d.txt', 'x'),
  'resources without an end of name': (files) => files.set('resources/README', 'x'),
  'resources with spaces': (files) => files.set('resources/a table of values.csv', 'x'),
  'resources of many dots': (files) => files.set('resources/a.b.c..d', 'x'),
  'an empty resource': (files) => files.set('resources/nothing', ''),
  'a large resource': (files) => files.set('resources/zeros.bin', new Uint8Array(100_000)),
  'hidden resources': (files) => files.set('resources/.hidden', 'x'),
  'an XML that is none, in resources': (files) => files.set('resources/a.xml', '<not'),
  'a library in resources': (files) => files.set('resources/other.so', 'x'),
  'documentation with pictures': (files) => files.set('documentation/pictures/a.png', Uint8Array.of(1)),
  'licences of others': (files) => files.set('documentation/licenses/other.md', 'x'),
  'a library for another machine': (files, { fmi, identifier }) =>
    fmi === 3 ? files.set(`binaries/aarch64-linux/${identifier}.so`, elf({ machine: 183 })) : files,
  'a library beside the library': (files, { fmi }) =>
    files.set(`binaries/${fmi === 3 ? 'x86_64-linux' : 'linux64'}/libhelper.so`, elf({ exports: ['help'] })),
  'the library needs one beside it': (files, { fmi, identifier }) => {
    const folder = `binaries/${fmi === 3 ? 'x86_64-linux' : 'linux64'}`;
    return files
      .set(`${folder}/libhelper.so`, elf({ exports: ['help'] }))
      .set(`${folder}/${identifier}.so`, elf({ needed: ['libhelper.so', 'libc.so.6'], runPath: '$ORIGIN' }));
  },
  'files in the opposite order': (files) => new Map([...files].reverse()),
  'no documentation': (files) =>
    new Map([...files].filter(([path]) => !path.startsWith('documentation/index'))),
};

/** Allowed forms of an archive that fmukit does not write. */
const ofBytes: Readonly<Record<string, (zip: Uint8Array) => Uint8Array>> = {
  'a comment of the archive': (zip) => {
    const bytes = new Uint8Array(zip.length + 5);
    bytes.set(zip);
    bytes.set(new TextEncoder().encode('hello'), zip.length);
    bytes[zip.length - 2] = 5;
    return bytes;
  },
  'another time of the files': (zip) => {
    const bytes = zip.slice();
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 46 < bytes.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 12, 0x5d31_6000, true);
    return bytes;
  },
  'made by Unix': (zip) => {
    const bytes = zip.slice();
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 46 < bytes.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) {
        view.setUint16(at + 4, 0x031e, true);
        view.setUint32(at + 38, 0o100_644 * 65_536, true);
      }
    return bytes;
  },
};

/** Changes that break nothing, of all bases. */
export function* liberties(): Iterable<Change> {
  for (const base of bases) {
    const text = base.files.get(descriptionPath) as string;
    for (const [sort, change] of Object.entries(ofText)) {
      const next = change(text, base);
      if (next !== undefined && next !== text)
        yield { name: `${base.name}: ${sort}`, sort, base, files: withText(base, descriptionPath, next) };
    }
    for (const [sort, change] of Object.entries(ofFiles)) {
      const files = change(new Map(base.files), base);
      yield { name: `${base.name}: ${sort}`, sort, base, files };
    }
    for (const [sort, zip] of Object.entries(ofBytes))
      yield { name: `${base.name}: ${sort}`, sort, base, zip };
  }
}
