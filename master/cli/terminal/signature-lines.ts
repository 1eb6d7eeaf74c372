import type { Verification } from '../../../fmu-sdk/sign/verify-archive.ts';
import { table } from '../command.ts';

/** One line for each signature: whose it is, and what became of it. */
export function signers({ signatures }: Verification): string {
  return table(
    signatures.map(({ name, fingerprint, valid, reason, place }) => [
      name ?? (fingerprint === undefined ? place : 'unknown key'),
      fingerprint ?? '',
      valid ? 'valid' : `NOT VALID: ${reason}`,
    ]),
  );
}
