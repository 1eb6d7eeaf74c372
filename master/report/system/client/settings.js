/**
 * Returns the changed settings of the form, and the equivalent options of the command line.
 * @param {HTMLFormElement} form
 * @param {import('../run-page-data.ts').Again} again
 * @returns {{ settings: import('../run-page-data.ts').AgainSettings, words: string[] }}
 */
export function settingsOf(form, again) {
  /** @type {import('../run-page-data.ts').AgainSettings} */
  const settings = {};
  const words = [];
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name)).value;
  const { algorithm } = again.system;
  if (Number(value('step')) !== algorithm.step) {
    settings.step = Number(value('step'));
    words.push(`--step ${settings.step}`);
  }
  if (value('order') !== '') {
    settings.order = /** @type {0 | 1 | 2} */ (Number(value('order')));
    words.push(`--order ${settings.order}`);
  }
  if (value('scheme') !== algorithm.scheme) {
    settings.scheme = value('scheme');
    words.push(`--scheme ${settings.scheme}`);
  }
  const set = again.fields.flatMap((field, k) =>
    value(`field-${k}`) === field.value ? [] : [`${field.unit}.${field.name}=${value(`field-${k}`)}`],
  );
  if (set.length > 0) settings.set = set;
  words.push(...set.map((each) => `--set ${each}`));
  return { settings, words };
}
