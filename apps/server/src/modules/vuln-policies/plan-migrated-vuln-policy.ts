import type { SourceVulnPolicy } from '../migration-source/source-records.ts';
import { compileExpression } from '../policies/compile-expression.ts';
import { findingEnvironment } from '../policies/policy-environment.ts';
import { toCheckedDraft } from './to-checked-draft.ts';
import type { PolicyDraft } from './vuln-policy.ts';

export interface PlannedPolicy {
  /** Absent if it cannot be migrated; the notes say why. */
  readonly draft?: PolicyDraft;
  readonly notes: readonly string[];
}

/**
 * Plans a policy of the source database. The contract keeps only the first condition of each policy. A policy whose
 * condition does not compile is migrated DISABLED, so that users can repair it.
 */
export function planMigratedVulnPolicy(source: SourceVulnPolicy): PlannedPolicy {
  const [condition = 'false', ...dropped] = source.conditions;
  const wrong = describeIssues(condition);
  const read = toCheckedDraft({
    ...toMembers(source),
    ...(dropped.length > 0 && { description: keepReadable(source.description, dropped) }),
    condition: wrong === undefined ? condition : 'false',
  });
  if (read === 'skipped' || 'errors' in read) {
    return { notes: read === 'skipped' ? ['It is no policy.'] : read.errors.map(toSentence) };
  }
  const notes = [
    ...(source.conditions.length === 0 ? ['It has no condition and never matches.'] : []),
    ...dropped.map((one) => `Only the first condition is kept. Dropped: ${one}`),
    ...(wrong === undefined ? [] : [`Its condition does not compile, so it is DISABLED: ${wrong}`]),
  ];
  const broken = wrong === undefined ? {} : ({ condition, operationMode: 'DISABLED' } as const);
  return { draft: { ...read.draft, ...broken }, notes };
}

function toSentence(error: string): string {
  return `Not migrated: ${error}.`;
}

function describeIssues(condition: string): string | undefined {
  const { issues } = compileExpression(findingEnvironment, condition);
  return issues?.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; ');
}

/** The members of the policy, named as in policy files, without empty ones. */
function toMembers(source: SourceVulnPolicy): Record<string, unknown> {
  const { name, description, author, operationMode, priority, validFrom, validUntil } = source;
  return {
    apiVersion: 'v1.0',
    type: 'Vulnerability Policy',
    name,
    analysis: pick(source.analysis, ['state', 'justification', 'vendorResponse', 'details', 'suppress']),
    ratings: (Array.isArray(source.ratings) ? source.ratings : []).map((rating) =>
      pick(rating, ['method', 'severity', 'vector', 'score']),
    ),
    priority,
    ...withoutEmpty({ description, author, operationMode, validFrom, validUntil }),
  };
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  return withoutEmpty(Object.fromEntries(names.map((name) => [name, members[name]])));
}

function withoutEmpty(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

const LONGEST_DESCRIPTION = 512;
const CUT = '…';

/** Appends the dropped conditions to the description, up to its maximum length. */
function keepReadable(description: string | undefined, dropped: readonly string[]): string {
  const begun = description === undefined ? '' : `${description.trimEnd()}\n`;
  const full = `${begun}Conditions dropped by the migration:\n${dropped.join('\n')}`;
  if (full.length <= LONGEST_DESCRIPTION) return full;
  const kept = full.slice(0, LONGEST_DESCRIPTION - CUT.length).toWellFormed();
  return begun.length < LONGEST_DESCRIPTION - 60 ? `${kept}${CUT}` : begun.trimEnd();
}
