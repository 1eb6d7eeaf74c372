// Keeps numbers, options and short cells of a page in one line, and gives sentences in tables room.

/** Characters up to which every cell of a column stays in one line, and from which a cell counts as a sentence. */
const shortCell = 20;
const longCell = 40;
/** Characters of a code up to which it stays in one line: an option or a name, not a path. */
const shortCode = 24;

const textOf = ({ children, content }) =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map((token) => token.content)
    .join('') || content;

/**
 * Returns the classes of the columns of a table, from the length of the longest cell of each below the heading. One
 * column of sentences gets room; a second one would make the table wider than the page.
 */
function columnClasses(lengths) {
  const most = lengths.indexOf(Math.max(...lengths));
  return lengths.map((length, k) => {
    if (length <= shortCell) return 'short';
    if (length <= longCell) return 'medium';
    return k === most ? 'long' : undefined;
  });
}

/** Sets the classes of the columns of each table. */
function layTables(tokens) {
  let columns = [];
  let column = 0;
  tokens.forEach((token, k) => {
    if (token.type === 'table_open') columns = [];
    else if (token.type === 'tr_open') column = 0;
    else if (token.type === 'th_open' || token.type === 'td_open') {
      columns[column] ??= { longest: 0, cells: [] };
      columns[column].cells.push(token);
      if (token.type === 'td_open')
        columns[column].longest = Math.max(columns[column].longest, textOf(tokens[k + 1]).length);
      column++;
    } else if (token.type === 'table_close') {
      const classes = columnClasses(columns.map(({ longest }) => longest));
      columns.forEach(({ cells }, n) => {
        if (classes[n] !== undefined) for (const cell of cells) cell.attrJoin('class', classes[n]);
      });
    }
  });
}

/** Keeps short codes outside tables in one line: `unit-json` would break after its hyphen. */
function layCodes(tokens) {
  let isTable = false;
  for (const { type, children } of tokens) {
    if (type === 'table_open' || type === 'table_close') isTable = type === 'table_open';
    if (!isTable)
      for (const token of children ?? [])
        if (token.type === 'code_inline' && token.content.length <= shortCode && !token.content.includes(' '))
          token.attrJoin('class', 'whole');
  }
}

/** Keeps numbers such as 1e-5 in the HTML of a text in one line. */
const wholeNumbers = (html) => html.replace(/\b\d+(\.\d+)?e[-−]\d+\b/g, '<span class="whole">$&</span>');

/** Keeps the options in the HTML of a code in one line: `npm run papers -- --only KEY`. */
const wholeOptions = (html) =>
  html.replace(/(?<=[>\s[])--?[a-z][\w-]*/g, (option) =>
    option.includes('-', 1) && option.length <= shortCode ? `<span class="whole">${option}</span>` : option,
  );

/** A plugin of markdown-it. The style sheet of the theme has the classes. */
export const pageLayout = (md) => {
  md.core.ruler.push('page-layout', ({ tokens }) => {
    layTables(tokens);
    layCodes(tokens);
  });
  const { text, code_inline: code } = md.renderer.rules;
  md.renderer.rules.text = (...args) => wholeNumbers(text(...args));
  md.renderer.rules.code_inline = (...args) => wholeOptions(code(...args));
};
