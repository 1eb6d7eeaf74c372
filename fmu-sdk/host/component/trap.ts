/** What ended a unit, in words. */
export function trapText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (/^unreachable/.test(text))
    return 'it trapped (unreachable): a failed assertion, a panic or too little memory';
  return /^it /.test(text) ? text : `it trapped: ${text}`;
}
