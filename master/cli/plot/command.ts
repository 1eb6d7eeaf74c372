import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { ResultRows } from '../../results/rows/result-rows.ts';
import { type Command, print, text } from '../command.ts';

interface Args {
  file: string;
  columns: string[];
  with?: string[];
  output?: string;
}

export const plotCommand: Command<Args> = {
  command: 'plot <file> [columns..]',
  describe: 'Plot columns of a result file as .svg or .html',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: '.csv, .parquet, .mat or .npy with the column time, or the table of a study',
      })
      .positional('columns', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'names or patterns such as crane.* [default: all]',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: 'file to write, .svg or .html [default: <file> with .svg]',
      })
      .option('with', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'other result files to draw in the same plots, repeatable',
      })
      .group(['output', 'with'], 'Output:')
      .example('$0 plot results/crane.csv crane.s crane.force', 'writes results/crane.svg')
      .example('$0 plot results/sweep.csv T1 final', 'a metric of a study over a factor')
      .example(
        '$0 plot run1.csv crane.s --with run2.csv -o both.html',
        'two runs on one page, with cursor and zoom',
      ),
  handler: async ({
    file,
    columns,
    with: others = [],
    output = `${file.replace(/\.(?:csv|parquet|mat|npy)$/i, '')}.svg`,
  }) => {
    const { basename } = await import('node:path');
    const { requireDistinctPaths } = await import('../../../fmu-sdk/util/files/distinct-paths.ts');
    const { openResults } = await import('../../results/rows/open-results.ts');
    requireDistinctPaths('plot', output, [file, ...others]);
    if (others.length === 0 && (await drawStudy(output, file, columns.map(String)))) {
      print(text`${output}`);
      return;
    }
    const tables = await Promise.all([file, ...others].map(openResults));
    await draw(output, tables, columns.map(String), basename(file));
    print(text`${output}`);
  },
};

/** Draws the table of a study. Returns false for any other file. */
async function drawStudy(output: string, file: string, columns: readonly string[]): Promise<boolean> {
  const { readStudyTable } = await import('../../results/study-table.ts');
  const page = await readStudyTable(file);
  if (page === undefined) return false;
  const { writeAtomically } = await import('../../../fmu-sdk/util/files/atomic-write.ts');
  const { renderStudyPage } = await import('../../report/study/render-study-page.ts');
  const { studySvg } = await import('../../results/plot-study.ts');
  writeAtomically(output, isPage(output) ? renderStudyPage(page) : studySvg(page, file, columns));
  return true;
}

/** Returns true for the name of a page, and false for that of an SVG. */
function isPage(output: string): boolean {
  const page = /\.html?$/i.test(output);
  if (!page && !/\.svg$/i.test(output))
    throw new UserError(`plot ${output}: expected an output file .svg or .html.`);
  return page;
}

/** Draws columns into a file. The ending of the file sets the format. */
export async function draw(
  output: string,
  tables: readonly ResultRows[],
  columns: readonly string[],
  title: string,
): Promise<void> {
  const { writeAtomically } = await import('../../../fmu-sdk/util/files/atomic-write.ts');
  const { pageOf, svgOf } = await import('../../results/plot-results.ts');
  writeAtomically(output, (isPage(output) ? pageOf : svgOf)(tables, columns, title));
}
