import type { Component } from '@tallyman/cyclonedx';

/** The members of a component that may refer to other components. */
export const REFERRING_MEMBERS = ['cryptoProperties', 'modelCard', 'evidence', 'patentAssertions'] as const;

/** The names of members, at any depth, that hold a reference or a list of references. */
const REFERENCES: ReadonlySet<string> = new Set([
  ...['ref', 'tools', 'asserter', 'algorithm', 'algorithms', 'algorithmRef', 'signatureAlgorithmRef'],
  ...['subjectPublicKeyRef', 'cryptoRefArray', 'encr', 'prf', 'integ', 'ke'],
]);

/** Whether a component may refer to others. Almost none does. */
export function refersToOthers(component: Partial<Component> | null): boolean {
  if (!component) return false;
  const { cryptoProperties, modelCard, evidence, patentAssertions } = component;
  return (cryptoProperties ?? modelCard ?? evidence?.identity ?? patentAssertions) !== undefined;
}

/** Returns the component with its references resolved. References that do not resolve stay as they are. */
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
