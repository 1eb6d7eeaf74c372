import { parseArgs } from 'node:util';

const help = `npm run bench -- [options]: the benchmarks, medians of seven; ratios within one run, beside their targets

  --only a,g        these lines alone, by the letters in front of them
  --once            everything once, to see that it runs; no time is judged
  --cpu             CPU time instead of wall time: other programs lengthen it less
  --against FOLDER  the lines of another tree of this project, in turns with this one's: ratios of CPU time;
                    lines that seem worse run three times as often; exit code 1 where one stays worse by more than 5 %
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

/** What the bench was asked for. Ends the process where that is help, or nothing that there is. */
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
