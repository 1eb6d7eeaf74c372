import { readFileSync } from 'node:fs';
import { UserError } from './error.ts';
import { packageFile } from './package.ts';

/**
 * What became of loading code that stands on an optional package (a compiler): where that is not installed, a UserError
 * that says what to install; anything else as it was thrown.
 */
export function explainMissing(operation: string, thrown: unknown): unknown {
  const { code, message = '' } = thrown as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return thrown;
  const optional = optionalPackages();
  const name = Object.keys(optional).find((each) => message.includes(`'${each}`));
  if (name === undefined) return thrown;
  return new UserError(
    `${operation}: it needs the package ${name}, which is not installed here (optional packages were left out). ` +
      `Install it: npm install ${name}@${optional[name]}`,
  );
}

function optionalPackages(): Record<string, string> {
  const { optionalDependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies;
}
