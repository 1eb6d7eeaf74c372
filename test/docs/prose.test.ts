import { describe, expect, it } from 'vitest';
import { checkAllFiles, checkFile } from '../../bin/prose/check.mjs';

const words = (count: number): string => Array.from({ length: count }, () => 'step').join(' ');
const rulesOf = (path: string, text: string): string[] => checkFile(path, text).map(({ rule }) => rule);

describe('the check of prose in Markdown', () => {
  it('reports a sentence of 31 words in a README with its line', () => {
    const text = `# Title\n\nA good sentence. The ${words(14)}\n${words(16)}.\n`;
    const [finding, ...more] = checkFile('README.md', text);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ path: 'README.md', line: 3, rule: 'sentence-length' });
    expect(finding.message).toMatch(/^a sentence of 31 words, at most 30: "The step .*Split it\.$/);
  });

  it('accepts a sentence of 30 words, and long lines of code, tables and headings', () => {
    const code = `\`\`\`sh\n${words(40)}\n\`\`\`\n\n    ${words(40)}\n\n| ${words(40)} |\n\n# ${words(40)}\n`;
    expect(rulesOf('docs/page.md', `The ${words(28)} end.\n\n${code}`)).toEqual([]);
  });

  it('counts a link by its text and a piece of code as one word', () => {
    const link = `[two words](${'x/'.repeat(40)}page.md)`;
    expect(rulesOf('docs/page.md', `${link} ${words(27)} \`fmu run a b c\`.\n`)).toEqual([]);
    expect(rulesOf('docs/page.md', `${link} ${words(28)} \`fmu run a b c\`.\n`)).toEqual(['sentence-length']);
  });

  it('starts a new sentence at code after a full stop', () => {
    expect(rulesOf('docs/page.md', `The ${words(20)}. \`fmu run\` takes ${words(20)}.\n`)).toEqual([]);
  });

  it('reports a paragraph of more than 80 words and accepts a list of as many words', () => {
    const sentence = `The ${words(9)}.`;
    const nine = Array.from({ length: 9 }, () => sentence);
    expect(rulesOf('docs/page.md', `${nine.join(' ')}\n`)).toEqual(['paragraph-length']);
    expect(rulesOf('docs/page.md', `${nine.map((text) => `- ${text}`).join('\n')}\n`)).toEqual([]);
  });

  it('reports a file whose sentences have more than 16 words on average', () => {
    const text = (count: number): string =>
      Array.from({ length: 6 }, () => `The ${words(count)}.`).join('\n\n');
    expect(rulesOf('docs/page.md', text(16))).toEqual(['mean-length']);
    expect(rulesOf('docs/page.md', text(15))).toEqual([]);
    expect(rulesOf('README.md', text(14))).toEqual(['mean-length']);
  });

  it('reports a mean of all files above 15 words', () => {
    const files = (count: number): { path: string; text: string }[] => [
      { path: 'docs/a.md', text: `The ${words(count)}.` },
      { path: 'docs/b.md', text: `The ${words(14)}.` },
    ];
    expect(checkAllFiles(files(16)).map(({ rule }) => rule)).toEqual(['mean-length']);
    expect(checkAllFiles(files(14))).toEqual([]);
  });

  it('reports a README of more than 150 lines and a README of a folder of more than 40', () => {
    const lines = (count: number): string => '\n'.repeat(count - 1);
    expect(rulesOf('README.md', lines(150))).toEqual([]);
    expect(rulesOf('README.md', lines(151))).toEqual(['file-length']);
    expect(rulesOf('master/run/README.md', lines(41))).toEqual(['file-length']);
    expect(rulesOf('docs/guide/page.md', lines(200))).toEqual([]);
  });
});

