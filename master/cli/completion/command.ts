import { type AnyCommand, type Command, print } from '../command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Returns the completion command. It calls `commands` when it runs. */
export const completionOf = (commands: () => readonly AnyCommand[]): Command<{ shell: Shell }> => ({
  command: 'completion <shell>',
  describe: 'Print the completion script for a shell',
  builder: (yargs) =>
    yargs
      .positional('shell', { choices: shells, demandOption: true, describe: 'shell to write the script for' })
      .example('$0 completion bash', 'in ~/.bashrc: eval "$(fmu completion bash)"')
      .example('$0 completion zsh', 'in ~/.zshrc, after compinit: source <(fmu completion zsh)')
      .example('$0 completion fish', 'to ~/.config/fish/completions/fmu.fish'),
  handler: async ({ shell }) => {
    const { declarationOf } = await import('../option-declaration.ts');
    const { scripts } = await import('./shell-scripts.ts');
    const { withSuggestedValues } = await import('./completion-values.ts');
    print(scripts[shell](commands().map((command) => withSuggestedValues(declarationOf(command)))));
  },
});
