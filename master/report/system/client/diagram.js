/** Decades of the share that the colour scale covers. */
const decades = 6;

/** Colour of a bond whose transferred energy is unknown. */
const neutral = 'var(--muted)';

/**
 * Colours the bonds of the diagram by the share of their residual energy, with numbers in the
 * table.
 * @param {HTMLElement} section
 * @param {import('./board.js').Board} board
 */
export function createDiagram(section, board) {
  const show = (/** @type {import('../run-page-data.ts').PageBond[]} */ bonds) => {
    for (const { name, unit, energy, magnitude, carried, share } of bonds) {
      const heat = share === undefined ? neutral : heatOf(share);
      const words = [energy, magnitude].map((each) => each.toExponential(3).replaceAll('-', '−'));
      for (const line of section.querySelectorAll('[data-bond]'))
        if (/** @type {SVGElement} */ (line).dataset.bond === name) line.setAttribute('stroke', heat);
      for (const row of section.querySelectorAll('tr[data-bond-row]')) {
        if (/** @type {HTMLElement} */ (row).dataset.bondRow !== name) continue;
        const cells = /** @type {HTMLTableRowElement} */ (row).cells;
        cells[1].textContent = `${words[0]} ${unit}`;
        cells[2].textContent = `${words[1]} ${unit}`;
        cells[3].textContent = carried === undefined ? 'not known' : `${carried.toPrecision(4)} ${unit}`;
        cells[4].textContent = share === undefined ? '–' : `${(100 * share).toPrecision(3)} %`;
        /** @type {HTMLElement} */ (cells[0].querySelector('.heat')).style.background = heat;
      }
    }
  };
  show(board.data.bonds);
  return show;
}

/**
 * Returns a colour from green (a millionth and less) over yellow to red (all of it).
 * @param {number} share
 */
function heatOf(share) {
  const place = Math.min(1, Math.max(0, 1 + Math.log10(Math.max(share, 1e-300)) / decades));
  return `hsl(${Math.round(140 * (1 - place))} 75% 42%)`;
}
