import type { SignaturePolicy } from '../../../fmu-sdk/sign/signature-policy.ts';

/** Option `--key-ring`. */
export const keyRingOption: { type: 'string'; describe: string } = {
  type: 'string',
  describe: 'folder of the key ring [default: that of fmu key]',
};

/**
 * Returns the signature policy of `--require-signature`. Without the option no signature is needed,
 * without a key any key of the ring counts.
 */
export function policyOf(keys: readonly string[] | undefined): SignaturePolicy {
  if (keys === undefined) return false;
  return keys.length === 0 ? true : keys;
}
