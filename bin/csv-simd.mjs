// `node bin/csv-simd.mjs`: compiles master/observe/csv-simd.as into csv-simd-module.ts beside it, which
// is part of the repository.
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { root } from './ensure.mjs';

const folder = `${root}master/observe/`;
const flags =
  '-O3 --runtime stub --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536 --enable threads --enable simd --enable bulk-memory --use abort=';

/** The text of csv-simd-module.ts. */
export async function csvSimdModule() {
  const source = inTwo(readFileSync(`${folder}csv-simd.as`, 'utf8'));
  let wasm;
  const { error, stderr } = await asc.main(['row.ts', ...flags.split(' '), '-o', 'row.wasm'], {
    readFile: (name) => (name === 'row.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name === 'row.wasm') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  const lines = Buffer.from(wasm)
    .toString('base64')
    .match(/.{1,100}/g);
  return `/** Module compiled from \`csv-simd.as\` by \`bin/csv-simd.mjs\`, as base64. */
export const csvSimdModule: string =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

/**
 * Each statement with a $ twice, with 0 and with 1 in its place: what they do is done side by side.
 */
function inTwo(source) {
  return source.replace(
    /^ {2}(?! |\/\/)[^;]*\$[^;]*;\n/gm,
    (one) => one.replaceAll('$', '0') + one.replaceAll('$', '1'),
  );
}

if (process.argv[1]?.endsWith('csv-simd.mjs'))
  writeFileSync(`${folder}csv-simd-module.ts`, await csvSimdModule());
