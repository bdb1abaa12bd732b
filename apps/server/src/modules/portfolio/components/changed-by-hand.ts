/**
 * The content hash of a component or service that was created or changed through the API. No document has it, so the
 * next upload that contains the component writes the content of the document.
 */
export const CHANGED_BY_HAND = 0n;
