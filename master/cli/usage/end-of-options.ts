/**
 * Rewrites "--" for yargs, which does not pass the words after it to a command. These words are
 * arguments (POSIX.1-2017, XBD 12.2, guideline 10). A file whose name begins with "-" gets a folder
 * in front. An inserted switch that is off ends the list of an option with several values.
 */
export function rewriteEndOfOptions(argv: readonly string[]): string[] {
  const at = argv.indexOf('--');
  if (at < 0) return [...argv];
  const behind = argv.slice(at + 1).map((word) => (/^-./.test(word) ? `./${word}` : word));
  return [...argv.slice(0, at), '--no-help', ...behind];
}
