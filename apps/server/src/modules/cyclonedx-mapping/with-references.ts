import type { Component } from '@tallyman/cyclonedx';

/** The members of a component in which other components are referred to. */
export const REFERRING_MEMBERS = ['cryptoProperties', 'modelCard', 'evidence', 'patentAssertions'] as const;

/** By what name, at any depth; some hold one reference, some a list. */
const REFERENCES: ReadonlySet<string> = new Set([
  ...['ref', 'tools', 'asserter', 'algorithm', 'algorithms', 'algorithmRef', 'signatureAlgorithmRef'],
  ...['subjectPublicKeyRef', 'cryptoRefArray', 'encr', 'prf', 'integ', 'ke'],
]);

/** Whether a component may refer to others; almost none does. */
export function refersToOthers(component: Partial<Component> | null): boolean {
  if (!component) return false;
  const { cryptoProperties, modelCard, evidence, patentAssertions } = component;
  return (cryptoProperties ?? modelCard ?? evidence?.identity ?? patentAssertions) !== undefined;
}

/**
 * The component with its references to others as this document calls them. What the uploader's document did not
 * know either stays as it was.
 */
export function withReferences(
  component: Component,
  resolve: (ref: string) => string | undefined,
): Component {
  const rewrite = (value: unknown, isReference: boolean): unknown => {
    if (typeof value === 'string') return isReference ? (resolve(value) ?? value) : value;
    if (Array.isArray(value)) return value.map((item) => rewrite(item, isReference));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      rewrite(member, REFERENCES.has(name)),
    ]);
    return Object.fromEntries(members);
  };
  const rewritten = REFERRING_MEMBERS.filter((name) => component[name] !== undefined).map((name) => [
    name,
    rewrite(component[name], false),
  ]);
  return { ...component, ...Object.fromEntries(rewritten) };
}
