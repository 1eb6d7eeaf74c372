// The AssemblyScript compiler as one script: Node keeps no bytecode of modules, and reads the
// WebAssembly of binaryen, which is text there.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { root } from './ensure.mjs';
import { placesInLibrary } from './library.mjs';
import { trampolinesOf } from './trampolines.mjs';

const require = createRequire(import.meta.url);

/** Replaces a pattern that must occur exactly once in a package's code. Throws otherwise. */
function replaced(text, [pattern, by], file) {
  const count = [...text.matchAll(pattern)].length;
  if (count === 0)
    throw new Error(`build dist/compiler.cjs: ${pattern} is missing in ${file}. Check its new version.`);
  return text.replace(pattern, by);
}

/** binaryen's WebAssembly, which is a text in its package. */
const literal = /`\\0asm[^`\\]*(?:\\[\s\S][^`\\]*)*`/;

/** Makes code that waits while it is loaded synchronous. */
const changes = {
  'binaryen/index.js': [
    // Its WebAssembly is handed over. It is the largest text of the file.
    [/\w+\(`\\0asm[^`\\]*(?:\\[\s\S][^`\\]*)*`\)/g, 'holder.bytes'],
    [/var (\w+)=await (\w+)\(\),(\w+)=\1;export\{\3 as default\};/g, 'export{$2 as start};'],
    // Functions by their numbers, up to some 20 000, looked up at each of millions of calls: as an
    // array, not as a table of hashes.
    [
      /(\w+)=\[\],(\w+)=(\w+)=>\{var (\w+)=\1\[\3\];return \4\|\|/g,
      '$1=new Array(30000),$2=$3=>{var $4=$1[$3];return $4||',
    ],
    [/await import\("(node:\w+)"\)/g, 'require("$1")'],
    // Trampolines of WebAssembly catch its exceptions. Exceptions are therefore thrown in a form
    // that the trampolines recognize, and the code is linked with them.
    [/=new (\w+)\(([^()]*)\),(\w+\+\+,)?\w+\}/g, '=new $1($2),$3new WebAssembly.Exception(holder.tag,[])}'],
    [/return (\w+)=(\w+)\.exports,/g, 'return holder.link($2.exports),$1=$2.exports,'],
    [/var (\w+)=\{a:(\w+)\}/g, 'var $1={a:holder.imports($2)}'],
    [/^/g, 'import{holder}from"fmukit:holder";'],
  ],
  'assemblyscript/dist/assemblyscript.js': [
    [
      /\(await WebAssembly\.instantiateStreaming\(fetch\((\w+)\)\)\)\.instance\.exports/g,
      'new WebAssembly.Instance(new WebAssembly.Module(Buffer.from($1.slice($1.indexOf(",")+1),"base64"))).exports',
    ],
    // Blocks and literal arrays of its library are parsed when they are looked at.
    [
      /parseBlockStatement\((\w+),(\w+)\)\{let (\w+)=\1\.tokenPos,(\w+)=new Array;/g,
      'parseBlockStatement($1,$2){let $3=$1.tokenPos,$4=later(this,$1,own=>(own.next(),this.parseBlockStatement(own,!1).statements))??new Array;',
    ],
    [
      /let (\w+)=new Array;for\(;!(\w+)\.skip\((\d+)\);\)\{let (\w+);if\(\2\.peek\(\)==/g,
      'let $1=later(this,$2,own=>this.parseExpressionStart(own).elementExpressions)??new Array;for(;!$2.skip($3);){let $4;if($2.peek()==',
    ],
    [/^/g, 'import{later}from"fmukit:later";'],
  ],
  'assemblyscript/dist/asc.js': [
    [/await import\("(\w+)"\)/g, 'require("$1")'],
    [/await Promise\.resolve\(\)\.then\(\(\)=>\((\w+)\(\),(\w+)\)\)/g, '($1(),$2)'],
    // Another compiler, by an option of the command line.
    [/\w+=await import\(new URL\(\w+,\w+\.pathToFileURL\(\w+\.cwd\(\)\+"\/"\)\)\)/g, '0'],
  ],
};

export const compilerAsScript = {
  name: 'compiler',
  setup(build) {
    build.onResolve({ filter: /^fmukit:/ }, ({ path }) => ({ path, namespace: 'compiler' }));
    build.onResolve({ filter: /^binaryen$/ }, () => ({ path: 'fmukit:binaryen', namespace: 'compiler' }));
    build.onResolve({ filter: /^assemblyscript$/ }, () => ({
      path: join(package_('assemblyscript'), 'dist/assemblyscript.js'),
    }));
    build.onResolve({ filter: /^long$/ }, () => ({ path: require.resolve('long') }));
    build.onLoad({ filter: /^fmukit:holder$/, namespace: 'compiler' }, async () => ({
      contents: await holderOf(readFileSync(binaryenFile(), 'utf8')),
    }));
    build.onLoad({ filter: /^fmukit:later$/, namespace: 'compiler' }, async () => ({
      contents: `import { createLazyParser } from './fmu-sdk/build/compiler/lazy-parser.ts';
        export const later = createLazyParser(${JSON.stringify(await placesInLibrary())});`,
      resolveDir: root,
    }));
    build.onLoad({ filter: /^fmukit:binaryen$/, namespace: 'compiler' }, () => ({
      contents: 'import { holder } from "fmukit:holder"; export default holder.binaryen;',
    }));
    build.onLoad(
      { filter: /\/(binaryen\/index|assemblyscript\/dist\/(asc|assemblyscript))\.js$/ },
      ({ path }) => {
        const [name, list] = Object.entries(changes).find(([file]) => path.endsWith(file));
        return {
          contents: list.reduce((text, change) => replaced(text, change, name), readFileSync(path, 'utf8')),
        };
      },
    );
  },
};

/**
 * Returns the module that starts binaryen. It imports trampolines and table, and connects them once
 * binaryen is loaded.
 */
async function holderOf(text) {
  const [wasm] = literal.exec(text);
  const bytes = Buffer.from(new Script(wasm).runInThisContext(), 'latin1');
  const { module, links, size } = await trampolinesOf(text.replace(literal, ''), bytes);
  return `let links;
    export const holder = {
      tag: new WebAssembly.Tag({ parameters: [] }),
      imports(own) {
        const table = new WebAssembly.Table({ element: 'anyfunc', initial: ${size}, maximum: ${size} });
        const module = new WebAssembly.Module(Buffer.from('${module.toString('base64')}', 'base64'));
        const trampolines = new WebAssembly.Instance(module, { own: { table, tag: holder.tag } }).exports;
        links = trampolines.links;
        return { ...own, ...trampolines, table };
      },
      link(exports) {
        ${JSON.stringify(links)}.forEach((name, i) => links.set(i, exports[name]));
      },
    };`;
}

function binaryenFile() {
  return createRequire(join(package_('assemblyscript'), 'package.json')).resolve('binaryen');
}

/** The folder of a package, which exports no `package.json`. */
function package_(name) {
  return join(root, 'node_modules', name);
}

/**
 * The program: `start` takes the WebAssembly of binaryen, its table imported as `a.table`, and
 * gives what `assemblyscript/asc` exports.
 */
export function compilerEntry() {
  const assemblyscript = package_('assemblyscript');
  const binaryen = binaryenFile();
  const file = (folder) => readFileSync(join(folder, 'package.json'), 'utf8');
  const versions = [JSON.parse(file(assemblyscript)).version, JSON.parse(file(join(binaryen, '..'))).version];
  return `import { start as startBinaryen } from ${JSON.stringify(binaryen)};
    import { holder } from 'fmukit:holder';
    export const versions = ${JSON.stringify(versions)};
    export async function start(bytes) {
      holder.bytes = bytes;
      holder.binaryen = await startBinaryen();
      return require(${JSON.stringify(join(assemblyscript, 'dist/asc.js'))});
    }`;
}
