import { html } from './escape-html.ts';

/** Tile of a page: a heading, a word that answers it, and the reason. */
export interface Tile {
  heading: string;
  word: string;
  reason: string;
  /** Word of a verdict that colours the tile. Default: good. */
  mark?: string;
  /** Class, by which a script finds the tile. */
  name?: string;
}

/** Renders a tile. */
export function tile({ heading, word, reason, mark = 'good', name = '' }: Tile): string {
  return `<section class="tile ${name}" data-word="${html(mark)}"><h2>${html(heading)}</h2><p class="word">${html(word)}</p><p class="reason">${html(reason)}</p></section>`;
}
