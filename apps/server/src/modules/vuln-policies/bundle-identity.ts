/** There is one bundle, under a UUID that clients know. */
export const BUNDLE_UUID = 'bc106cf4-3993-4e38-952d-d2f5f11412ed';
