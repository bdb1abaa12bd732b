/** Paths from the root of the repository. */
export const OPENAPI = 'docs/openapi.json';
export const RELEASED_OPENAPI = 'packages/contract/released-openapi.generated.json';
export const ACCEPTED_CHANGES = 'packages/contract/accepted-changes.txt';