describe('the check of prose in sources', () => {
  it('reports phrases in Markdown, comments and messages with their lines', () => {
    const text = `// The value is none of these.\nconst text = 'u1 is no input';\nconst more = 'two, of which one';\n`;
    const findings = checkFile('master/run/loop.ts', text);
    expect(findings.map(({ line, rule }) => [line, rule])).toEqual([
      [1, 'phrase'],
      [2, 'phrase'],
      [3, 'phrase'],
    ]);
    expect(rulesOf('docs/page.md', 'The file knows none.\n')).toEqual(['phrase']);
    expect(rulesOf('docs/page.md', 'The file is no longer needed. The input is missing.\n')).toEqual([]);
  });

  it.each(['What', 'Whether', 'Of', 'That', 'The same', 'Those', 'Who', 'Where'])(
    'reports a doc comment that opens with %s',
    (opener) => {
      const text = `const a = 1;\n/**\n * ${opener} the unit gives.\n */\nexport const b = 2;\n`;
      expect(checkFile('fmu-sdk/a.ts', text)).toMatchObject([{ line: 2, rule: 'doc-comment-opener' }]);
    },
  );

  it('accepts a doc comment that opens with a verb or a noun phrase', () => {
    const text = '/** Returns the output. */\n/** Size of the step [s]. */\n/** Whatever fits. */\n';
    expect(rulesOf('fmu-sdk/a.ts', text)).toEqual([]);
  });

  it('reports long sentences in doc comments and leaves examples out', () => {
    const long = `/**\n * Returns ${words(15)}\n * ${words(16)}.\n *\n`;
    const text = `${long} * @example\n * ${words(20)}\n * ${words(20)}\n */\n`;
    expect(checkFile('fmu-sdk/a.ts', text)).toMatchObject([{ line: 2, rule: 'sentence-length' }]);
  });

  it('reports a comment line of more than 120 columns and leaves lines of code to the formatter', () => {
    expect(rulesOf('fmu-sdk/a.ts', `// ${'x'.repeat(118)}\n`)).toEqual(['comment-width']);
    expect(rulesOf('fmu-sdk/a.ts', `// ${'x'.repeat(117)}\nconst a = '${'x'.repeat(120)}';\n`)).toEqual([]);
  });
});

describe('the check of help texts', () => {
  const option = (help: string): string => `yargs.option('step', {\n  describe:\n    ${help},\n})`;

  it.each([
    ['too long', `'${words(31)}'`, /a sentence of 31 words/],
    ['a restriction', `'of an .fmu: relative tolerance'`, /opens with a restriction/],
    ['a full stop', `'communication step [s].'`, /ends with a full stop/],
    ['empty', `''`, /without a help text/],
    ['too long in parts', `\`${words(20)} \${names} \` + '${words(20)}'`, /a sentence of 41 words/],
  ])('reports one that is %s', (_, help, message) => {
    const [finding, ...more] = checkFile('master/cli/run/command.ts', option(help));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ line: 3, rule: 'option-help' });
    expect(finding.message).toMatch(message);
  });

  it('accepts a noun phrase with its default, and properties of other programs', () => {
    const good = option(`'communication step [s]. Default: the step of the system'`);
    expect(rulesOf('master/cli/run/command.ts', good)).toEqual([]);
    expect(rulesOf('master/run/run.ts', option(`'with a full stop.'`))).toEqual([]);
  });
});

describe('the check of test titles', () => {
  const titled = (call: string, title: string): string[] =>
    rulesOf('test/run/a.test.ts', `${call}('${title}', () => {});\n`);

  it.each(['it', 'test.skip', 'it.each([1, 2])', 'it.skipIf(!full)'])(
    'reports fragments in %s(…)',
    (call) => {
      for (const title of ['of a unit', 'is refused', 'and ends', 'that has none', 'may be set'])
        expect(titled(call, title), title).toContain('test-title');
      for (const title of ['rejects a text', 'a unit ends at 1 s', 'office hours are kept', 'island'])
        expect(titled(call, title), title).toEqual([]);
    },
  );

  it('names the line of a title that stands on a line of its own', () => {
    const text = "it.each([\n  [1, 2],\n])(\n  'with %i steps',\n  () => {},\n);\n";
    expect(checkFile('test/run/a.test.ts', text)).toMatchObject([{ line: 4, rule: 'test-title' }]);
  });

  it('examines test files alone', () => {
    const fragment = ['it(', "'of a unit');\n"].join('');
    expect(rulesOf('test/run/helper.ts', fragment)).toEqual([]);
    expect(rulesOf('test/run/a.test.ts', fragment)).toEqual(['test-title']);
  });
});
