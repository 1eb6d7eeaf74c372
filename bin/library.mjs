// AssemblyScript's library is larger than any unit, and of most units a tenth of it is part: where
// its functions' bodies and long tables stand, which are parsed when they are first looked at
// (`fmu-sdk/build/compiler/lazy-parser.ts`).

/** Tables that are shorter are parsed with the rest [elements]. */
const longTable = 16;

/**
 * Bodies and tables of each source of the library, by its path: where they begin and behind what
 * they end [characters].
 */
export async function placesInLibrary() {
  const { newOptions, newProgram, parse } = await import('assemblyscript');
  const { libraryFiles } = await import('assemblyscript/asc');
  const program = newProgram(newOptions());
  for (const [name, text] of Object.entries(libraryFiles)) parse(program, text, `~lib/${name}.ts`, false);
  return Object.fromEntries(
    program.sources.map(({ normalizedPath, statements }) => [normalizedPath, statements.flatMap(placesIn)]),
  );
}

/** Lists the places in a declaration, including those of nested declarations. */
function placesIn({ body, members, declarations, initializer }) {
  if (body?.statements !== undefined) return [placeOf(body)];
  return [...[...(members ?? []), ...(declarations ?? [])].flatMap(placesIn), ...tablesIn(initializer)];
}

function tablesIn(expression) {
  const { elementExpressions, args } = expression ?? {};
  if (elementExpressions === undefined) return (args ?? []).flatMap(tablesIn);
  return elementExpressions.length < longTable ? [] : [placeOf(expression)];
}

const placeOf = ({ range: { start, end } }) => [start, end];
