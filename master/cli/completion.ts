import { type Command, print } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completionCommand: Command<{ shell: (typeof shells)[number] }> = {
  command: 'completion <shell>',
  describe: 'Print a script by which a shell completes commands, options and their values',
  builder: (yargs) =>
    yargs
      .positional('shell', { choices: shells, demandOption: true, describe: 'which shell it is for' })
      .example('eval "$($0 completion bash)"', 'in this shell; for good, in ~/.bashrc')
      .example('source <($0 completion zsh)', 'the same in zsh, behind compinit')
      .example('$0 completion fish > ~/.config/fish/completions/fmu.fish', 'in fish, for good'),
  handler: async ({ shell }) => {
    const { commands } = await import('./commands.ts');
    const { declaredBy } = await import('./options.ts');
    const { scripts } = await import('./completion-scripts.ts');
    print(scripts[shell](commands.map(declaredBy)));
  },
};
