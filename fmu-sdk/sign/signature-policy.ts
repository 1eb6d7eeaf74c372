/**
 * Who has to have signed a unit before it is run: true for anyone whose key is in the ring; or names in the ring and
 * fingerprints of keys, one of which has to be the signer's. False: nobody.
 */
export type SignaturePolicy = boolean | readonly string[];
