import type { ComponentIdentity } from '../../src/modules/cyclonedx-mapping/to-component-identity.ts';
import { ComponentMatcher, type ProjectComponent } from '../../src/modules/vex/import/component-matcher.ts';
import type { AffectedComponent, ImportContext } from '../../src/modules/vex/import/plan-import.ts';
import type { KnownVulnerability } from '../../src/modules/vex/import/resolve-vulnerability.ts';
import type { VexDocument, VexStatement } from '../../src/modules/vex/import/vex-document.ts';

/** An identity of which only the name is present. */
export function identityOf(name: string, more: Partial<ComponentIdentity> = {}): ComponentIdentity {
  return {
    ...{ purl: null, purlCoordinates: null, cpe: null, swidTagId: null, group: null, name, version: null },
    ...more,
  };
}

export function projectComponentOf(
  id: number,
  name: string,
  more: Partial<ProjectComponent> = {},
): ProjectComponent {
  return { ...identityOf(name), id, uuid: `uuid-${id}`, ...more };
}

export function vulnerabilityOf(
  id: number,
  vulnId: string,
  more: Partial<KnownVulnerability> = {},
): KnownVulnerability {
  return { id, uuid: `vulnerability-${id}`, source: 'NVD', vulnId, owaspVector: null, ...more };
}

export function statementOf(id: string, more: Partial<VexStatement> = {}): VexStatement {
  return { id, refs: ['ref'], analysis: { state: 'EXPLOITABLE' }, ...more };
}

/** A document of which only the given parts are present. */
export function vexDocumentOf(
  statements: readonly VexStatement[],
  components: Readonly<Record<string, ComponentIdentity>> = {},
  metadataRef?: string,
): VexDocument {
  return {
    serialNumber: undefined,
    metadataRef,
    components: new Map(Object.entries(components)),
    duplicates: [],
    statements,
  };
}

/** A finding: the id of its vulnerability and its component. */
export type GivenFinding = readonly [
  vulnerabilityId: number,
  component: ProjectComponent,
  more?: Partial<AffectedComponent>,
];

export function importContextOf(
  vulnerabilities: readonly KnownVulnerability[],
  components: readonly ProjectComponent[],
  findings: readonly GivenFinding[],
): ImportContext {
  const byVulnerability = new Map<number, Map<number, AffectedComponent>>();
  for (const [vulnerabilityId, { id, uuid, group, name, version }, more] of findings) {
    const affected = byVulnerability.get(vulnerabilityId) ?? new Map<number, AffectedComponent>();
    byVulnerability.set(vulnerabilityId, affected);
    affected.set(id, { id, uuid, group, name, version, hasOwasp: false, ...more });
  }
  return {
    vulnerabilities: Map.groupBy(vulnerabilities, ({ vulnId }) => vulnId),
    findings: byVulnerability,
    matcher: new ComponentMatcher(components),
  };
}
