/** A part of a document that is kept unchanged, in the JSON form of the newest version. */
export type OpaqueObject = Readonly<Record<string, unknown>>;
