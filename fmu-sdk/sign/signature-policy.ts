/**
 * Required signers of an FMU. True accepts any key in the ring. A list contains names in the ring
 * and fingerprints, one of which must match. False turns the requirement off.
 */
export type SignaturePolicy = boolean | readonly string[];
