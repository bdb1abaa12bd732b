export { compare, compareKeys } from './compare.ts';
export { maxKeyLength } from './key/key-writer.ts';
export { isScheme, type Scheme, schemes } from './scheme.ts';
export { isReadable, sortKey } from './sort-key.ts';
