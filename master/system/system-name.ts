/** A text as the name of a system, of which its results have theirs: letters without their marks, and what no name has replaced. */
export function systemNameOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]/g, '_');
  return plain.replace(/^[^A-Za-z0-9]+/, '') || 'system';
}
