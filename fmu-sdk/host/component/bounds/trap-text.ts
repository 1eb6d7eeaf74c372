/**
 * Describes what ended an FMU. The engine and the generated bindings use different texts for equal
 * traps.
 */
export function trapText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (/unreachable/.test(text))
    return 'it trapped (unreachable): a failed assertion, a panic or too little memory';
  return text.startsWith('it ') ? text : `it trapped: ${text.replace(/^wasm trap: (integer )?/, '')}`;
}
