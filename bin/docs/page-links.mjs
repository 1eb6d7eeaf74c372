// Rewrites links for the site: pages called README.md, programs shown inside a page, and files outside docs/.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { anchorOf } from './anchor.mjs';

/** Folders whose programs the site shows inside the page README.md of their folder, by `appendFiles`. */
const shown = /^(examples|units\/[^/]+)\/[^/]+\.(ts|json)$/;

const isAddress = (href) => /^([a-z][a-z0-9+.-]*:|\/|#)/i.test(href);

/**
 * Returns the target of a relative link as the site needs it, or undefined for a file that the site does not have.
 * `page` is the path of the page from the folder `docs`.
 */
export function siteLink(docs, page, href) {
  if (isAddress(href)) return href;
  const [, path, anchor] = /^([^#]*)(#.*)?$/.exec(href);
  const target = posix.normalize(posix.join(posix.dirname(page), path));
  if (target.startsWith('../') || /^api(\/|$)/.test(target)) return undefined;
  if (['README.md', 'index.md'].some((name) => existsSync(join(docs, target, name))))
    return `${path.replace(/\/$/, '')}/index.md${anchor ?? ''}`;
  if (/(^|\/)README\.md$/.test(path)) return `${path.replace(/README\.md$/, 'index.md')}${anchor ?? ''}`;
  if (shown.test(target)) {
    const folder = posix.relative(posix.dirname(page), posix.dirname(target));
    return `${folder === '' ? '' : `${folder}/index.md`}#${anchorOf(posix.basename(target))}`;
  }
  return href;
}

/**
 * Returns a plugin of markdown-it that applies `siteLink`. A link to a file outside the site becomes its text, with the
 * path as a tooltip.
 */
export const pageLinks = (docs) => (md) => {
  md.core.ruler.push('page-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const open = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const target = siteLink(docs, env.relativePath ?? 'index.md', href);
          open.push(target === undefined);
          if (target === undefined) {
            Object.assign(token, { type: 'span_open', tag: 'span' });
            token.attrs = [
              ['class', 'repository-file'],
              ['title', `In the repository: ${href.replace(/^(\.\.\/)+/, '')}`],
            ];
          } else token.attrSet('href', target);
        } else if (token.type === 'link_close' && open.pop() === true)
          Object.assign(token, { type: 'span_close', tag: 'span' });
      }
    }
  });
};
