/** A part of a document that is carried along as it is, in the JSON shape of the newest version. */
export type OpaqueObject = Readonly<Record<string, unknown>>;
