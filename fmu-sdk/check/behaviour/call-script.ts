/** Longest script that a finding shows: its beginning and its end. */
const longestScript = 40;

/** Returns the calls that a finding shows: all, or the first and the last of them. */
export function shorten(script: readonly string[]): string[] {
  if (script.length <= longestScript) return [...script];
  const omittedCount = script.length - longestScript;
  return [
    ...script.slice(0, longestScript / 2),
    `… ${omittedCount} calls …`,
    ...script.slice(-longestScript / 2),
  ];
}
