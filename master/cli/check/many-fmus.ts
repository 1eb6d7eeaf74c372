import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findFmus } from '../../../fmu-sdk/check/corpus/find-fmus.ts';
import { groupsOf } from '../../../fmu-sdk/check/report/finding-groups.ts';
import {
  type CheckResult,
  checkCoverageOf,
  findingsOf,
  verdictOf,
} from '../../../fmu-sdk/check/result/check-result.ts';
import { type Waiver, waiversFor } from '../../../fmu-sdk/check/selection/waivers.ts';
import { type Severity, severities } from '../../../fmu-sdk/check/severity.ts';
import { writeAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { isFolder } from '../../../fmu-sdk/util/files/path-kind.ts';
import { printableJson, withNoun } from '../../../fmu-sdk/util/printable.ts';
import { print, table, text } from '../command.ts';

/** Returns the FMUs at or below a folder, or any other file unchanged. An unpacked FMU is one FMU. */
export function fmusIn(path: string): string[] {
  if (!isFolder(path) || existsSync(join(path, 'modelDescription.xml'))) return [path];
  return findFmus(path, 'check').map((fmu) => join(path, fmu));
}

/** Formats the verdicts on several FMUs as a table, with the number of causes by severity. */
export function summaryTable(results: readonly CheckResult[]): string {
  const rows = results.map((result) => {
    const groups = groupsOf(findingsOf(result).filter(({ waived }) => waived === undefined));
    const count = (severity: Severity): string =>
      String(groups.filter((group) => group.severity === severity).length);
    const { checked, of } = checkCoverageOf(result);
    return [result.file, verdictOf(result), ...severities.map(count), `${checked} of ${of}`];
  });
  return table([['FMU', 'verdict', ...severities, 'checked'], ...rows], [2, 3, 4, 5]);
}

/** Reason in written waivers, which the user replaces. */
const openReason = 'Not reviewed. State why this is accepted.';

/** Writes the present waivers, and a waiver for each finding that they do not cover. */
export function writeWaivers(
  file: string,
  present: readonly Waiver[],
  results: readonly CheckResult[],
): void {
  const more = waiversFor(results, openReason);
  const content = { waivers: [...present, ...more] };
  writeAtomically(file, `${printableJson(JSON.stringify(content, undefined, 2))}\n`);
  print(text`${file}  ${withNoun(more.length, 'new waiver')}`);
}

/**
 * Returns a path for the page of each FMU. It keeps the subfolders in which the FMUs differ, such as
 * the folder of a supplier.
 */
export function pagePaths(files: readonly string[]): string[] {
  const paths = files.map((file) => resolve(file));
  let common = dirname(paths[0] ?? '.');
  while (paths.some((path) => relative(common, path).startsWith('..')) && common !== dirname(common))
    common = dirname(common);
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = relative(common, path);
    // Two files differ in names that a page or a disk does not tell apart: x.fmu, the folder x, X.fmu.
    for (let n = 1; ; n++) {
      const page = `${n === 1 ? name.replace(/\.fmu$/i, '') : `${name}-${n}`}.html`;
      const key = page.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return page;
    }
  });
}

/** Returns the path of the page that links the pages of all FMUs. It never replaces one of them. */
export function indexPath(pages: readonly string[]): string {
  const taken = new Set(pages.map((page) => page.toLowerCase()));
  let path = 'index.html';
  while (taken.has(path)) path = `all-${path}`;
  return path;
}

/** Returns the address of the page of all FMUs, for a link in the page of one FMU. */
export function linkToIndex(page: string, index: string): string {
  const folders = page.split(sep).length - 1;
  return '../'.repeat(folders) + index;
}
