import type { VexScope } from '@tallyman/contract';
import type { Decision } from '../../findings/decision.ts';
import type { ComponentMatcher, ProjectComponent } from './component-matcher.ts';
import { findEntrySkip, findInvalidVector } from './find-skip.ts';
import { resolveReference } from './resolve-reference.ts';
import { type KnownVulnerability, resolveVulnerability } from './resolve-vulnerability.ts';
import { type SkipReason, skip, skipWithWarning } from './skip-reason.ts';
import { isInherited, toDecision } from './to-decision.ts';
import type { VexDocument, VexStatement } from './vex-document.ts';

/** Everything in the database that an import depends on. */
export interface ImportContext {
  readonly vulnerabilities: ReadonlyMap<string, readonly KnownVulnerability[]>;
  /** The active findings of the project, by vulnerability and then by component. */
  readonly findings: ReadonlyMap<number, ReadonlyMap<number, AffectedComponent>>;
  readonly matcher: ComponentMatcher;
}

/** A component with a finding. */
export interface AffectedComponent extends NamedComponent {
  /** Whether a decision has set an OWASP rating of the finding. */
  readonly hasOwasp: boolean;
}

type NamedComponent = Pick<ProjectComponent, 'id' | 'uuid' | 'group' | 'name' | 'version'>;

interface PlannedReference {
  readonly ref: string;
  readonly scope: VexScope;
  readonly matched: number;
  readonly reason?: SkipReason;
}

/** A component that an entry matches. It has a decision if it has a finding. */
export interface PlannedMatch {
  readonly component: NamedComponent;
  readonly decision?: Decision;
}

/** The planned effect of one entry of the document. */
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
export function* planImport(document: VexDocument, context: ImportContext): Generator<PlannedEntry> {
  const direct = findDirectReferences(document, context);
  for (const [position, statement] of document.statements.entries()) {
    const found = findVulnerability(statement, context);
    if ('text' in found) yield { position, statement, reason: found, references: [], matches: [] };
    else yield planEntry({ position, statement, vulnerability: found, document, context, direct });
  }
}

function findVulnerability(
  statement: VexStatement,
  { vulnerabilities }: ImportContext,
): KnownVulnerability | SkipReason {
  return findEntrySkip(statement) ?? resolveVulnerability(statement, vulnerabilities.get(statement.id) ?? []);
}

interface EntryPlanning {
  readonly position: number;
  readonly statement: VexStatement;
  readonly vulnerability: KnownVulnerability;
  readonly document: VexDocument;
  readonly context: ImportContext;
  readonly direct: DirectReferences;
}

function planEntry(planning: EntryPlanning): PlannedEntry {
  const { position, statement, vulnerability, context } = planning;
  const reached = new Map<number, ReachedComponent>();
  const references = statement.refs.map((ref) => planReference(ref, planning, reached));
  const affected = context.findings.get(vulnerability.id);
  const matches = [...reached.values()].map(({ component, ref }): PlannedMatch => {
    const finding = affected?.get(component.id);
    return finding ? { component, decision: toFindingDecision(finding, ref, planning) } : { component };
  });
  const reason = matches.some(({ decision }) => decision)
    ? findInvalidVector(statement)
    : toSkipReason(references);
  return { position, statement, vulnerability, references, matches, ...(reason ? { reason } : {}) };
}

interface ReachedComponent {
  readonly component: NamedComponent;
  /** The first reference that leads to it. */
  readonly ref: string;
}

/** Adds the components that the reference leads to to `reached`. */
function planReference(
  ref: string,
  { vulnerability, document, context, direct }: EntryPlanning,
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
      ? [...(context.findings.get(vulnerability.id)?.values() ?? [])]
      : context.matcher
          .match(ref, resolved.identity)
          .filter((component) => !isAboutOtherComponent(ref, component, direct.get(vulnerability.id)));
  for (const component of found) {
    if (!reached.has(component.id)) reached.set(component.id, { component, ref });
  }
  return { ref, scope: resolved.scope, matched: found.length };
}

function toSkipReason(references: readonly PlannedReference[]): SkipReason {
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
  const owasp = statement.owaspByRef?.get(ref) ?? statement.owasp ?? {};
  const inherits = !finding.hasOwasp && isInherited(owasp, vulnerability.owaspVector);
  return {
    componentId: finding.id,
    vulnerabilityId: vulnerability.id,
    fields: toDecision(statement, inherits ? {} : owasp),
  };
}

/** The UUIDs of components that entries of the document refer to directly, by vulnerability. */
type DirectReferences = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * A document that was exported from this project refers to components by their UUIDs. Where two components have the
 * same identity but different decisions, an entry is about the component that it names and not about the other one:
 * otherwise importing the project's own export would change decisions.
 */
function findDirectReferences(document: VexDocument, context: ImportContext): DirectReferences {
  const own = new Set<string>();
  for (const [ref, identity] of document.components)
    if (context.matcher.match(ref, identity).some(({ uuid }) => uuid === ref)) own.add(ref);
  const direct = new Map<number, Set<string>>();
  if (own.size === 0) return direct;
  for (const statement of document.statements) {
    const found = findVulnerability(statement, context);
    if ('text' in found) continue;
    for (const ref of statement.refs.filter((one) => own.has(one))) {
      const refs = direct.get(found.id);
      if (refs) refs.add(ref);
      else direct.set(found.id, new Set([ref]));
    }
  }
  return direct;
}

/** Whether the reference is the UUID of another component, and the document also refers to this one by its own UUID. */
function isAboutOtherComponent(
  ref: string,
  { uuid }: ProjectComponent,
  direct: ReadonlySet<string> | undefined,
): boolean {
  return direct !== undefined && uuid !== ref && direct.has(ref) && direct.has(uuid);
}
