import { parseArgs } from 'node:util';

const help = `npm run bench -- [options]: benchmarks with their targets. Ratios within one run, medians of seven

  --only a,g        run only the lines with these letters in front
  --once            run everything once as a test, without judging times
  --cpu             measure CPU time instead of wall time. Other programs affect it less
  --against FOLDER  compare with another tree of this project, in turns, by CPU time. Lines that seem worse run
                    three times as often. Exit code 1 if one stays worse by more than 5 %
  --help

Examples
  npm run bench
  npm run bench -- --only m,u
  git worktree add ../before HEAD~1 && ln -s "$PWD/node_modules" ../before && npm run bench -- --against ../before
`;

interface Options {
  only?: string;
  once: boolean;
  cpu: boolean;
  against?: string;
}

/** Options of the bench. The process ends after help or for an unknown option. */
export const options: Options = read();

function read(): Options {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, against: { type: 'string' }, once: flag, cpu: flag, help: flag },
    });
    if (!values.help) return values as Options;
    process.stdout.write(help);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}
