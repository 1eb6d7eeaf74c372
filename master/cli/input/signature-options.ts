import type { SignaturePolicy } from '../../../fmu-sdk/sign/signature-policy.ts';

/** The policy that `--require-signature` asks for: left out nobody's; without a key any of the ring. */
export function policyOf(keys: readonly string[] | undefined): SignaturePolicy {
  if (keys === undefined) return false;
  return keys.length === 0 ? true : keys;
}
