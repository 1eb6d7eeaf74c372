/**
 * Folds or unfolds all sections of the standard, or unfolds sections with failed or skipped rules.
 */
for (const button of document.querySelectorAll('[data-fold]')) {
  button.addEventListener('click', () => {
    const how = /** @type {HTMLElement} */ (button).dataset.fold;
    const folds = /** @type {NodeListOf<HTMLDetailsElement>} */ (
      button.closest('.coverage')?.querySelectorAll('details')
    );
    for (const fold of folds) {
      const bad = fold.querySelector('.rules > .failed, .rules > .skipped') !== null;
      fold.open = how === 'open' || (how === 'failed' && bad);
    }
  });
}
