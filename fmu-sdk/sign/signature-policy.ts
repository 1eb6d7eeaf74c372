/**
 * Required signers of an FMU. True accepts any key in the ring. A list contains names in the ring
 * and fingerprints, and one entry must match. False turns the requirement off.
 */
export type SignaturePolicy = boolean | readonly string[];
