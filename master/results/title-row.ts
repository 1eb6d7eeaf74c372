import { printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { isTimeTitle } from '../observe/column-names.ts';
import { placesOf } from './column-places.ts';

/** Place of the titles in a row of texts. */
export interface TitleRow {
  readonly file: string;
  readonly titles: readonly string[];
  /** Place of the time. */
  readonly time: number;
}

/** Finds the time among the titles. Refuses titles without it, and equal titles. */
export function titleRowOf(file: string, titles: readonly string[]): TitleRow {
  const time = titles.findIndex(isTimeTitle);
  if (time < 0)
    throw new UserError(
      `read ${file}: the column "time" is missing${amongst(titles)}. Name the column of the time [s] "time", beside columns of numbers.`,
    );
  const places = placesOf(titles);
  const twice = titles.find((title, k) => places.get(title) !== k) ?? titles.filter(isTimeTitle)[1];
  if (twice !== undefined)
    throw new UserError(
      `read ${file}: two columns are named "${printableName(isTimeTitle(twice) ? 'time' : twice)}". Give each a different title.`,
    );
  return { file, titles, time };
}

/** Refuses results without rows. */
export function refuseEmpty(file: string, count: number): void {
  if (count === 0) throw new UserError(`read ${file}: it lacks rows. Name a file with results.`);
}

/** Number of titles that a message lists. */
const mostTitles = 5;

function amongst(titles: readonly string[]): string {
  if (titles.every((title) => title === '')) return ', since the file is empty';
  const more = titles.length > mostTitles ? `, … (${titles.length} columns)` : '';
  return ` among ${titles.slice(0, mostTitles).map(printableName).join(', ')}${more}`;
}
