/**
 * The words of a command line for yargs, which takes what stands behind "--" for no argument of a command. There it is none but that
 * (POSIX.1-2017, XBD 12.2, guideline 10): a file whose name begins with "-" is named by its folder. A switch that is off ends the list of an
 * option that takes several values.
 */
export function withoutEndOfOptions(argv: readonly string[]): string[] {
  const at = argv.indexOf('--');
  if (at < 0) return [...argv];
  const behind = argv.slice(at + 1).map((word) => (/^-./.test(word) ? `../${word}` : word));
  return [...argv.slice(0, at), '--no-help', ...behind];
}
