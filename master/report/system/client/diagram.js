/** Decades of share over which the colour goes from the first to the last. */
const decades = 6;

/** Of a single bond whose power is not recorded, there is nothing to compare with. */
const neutral = 'currentColor';

/**
 * Colours the bonds of the diagram by the share of their residual energy, and says the numbers in the table beside it.
 * @param {HTMLElement} section
 * @param {import('./board.js').Board} board
 */
export function createDiagram(section, board) {
  const show = (/** @type {{ name: string, energy: number, magnitude: number }[]} */ bonds) => {
    const largest = Math.max(...bonds.map((each) => each.magnitude), 1e-300);
    for (const { name, energy, magnitude } of bonds) {
      const bond = board.data.bonds.find((each) => each.name === name);
      if (bond === undefined) continue;
      const carried = carriedBy(bond, board.now.get().columns);
      const share = carried === undefined || !(carried > 0) ? undefined : magnitude / carried;
      const heat =
        share !== undefined ? heatOf(share) : bonds.length > 1 ? heatOf(magnitude / largest) : neutral;
      const words = [energy, magnitude].map((each) => each.toExponential(3).replaceAll('-', '−'));
      for (const line of section.querySelectorAll('[data-bond]'))
        if (/** @type {SVGElement} */ (line).dataset.bond === name) line.setAttribute('stroke', heat);
      for (const row of section.querySelectorAll('tr[data-bond-row]')) {
        if (/** @type {HTMLElement} */ (row).dataset.bondRow !== name) continue;
        const cells = /** @type {HTMLTableRowElement} */ (row).cells;
        cells[1].textContent = `${words[0]} ${bond.unitOfMeasure}`;
        cells[2].textContent = `${words[1]} ${bond.unitOfMeasure}`;
        cells[3].textContent =
          carried === undefined ? 'not recorded' : `${carried.toPrecision(4)} ${bond.unitOfMeasure}`;
        cells[4].textContent = share === undefined ? '–' : `${(100 * share).toPrecision(3)} %`;
        /** @type {HTMLElement} */ (cells[0].querySelector('.heat')).style.background = heat;
      }
    }
  };
  show(board.data.bonds);
  return show;
}

/**
 * Energy that a bond has carried, ∫|Σ e f| dt by the rectangle rule, where its columns are recorded.
 * @param {import('../data.ts').PageBond} bond
 * @param {Map<string, import('./recording.js').RecordedColumn>} columns
 */
function carriedBy({ powers }, columns) {
  const find = (/** @type {string[]} */ names) =>
    names.map((name) => columns.get(name)?.samples).find((each) => each !== undefined);
  const terms = powers.map(({ effort, flow, weight }) => ({ e: find(effort), f: find(flow), weight }));
  if (terms.length === 0) return undefined;
  const { t } = terms[0].e ?? { t: undefined };
  if (t === undefined) return undefined;
  let energy = 0;
  for (let k = 1; k < t.length; k++) {
    let power = 0;
    for (const { e, f, weight } of terms) {
      if (e === undefined || f === undefined || f.t !== e.t) return undefined;
      power += weight * e.v[k] * f.v[k];
    }
    energy += Math.abs(power) * (t[k] - t[k - 1]);
  }
  return energy;
}

/** From green (a millionth and less) over yellow to red (all of it). @param {number} share */
function heatOf(share) {
  const place = Math.min(1, Math.max(0, 1 + Math.log10(Math.max(share, 1e-300)) / decades));
  return `hsl(${Math.round(140 * (1 - place))} 75% 42%)`;
}
