import { html } from '../html/escape-html.ts';
import type { ReportGroup, ReportRun } from '../report-model.ts';

/**
 * Renders the skeleton of a group, which the client fills: time bar, scene, one figure for each
 * plot.
 */
export function renderGroup(group: ReportGroup, place: number, runs: ReportRun[]): string {
  const title = (name: string): string => runs.find((run) => run.name === name)!.title;
  const { scene } = group;
  const plots = group.plots.map(
    (plot) => `<figure class="plot" aria-label="${html(plot.title)}">
<figcaption>${html(plot.title)}</figcaption><div class="canvas"></div><ul class="legend"></ul></figure>`,
  );
  const drawing = scene
    ? `<figure class="scene"><figcaption>${html(scene.title)}</figcaption>
<svg role="img" aria-label="${html(scene.title)}, animated" tabindex="0"></svg>
<p class="key"><span class="solid"></span>${html(title(scene.run))}${
        scene.compareRun === undefined ? '' : ` <span class="ghost"></span>${html(title(scene.compareRun))}`
      }</p></figure>`
    : '';
  return `<section class="group${scene ? ' moving' : ''}" id="group-${place}"><h2>${html(group.title)}</h2>
${group.text ? `<p>${html(group.text)}</p>` : ''}
${timeBar(scene !== undefined, group.title)}
<div class="figures">${drawing}<div class="plots">${plots.join('\n')}</div></div></section>`;
}

/**
 * Renders play button, slider, time, speed and zoom, and `more` HTML. Only animated groups have a
 * player.
 */
export function timeBar(moves: boolean, title: string, more = ''): string {
  const speeds = ['0.1', '0.25', '0.5', '1', '2', '5']
    .map((speed) => `<option value="${speed}"${speed === '1' ? ' selected' : ''}>${speed} ×</option>`)
    .join('');
  const player = moves ? '<button type="button" class="play" aria-label="Play">▶</button>' : '';
  const speed = moves ? `<select class="speed" aria-label="Speed">${speeds}</select>` : '';
  return `<div class="timebar" role="toolbar" aria-label="${html(`Time of ${title}`)}">${player}
<input type="range" class="slider" min="0" max="1" step="any" value="0" aria-label="Time"><output class="time"></output>${speed}
<span class="zoom"><button type="button" class="in" aria-label="Zoom in">+</button><button type="button" class="out" aria-label="Zoom out">−</button><button type="button" class="all">All</button></span>${more}</div>`;
}
