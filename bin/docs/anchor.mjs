/** Returns the anchor of a heading, as GitHub makes it: `unit.json` → `unitjson`. The site uses the same. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
