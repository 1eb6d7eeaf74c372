// Splits Markdown into paragraphs and sentences of prose: without code, tables, headings, HTML and link targets.

/** Stands for a line break inside a paragraph, so that a sentence knows its line. */
const lineBreak = '\uE000';

const blank = (text) => text.replace(/[^\n]/g, '');

/** Replaces front matter, fenced code and HTML by blank text of equally many lines. */
function withoutCode(text) {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/```[\s\S]*?```/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<[^>]+>/g, blank);
}

/** Returns the paragraphs and list items of a text as `{ line, text }`; `text` has a mark for each line break. */
export function paragraphs(text) {
  const found = [];
  let current;
  const end = () => {
    if (current !== undefined) found.push(current);
    current = undefined;
  };
  for (const [index, line] of withoutCode(text).split('\n').entries()) {
    const words = line.trim();
    const item = /^([-*+]|\d+\.)\s+/.exec(words);
    if (words === '' || /^[|#]/.test(words) || line.startsWith('    ')) end();
    else if (item !== null) {
      end();
      current = { line: index + 1, text: words.slice(item[0].length) };
    } else if (current === undefined) current = { line: index + 1, text: words.replace(/^[> ]+/, '') };
    else current.text += `${lineBreak} ${words.replace(/^[> ]+/, '')}`;
  }
  end();
  return found
    .map(({ line, text: prose }) => ({ line, text: plain(prose) }))
    .filter(({ text: prose }) => prose.trim() !== '');
}

/** Returns prose without links, emphasis and code; a piece of code counts as one word. */
const plain = (prose) =>
  prose
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code')
    .replace(/[*_]{1,3}/g, '');

const withoutBreaks = (text) => text.replaceAll(lineBreak, '');

/** Returns the number of words of a text. */
export const wordsOf = (text) => withoutBreaks(text).split(/\s+/).filter(Boolean).length;

/**
 * Returns the sentences of a paragraph as `{ line, text, words }`. A lone word counts as no sentence. `joinCode`: a
 * sentence that starts with code counts as part of the sentence before it, which makes means larger and never smaller.
 */
export function sentences({ line, text }, { joinCode = false } = {}) {
  const starts = joinCode ? `[A-Z0-9"“('']` : `(?:[A-Z0-9"“('']|code\\b)`;
  const parts = text.split(new RegExp(`(?<=[.!?]${lineBreak}?)\\s+(?=${starts})`));
  let at = line;
  const found = [];
  for (const part of parts) {
    const words = wordsOf(part);
    if (words > 1) found.push({ line: at, text: withoutBreaks(part), words });
    at += part.split(lineBreak).length - 1;
  }
  return found;
}

/** Returns the first words of a text, for a message. */
export const beginning = (text) => {
  const words = withoutBreaks(text).split(/\s+/);
  return words.length <= 8 ? words.join(' ') : `${words.slice(0, 8).join(' ')} …`;
};
