import { groupsOf, placeOf } from '../../../fmu-sdk/check/report/finding-groups.ts';
import {
  type CheckResult,
  checkCoverageOf,
  findingsOf,
  verdictOf,
} from '../../../fmu-sdk/check/result/check-result.ts';
import { similarNames } from '../../../fmu-sdk/util/nearest-name.ts';
import { printableName, singleLine } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Format, formats } from './options.ts';

/** Report in a format, and the file to write it to. */
export interface WrittenReport {
  format: Format;
  file: string;
}

/** Parses texts of `--write`: `sarif=check.sarif`. */
export function parseWritten(texts: readonly string[] = []): WrittenReport[] {
  return texts.map((text) => {
    const [, name, file] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
    const format = formats.find((candidate) => candidate === name);
    if (format !== undefined) return { format, file };
    const near = similarNames(name ?? text, formats);
    throw new UserError(
      `check --write: expected FORMAT=FILE with ${formats.join(', ')}, got ${printableName(text)}.${near.length > 0 ? ` Did you mean ${near[0]}=${file ?? 'FILE'}?` : ''}`,
    );
  });
}

/** Most causes of one FMU in a Markdown report. */
const mostCauses = 10;

/** Returns the results as Markdown, for the summary of a build: a table, and the causes of each FMU. */
export function markdownReport(results: readonly CheckResult[]): string {
  const rows = results.map((result) => {
    const { checked, of } = checkCoverageOf(result);
    const groups = causesOf(result);
    return `| ${cell(result.file)} | ${verdictOf(result)} | ${groups.length} | ${checked} of ${of} |`;
  });
  const lists = results.flatMap((result) => {
    const groups = causesOf(result);
    if (groups.length === 0) return [];
    const items = groups
      .slice(0, mostCauses)
      .map(({ severity, rules, findings: [{ message, place, target }] }) => {
        const where = placeOf({ ...(place && { place }), ...(target && { target }) });
        return `- **${severity}** ${cell(`${where}${message}`)} (${rules[0]})`;
      });
    const rest = groups.length - items.length;
    return ['', `### ${cell(result.file)}`, '', ...items, ...(rest > 0 ? [`- … and ${rest} more`] : [])];
  });
  const head = ['| FMU | verdict | causes | rules checked |', '| --- | --- | --- | --- |'];
  return `${['## fmu check', '', ...head, ...rows, ...lists].join('\n')}\n`;
}

const causesOf = (result: CheckResult): ReturnType<typeof groupsOf> =>
  groupsOf(findingsOf(result).filter(({ waived }) => waived === undefined));

/** Escapes a text of an FMU, so that it is only text in Markdown and its HTML. */
const cell = (text: string): string =>
  singleLine(text).replace(/[\\`*_{}[\]<>()#+!|&~$]/g, (character) => `&#${character.charCodeAt(0)};`);
