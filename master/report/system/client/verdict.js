/**
 * Shows the verdict on a run that the page has made or followed.
 * @param {{ word: string, reason: string, next?: string | undefined }} verdict
 */
export function showVerdict({ word, reason, next }) {
  const tile = /** @type {HTMLElement | null} */ (document.querySelector('.verdict'));
  if (tile === null) return;
  tile.dataset.word = word;
  /** @type {readonly [string, string][]} */
  const texts = [
    ['.word', word],
    ['.reason', reason],
    ['code', next ?? ''],
  ];
  for (const [selector, text] of texts) {
    const part = tile.querySelector(selector);
    if (part !== null) part.textContent = text;
  }
}
