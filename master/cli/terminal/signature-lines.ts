import type { Verification } from '../../../fmu-sdk/sign/verify-archive.ts';
import { table } from '../command.ts';

/** Formats one line for each signature: its signer and its validity. */
export function signers({ signatures }: Verification): string {
  return table(
    signatures.map(({ name, fingerprint, valid, reason, place }) => [
      name ?? (fingerprint === undefined ? place : 'unknown key'),
      fingerprint ?? '',
      valid ? 'valid' : `NOT VALID: ${reason}`,
    ]),
  );
}
