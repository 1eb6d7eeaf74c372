import { openArchive } from '../../fmu-sdk/archive/read.ts';
import { ringOf, verifyOpened } from '../../fmu-sdk/signature/required.ts';
import type { Verification } from '../../fmu-sdk/signature/verify.ts';
import { print } from './command.ts';
import { signers } from './signers.ts';
import type { VerifyArguments } from './verify.ts';

/** What `fmu verify` does. */
export async function verifyFile(args: VerifyArguments): Promise<void> {
  const { file } = args;
  const verification = await verifyOpened(await openArchive(file), args);
  if (verification.signatures.length > 0) print(signers(verification));
  if (verification.trusted) return print(`${file}: valid, ${verification.content.length} entries`);
  process.stderr.write(`fmu: verify ${file}: ${reasonOf(verification, ringOf(args).folder)}\n`);
  process.exitCode = 1;
}

function reasonOf({ signatures, valid }: Verification, ring: string): string {
  if (signatures.length === 0)
    return 'it is not signed. Ask its maker for a signed one, or for its signature as a file (--signature).';
  if (!valid) return 'a signature is not valid. Get the unit again from its signer, and do not run this one.';
  return `no key of ${ring} has signed it; anyone can make a key. If you know whose it is, add it by "fmu key add".`;
}
