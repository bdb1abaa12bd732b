import type { VexScope } from '@tallyman/contract';
import type { Decision } from '../../findings/decision.ts';
import type { ComponentMatcher, ProjectComponent } from './component-matcher.ts';
import { findInapplicable, findRefusedVector } from './find-inapplicable.ts';
import { resolveReference } from './resolve-reference.ts';
import { type KnownVulnerability, resolveVulnerability } from './resolve-vulnerability.ts';
import { type SkipReason, skip, skipWithWarning } from './skip-reason.ts';
import { isInherited, toDecision } from './to-decision.ts';
import type { VexDocument, VexStatement } from './vex-document.ts';

/** Everything about the service that an import depends on. */
export interface ImportGround {
  readonly vulnerabilities: ReadonlyMap<string, readonly KnownVulnerability[]>;
  /** The active findings of the project, by vulnerability and then by component. */
  readonly findings: ReadonlyMap<number, ReadonlyMap<number, AffectedComponent>>;
  readonly matcher: ComponentMatcher;
}

/** A component with a finding. */
export interface AffectedComponent extends NamedComponent {
  /** Whether a decision gave the finding an OWASP rating. */
  readonly hasOwasp: boolean;
}

type NamedComponent = Pick<ProjectComponent, 'id' | 'uuid' | 'group' | 'name' | 'version'>;

interface PlannedReference {
  readonly ref: string;
  readonly scope: VexScope;
  readonly matched: number;
  readonly reason?: SkipReason;
}

/** A component that an entry is about; there is a decision if it has a finding. */
export interface PlannedMatch {
  readonly component: NamedComponent;
  readonly decision?: Decision;
}

/** What is to become of one entry of the document. */
export interface PlannedEntry {
  readonly position: number;
  readonly statement: VexStatement;
  /** Why the entry, or its rating, is skipped. */
  readonly reason?: SkipReason;
  readonly vulnerability?: KnownVulnerability;
  readonly references: readonly PlannedReference[];
  readonly matches: readonly PlannedMatch[];
}

/** Import rules 2 to 7, entry by entry in the order of the document. */
export function* planImport(document: VexDocument, ground: ImportGround): Generator<PlannedEntry> {
  const direct = findDirectReferences(document, ground);
  for (const [position, statement] of document.statements.entries()) {
    const found = findVulnerability(statement, ground);
    if ('text' in found) yield { position, statement, reason: found, references: [], matches: [] };
    else yield planEntry({ position, statement, vulnerability: found, document, ground, direct });
  }
}

function findVulnerability(
  statement: VexStatement,
  { vulnerabilities }: ImportGround,
): KnownVulnerability | SkipReason {
  return (
    findInapplicable(statement) ?? resolveVulnerability(statement, vulnerabilities.get(statement.id) ?? [])
  );
}

interface EntryPlanning {
  readonly position: number;
  readonly statement: VexStatement;
  readonly vulnerability: KnownVulnerability;
  readonly document: VexDocument;
  readonly ground: ImportGround;
  readonly direct: DirectReferences;
}

function planEntry(planning: EntryPlanning): PlannedEntry {
  const { position, statement, vulnerability, ground } = planning;
  const reached = new Map<number, ReachedComponent>();
  const references = statement.refs.map((ref) => planReference(ref, planning, reached));
  const affected = ground.findings.get(vulnerability.id);
  const matches = [...reached.values()].map(({ component, ref }): PlannedMatch => {
    const finding = affected?.get(component.id);
    return finding ? { component, decision: toFindingDecision(finding, ref, planning) } : { component };
  });
  const reason = matches.some(({ decision }) => decision)
    ? findRefusedVector(statement)
    : whyNothing(references);
  return { position, statement, vulnerability, references, matches, ...(reason ? { reason } : {}) };
}

interface ReachedComponent {
  readonly component: NamedComponent;
  /** The first one that leads to it. */
  readonly ref: string;
}

/** Adds the components that the reference leads to. */
function planReference(
  ref: string,
  { vulnerability, document, ground, direct }: EntryPlanning,
  reached: Map<number, ReachedComponent>,
): PlannedReference {
  const resolved = resolveReference(ref, document);
  if (resolved.scope === 'unresolvable') {
    return {
      ref,
      scope: resolved.scope,
      matched: 0,
      reason: skipWithWarning(`nothing has the reference ${ref}`),
    };
  }
  const found =
    resolved.scope === 'project'
      ? [...(ground.findings.get(vulnerability.id)?.values() ?? [])]
      : ground.matcher
          .match(ref, resolved.identity)
          .filter((component) => !isAnothers(ref, component, direct.get(vulnerability.id)));
  for (const component of found) {
    if (!reached.has(component.id)) reached.set(component.id, { component, ref });
  }
  return { ref, scope: resolved.scope, matched: found.length };
}

function whyNothing(references: readonly PlannedReference[]): SkipReason {
  if (references.every(({ scope }) => scope === 'unresolvable')) return skip('no reference resolves');
  if (references.some(({ scope }) => scope === 'project'))
    return skip('no component in the project is affected by the vulnerability');
  return references.every(({ matched }) => matched === 0)
    ? skip('no component in the project matches')
    : skip('no matching component is affected by the vulnerability');
}

function toFindingDecision(
  finding: AffectedComponent,
  ref: string,
  { statement, vulnerability }: EntryPlanning,
): Decision {
  const said = statement.owaspByRef?.get(ref) ?? statement.owasp ?? {};
  const inherits = !finding.hasOwasp && isInherited(said, vulnerability.owaspVector);
  return {
    componentId: finding.id,
    vulnerabilityId: vulnerability.id,
    fields: toDecision(statement, inherits ? {} : said),
  };
}

/** By vulnerability, the components that entries of the document refer to by their very UUID. */
type DirectReferences = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * A document that was exported from this project calls components by their UUIDs. Where two of them have the same
 * identity but were decided on differently, each entry is about the one that it names, not about its double: otherwise
 * importing one's own export would change decisions.
 */
function findDirectReferences(document: VexDocument, ground: ImportGround): DirectReferences {
  const own = new Set<string>();
  for (const [ref, identity] of document.components)
    if (ground.matcher.match(ref, identity).some(({ uuid }) => uuid === ref)) own.add(ref);
  const direct = new Map<number, Set<string>>();
  if (own.size === 0) return direct;
  for (const statement of document.statements) {
    const found = findVulnerability(statement, ground);
    if ('text' in found) continue;
    for (const ref of statement.refs.filter((one) => own.has(one))) {
      const refs = direct.get(found.id);
      if (refs) refs.add(ref);
      else direct.set(found.id, new Set([ref]));
    }
  }
  return direct;
}

/** Whether the document speaks of the component under its own UUID, and the reference is another component's UUID. */
function isAnothers(
  ref: string,
  { uuid }: ProjectComponent,
  direct: ReadonlySet<string> | undefined,
): boolean {
  return direct !== undefined && uuid !== ref && direct.has(ref) && direct.has(uuid);
}
