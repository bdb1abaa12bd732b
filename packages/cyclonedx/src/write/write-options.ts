import type { JsonSpecVersion, SpecVersion } from '../spec-version.ts';

export type WriteTarget =
  | { readonly format: 'json'; readonly specVersion: JsonSpecVersion }
  | { readonly format: 'xml'; readonly specVersion: SpecVersion };
