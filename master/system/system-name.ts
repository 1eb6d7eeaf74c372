/**
 * Returns a text as a valid system name, which is also the name of its results. Diacritics are
 * removed and other invalid characters replaced.
 */
export function systemNameOf(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]/g, '_');
  return name.replace(/^[^A-Za-z0-9]+/, '') || 'system';
}
