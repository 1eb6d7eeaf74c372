// Generates the list of conformance rules from the files of their folder. No index is maintained by
// hand or read at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const conformance = 'fmu-sdk/check';

/**
 * Text of rule-files.ts. Throws for a file of rules/ that does not export one rule, or one list of
 * rules, alone.
 */
export function ruleFiles(root) {
  const folder = join(root, conformance, 'rules');
  const files = readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort((a, b) => (idPath(a) < idPath(b) ? -1 : 1));
  const rules = files.map((path) => ({ path, ...exported(join(folder, path), path) }));
  const imports = rules.map(({ path, name, as }) =>
    name === as
      ? `import { ${name} } from './rules/${path}';`
      : `import { ${name} as ${as} } from './rules/${path}';`,
  );
  return `// biome-ignore-all assist/source/organizeImports: in the order of the folder.
// Written by bin/generate.mjs from the folder rules/; a test compares the two.
import type { Rule } from './rule.ts';
${imports.join('\n')}

/** Exports of every file in rules/: a rule or a family of rules. */
export const ruleFiles: readonly (Rule | readonly Rule[])[] = [
${rules.map(({ as }) => `  ${as},`).join('\n')}
];
`;
}

/** Area and file of a rule. A folder between them only sorts. */
const idPath = (path) => path.replace(/\/.*\//, '/');

function exported(file, path) {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export (?:const (\w+): (?:readonly )?Rule\b)?/gm)];
  const name = names.length === 1 ? names[0][1] : undefined;
  if (name === undefined)
    throw new Error(
      `generate: ${conformance}/rules/${path} must have one export, a Rule or a readonly Rule[].`,
    );
  const words = idPath(path).replace(/\.ts$/, '').split(/[/-]/);
  const as = words.map((word, k) => (k === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
  return { name, as };
}

/** Writes rule-files.ts where it differs from the folder. */
export function generateRuleFiles(root) {
  const file = join(root, conformance, 'rule-files.ts');
  const text = ruleFiles(root);
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
