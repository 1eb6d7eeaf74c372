// Finds comments in TypeScript and JavaScript.

/** Returns the doc comments of a source as `{ line, text }`, without their stars. */
export function docComments(text) {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((match) => ({
    line: lineAt(text, match.index),
    text: match[1].replace(/^[ \t]*\*[ \t]?/gm, ''),
  }));
}

/** Returns the number of the line with a position of a text, from 1. */
export function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
