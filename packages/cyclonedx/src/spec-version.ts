export const SPEC_VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] as const;

export type SpecVersion = (typeof SPEC_VERSIONS)[number];

/** The versions that have a JSON form; 1.0 and 1.1 exist in XML only. */
export const JSON_SPEC_VERSIONS = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] as const;

export type JsonSpecVersion = (typeof JSON_SPEC_VERSIONS)[number];

export type BomFormat = 'json' | 'xml';

export const LATEST_SPEC_VERSION: JsonSpecVersion = '1.7';

const NAMESPACE_PREFIX = 'http://cyclonedx.org/schema/bom/';

export function isSpecVersion(text: string): text is SpecVersion {
  return (SPEC_VERSIONS as readonly string[]).includes(text);
}

export function isJsonSpecVersion(text: string): text is JsonSpecVersion {
  return (JSON_SPEC_VERSIONS as readonly string[]).includes(text);
}

/** Whether `version` is `minimum` or newer. */
export function isAtLeast(version: SpecVersion, minimum: SpecVersion): boolean {
  return SPEC_VERSIONS.indexOf(version) >= SPEC_VERSIONS.indexOf(minimum);
}

export function toXmlNamespace(version: SpecVersion): string {
  return NAMESPACE_PREFIX + version;
}

/** The version in a CycloneDX namespace, known or not. Returns undefined for other namespaces. */
export function findNamespaceVersion(namespace: string): string | undefined {
  return namespace.startsWith(NAMESPACE_PREFIX) ? namespace.slice(NAMESPACE_PREFIX.length) : undefined;
}
