import { type AnyCommand, type Command, print } from '../command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** The command that completes others, of which `commands` is asked when it runs. */
export const completionOf = (commands: () => readonly AnyCommand[]): Command<{ shell: Shell }> => ({
  command: 'completion <shell>',
  describe: 'Print a script by which a shell completes commands, options and their values',
  builder: (yargs) =>
    yargs
      .positional('shell', { choices: shells, demandOption: true, describe: 'which shell it is for' })
      .example('$0 completion bash', 'in ~/.bashrc: eval "$(fmu completion bash)"')
      .example('$0 completion zsh', 'in ~/.zshrc, behind compinit: source <(fmu completion zsh)')
      .example('$0 completion fish', 'into ~/.config/fish/completions/fmu.fish'),
  handler: async ({ shell }) => {
    const { declaredBy } = await import('../option-declaration.ts');
    const { scripts } = await import('./shell-scripts.ts');
    const { suggested } = await import('./completion-values.ts');
    print(scripts[shell](commands().map((command) => suggested(declaredBy(command)))));
  },
});
