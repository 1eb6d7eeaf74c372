/**
 * Offers a text to the user as a file.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function downloadText(name, type, text) {
  downloadBlob(name, new Blob([text], { type }));
}

/**
 * @param {string} name
 * @param {Blob} blob
 */
function downloadBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Downloads an SVG as a PNG with two pixels for each of its own.
 * @param {string} name
 * @param {string} svg
 */
export function downloadPicture(name, svg) {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (blob !== null) downloadBlob(name, blob);
    });
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * Formats columns as CSV with all digits: a row for each time of the first column, others
 * interpolated.
 * @param {import('./recording.js').Recording} recording
 * @param {Iterable<string>} names
 * @param {(samples: import('../../client/decode.js').Samples, t: number) => number} valueAt
 */
export function csvText({ columns }, names, valueAt) {
  const shown = [...names].flatMap((name) => {
    const column = columns.get(name);
    return column === undefined ? [] : [{ name, ...column }];
  });
  if (shown.length === 0) return '';
  const { t } = shown[0].samples;
  const title = (/** @type {string} */ text) => {
    // A spreadsheet would compute such a title (`fmu-sdk/util/csv-text.ts`).
    const marked = /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
  };
  const head = shown.map(({ name, unit }) => title(unit === '' ? name : `${name} [${unit}]`));
  const rows = Array.from(t, (time, k) =>
    [time, ...shown.map(({ samples }) => (samples.t === t ? samples.v[k] : valueAt(samples, time)))].join(
      ',',
    ),
  );
  return `${['time [s]', ...head].join(',')}\n${rows.join('\n')}\n`;
}

/**
 * Escapes text for XML.
 * @param {string} text
 */
export function xmlText(text) {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/**
 * Returns the present view of a plot as a separate SVG.
 * @param {string} title
 * @param {uPlot} chart
 * @param {import('./chart.js').ChartLine[]} lines
 * @param {uPlot.AlignedData} data
 */
export function svgText(title, chart, lines, data) {
  const { clientWidth: width, clientHeight: height } = chart.over;
  const [left, top] = [70, 34];
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--ink');
  const x = (/** @type {number} */ t) => left + chart.valToPos(t, 'x');
  const paths = lines.map((line, k) => {
    let d = '';
    let pen = 'M';
    for (const [n, v] of data[k + 1].entries()) {
      if (v === undefined) continue;
      if (v === null) {
        pen = 'M';
        continue;
      }
      d += `${pen}${x(data[0][n]).toFixed(1)} ${(top + chart.valToPos(v, line.scale)).toFixed(1)}`;
      pen = 'L';
    }
    const stroke = style.getPropertyValue(`--c${line.colour}`);
    return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${line.thin ? 1 : 1.6}" stroke-dasharray="${['none', '9 5', '2 4'][line.dash]}"/>
<text x="${left + 8 + (k % 3) * 190}" y="${top + height + 40 + 16 * Math.floor(k / 3)}" fill="${stroke}">${xmlText(line.label)}</text>`;
  });
  const marks = axisLabels(chart, left, top, width, height);
  const tall = top + height + 52 + 16 * Math.ceil(lines.length / 3);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 70} ${tall}" width="${left + width + 70}" height="${tall}" font-family="sans-serif" font-size="12" fill="${ink}">
<title>${xmlText(title)}</title><rect width="100%" height="100%" fill="${style.getPropertyValue('--card')}"/>
<text x="${left}" y="20" font-weight="bold">${xmlText(title)}</text>
<clipPath id="area"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>
${marks}
<g clip-path="url(#area)">
${paths
  .filter((path) => path.startsWith('<path'))
  .map((path) => path.split('\n')[0])
  .join('\n')}
</g>
${paths.map((path) => path.split('\n').slice(1).join('\n')).join('\n')}
</svg>
`;
}

/**
 * @param {uPlot} chart
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function axisLabels(chart, left, top, width, height) {
  const parts = [];
  for (const axis of /** @type {any[]} */ (chart.axes)) {
    /** @type {(string | null)[]} */
    const texts = axis._values ?? [];
    for (const [k, value] of /** @type {number[]} */ (axis._splits ?? []).entries()) {
      const at = chart.valToPos(value, axis.scale);
      const text = xmlText(String(texts[k] ?? ''));
      if (axis.scale === 'x')
        parts.push(`<text x="${left + at}" y="${top + height + 18}" text-anchor="middle">${text}</text>`);
      else {
        const beside = axis.scale === 'right' ? left + width + 6 : left - 6;
        parts.push(
          `<text x="${beside}" y="${top + at + 4}" text-anchor="${axis.scale === 'right' ? 'start' : 'end'}">${text}</text>`,
        );
        if (axis.scale === 'y') parts.push(`<path d="M${left} ${top + at}h${width}" stroke="#8884"/>`);
      }
    }
  }
  return parts.join('\n');
}
