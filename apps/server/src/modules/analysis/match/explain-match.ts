import type { ExplainedStatement, Explanation } from '@tallyman/contract';
import type { AffectedStatementRow, CpeStatementRow, PackageStatementRow } from './affected-statement.ts';
import { describeBounds } from './describe-bounds.ts';
import { explainCpe } from './explain-cpe.ts';
import { explainPackage } from './explain-package.ts';
import { toMatchingPurls } from './to-matching-purl.ts';

export interface ExplainedComponent {
  readonly purl: string | null;
  /** Includes the source package, if only a property of the component names it. */
  readonly purl_with_source?: string | null;
  readonly cpe: string | null;
  readonly version: string | null;
}

export interface ExplainedVulnerability {
  readonly isRejected: boolean;
  readonly packages: readonly PackageStatementRow[];
  readonly cpes: readonly CpeStatementRow[];
}

type Verdict = Pick<Explanation, 'affected' | 'reason' | 'summary' | 'statements'>;

/** Matching statements first, then those that nearly match. */
const ORDER: readonly ExplainedStatement['outcome'][] = [
  'MATCH',
  'OUTSIDE_RANGE',
  'OTHER_RELEASE',
  'NO_VERSION',
  'OTHER_NAME',
];

/** Explains why a component is or is not affected. Evaluates each statement as matching does. */
export function explainMatch(component: ExplainedComponent, vulnerability: ExplainedVulnerability): Verdict {
  const statements = explainStatements(component, vulnerability);
  if (vulnerability.isRejected) {
    return { affected: false, reason: 'WITHDRAWN', summary: 'The vulnerability was withdrawn.', statements };
  }
  const [first] = statements;
  if (!first) return { affected: false, reason: 'NOTHING_AFFECTED', summary: NOTHING_AFFECTED, statements };
  const reason = first.outcome === 'OTHER_NAME' ? noIdentifier(component) : first.outcome;
  return { affected: first.outcome === 'MATCH', reason, summary: summaryOf(reason, first), statements };
}

function explainStatements(
  component: ExplainedComponent,
  { packages, cpes }: ExplainedVulnerability,
): ExplainedStatement[] {
  const purl = component.purl_with_source ?? component.purl;
  const keys = purl ? toMatchingPurls({ purl, given_version: givenVersion(purl, component.version) }) : [];
  const explained = [
    ...packages.map((row) => ({ ...present(row, 'PURL'), ...explainPackage(keys, row) })),
    ...cpes.map((row) => ({ ...present(row, 'CPE'), ...explainCpe(component, row) })),
  ];
  return explained.sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}

/** In a canonical package URL only a version follows an `@`. */
function givenVersion(purl: string, version: string | null): string {
  return purl.includes('@') ? '' : (version ?? '');
}

function present(row: AffectedStatementRow, identifier: 'PURL' | 'CPE') {
  const { uuid, asserter, source, name } = row;
  return { identifier, affected: name, range: describeBounds(row), asserter, source, uuid };
}

const NOTHING_AFFECTED = 'No source states what the vulnerability affects.';

function noIdentifier({ purl, cpe }: ExplainedComponent): 'NO_IDENTIFIER' | 'OTHER_NAME' {
  return purl || cpe ? 'OTHER_NAME' : 'NO_IDENTIFIER';
}

function summaryOf(reason: Explanation['reason'], first: ExplainedStatement): string {
  if (reason === 'NO_IDENTIFIER') return 'The component has neither a package URL nor a CPE.';
  if (reason === 'OTHER_NAME') return 'None of the affected names is that of the component.';
  return `${first.detail} (${first.affected}, ${first.range}, says ${first.asserter})`;
}
