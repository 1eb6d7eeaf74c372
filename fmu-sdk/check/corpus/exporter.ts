/**
 * Returns the tool of `generationTool`, without versions, dates and licences. Takes the words up to
 * the first one with a digit or a bracket, or up to "version". `Dymola Version 2021x, 2020-10-09` →
 * `Dymola`.
 */
export function exporterOf(tool: string | undefined): string {
  const [first, ...rest] = (tool ?? '').trim().split(/\s+/);
  if (first === '') return '(not said)';
  const end = rest.findIndex((word) => /[\d([{,]/.test(word) || /^(version|release|build|v\.?)$/i.test(word));
  const name = [first, ...rest.slice(0, end < 0 ? rest.length : end)].join(' ').slice(0, 60);
  let length = name.length;
  while (length > 0 && ' ,;:–—-'.includes(name[length - 1])) length--;
  return name.slice(0, length);
}
