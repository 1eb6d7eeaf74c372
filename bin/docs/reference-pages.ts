import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLinePage } from './command-line-page.ts';
import { rulesPage } from './rules-page.ts';
import { schemaPage } from './schema-page.ts';

/** Returns the generated pages of the reference: their texts by their paths from the root. */
export function referencePages(root: string): ReadonlyMap<string, string> {
  const schema = (name: string, title: string, about: string): [string, string] => [
    `docs/reference/${name}-json.md`,
    schemaPage(root, `schemas/${name}.schema.json`, title, about),
  ];
  return new Map([
    ['docs/reference/command-line.md', commandLinePage()],
    schema(
      'system',
      'system.json',
      'A system names its FMUs, their connections and the coupling scheme. `fmu run system.json` runs it.\n[Couple FMUs](../guide/couple.md) introduces it.\n\nFive parts have pages of their own: [terminals](../explain/coupling/terminals.md),\n[bonds](../explain/coupling/coupling-and-residual-energy.md),\n[interfaceModels](../explain/coupling/interface-models.md),\n[lines](../explain/coupling/transmission-lines.md) and [joints](../explain/coupling/joints.md). They\ndefine their symbols.',
    ),
    schema(
      'unit',
      'unit.json',
      'A unit is the source of an FMU: `unit.json` declares its interface, and `unit.ts` computes.\n[Write a unit](../guide/write-a-unit.md) introduces it.',
    ),
    schema(
      'study',
      'study.json',
      'A study runs a system or an FMU many times. `fmu study study.json` runs it.\n[Studies](../guide/studies.md) introduces it.',
    ),
    ['docs/reference/rules.md', rulesPage()],
  ]);
}

/** Returns the paths of generated pages that differ from what is on the disk. */
export function outdatedPages(root: string): string[] {
  return [...referencePages(root)]
    .filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => path);
}

/** Writes the generated pages that have changed; returns their paths. */
export function writePages(root: string): string[] {
  const changed = outdatedPages(root);
  const pages = referencePages(root);
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), pages.get(path) as string);
  }
  return changed;
}
