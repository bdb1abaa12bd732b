import type { Client, ProblemError } from '@tallyman/client';
import type { Analysis, Finding } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { type FindingReference, getFindings } from '../findings/get-findings.ts';
import { type Outcome, print, renderFacts } from '../output.ts';
import { componentOf, fromFinding, nameOf, projectOf } from '../report/finding-row.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

type ShowOptions = ServerOptions & JsonOption & Omit<FindingReference, 'finding'>;

/** Arguments of `show` and `explain` that identify a finding. */
export function addFindingArguments(command: Command): Command {
  return command
    .argument('<finding>', 'id of the vulnerability, such as CVE-2026-1, or the "matrix" of --json')
    .option('--project <project>', 'project: UUID, name:version, or the name alone')
    .option('--component <component>', 'component: name, group/name, package URL or UUID');
}

export function registerFindingsShow(findings: Command): void {
  const command = addFindingArguments(findings.command('show'))
    .description('Show a finding, its decision and its history')
    .action(async (finding: string, options: ShowOptions) => print(await show(finding, options), options));
  addExamples(
    addServerOptions(command),
    'tallyman findings show CVE-2026-1 --project "My service:1.0.0"',
    'tallyman findings show CVE-2026-1 --project web --component pkg:npm/lodash --json',
  );
}

interface ShownFinding {
  readonly finding: Finding;
  readonly analysis?: Analysis;
}

async function show(finding: string, options: ShowOptions): Promise<Outcome> {
  const { project, component } = options;
  const shown = await withSession(options, async (client) => {
    const found = await getFindings(client, { finding, project, component });
    return Promise.all(found.map((each) => withAnalysis(client, each)));
  });
  return { document: { findings: shown }, text: shown.map(describe).join('\n\n') };
}

async function withAnalysis(client: Client, finding: Finding): Promise<ShownFinding> {
  const { analysisOperations } = await import('@tallyman/contract');
  const { component, vulnerability } = finding;
  const query = { component: component.uuid, vulnerability: vulnerability.uuid };
  const found = await client.call(analysisOperations.getAnalysis, { query }).catch(nothingDecided);
  return { finding, ...(found ? { analysis: found.body } : {}) };
}

function nothingDecided(error: unknown): undefined {
  if ((error as ProblemError)?.status !== 404) throw error;
}

function describe({ finding, analysis }: ShownFinding): string {
  const { vulnerability, component, match, attribution } = finding;
  const row = fromFinding(finding);
  const comments = analysis?.analysisComments ?? [];
  return renderFacts([
    ['Vulnerability', nameOf(vulnerability)],
    ['Severity', describeSeverity(vulnerability)],
    ['Title', vulnerability.title],
    ['Component', [componentOf(row), component.version].filter(Boolean).join(' ')],
    ['PURL', component.purl],
    ['Project', projectOf(row)],
    ['Affected', match?.range],
    ['Fixed in', match?.fixedIn],
    ['Said by', match?.asserter ?? attribution.analyzerIdentity],
    ['EPSS', vulnerability.epssScore?.toFixed(5)],
    ['KEV', vulnerability.isKev ? 'known to be exploited' : undefined],
    ['State', describeState(finding)],
    ['Justification', said(analysis?.analysisJustification)],
    ['Response', said(analysis?.analysisResponse)],
    ['Details', analysis?.analysisDetails],
    ['Decided by', analysis?.decidedBy?.toLowerCase()],
    ['Expires', analysis?.expiresAt === undefined ? undefined : toTime(analysis.expiresAt)],
    ['History', comments.map(describeComment).join('\n')],
    ['Matrix', finding.matrix],
  ]);
}

function describeSeverity({ severity, cvssV4Score, cvssV3BaseScore }: Finding['vulnerability']): string {
  const score = cvssV4Score ?? cvssV3BaseScore;
  return score === undefined ? severity : `${severity} (CVSS ${score})`;
}

function describeState({ analysis }: Finding): string {
  const state = said(analysis.state) ?? 'not decided';
  return analysis.isSuppressed ? `${state}, suppressed` : state;
}

function said(value: string | undefined): string | undefined {
  return value === undefined || value === 'NOT_SET' ? undefined : value.toLowerCase().replaceAll('_', ' ');
}

type Comment = NonNullable<Analysis['analysisComments']>[number];

function describeComment({ timestamp, commenter, comment }: Comment): string {
  return `${toTime(timestamp)} ${commenter ?? ''}: ${comment}`;
}

function toTime(millis: number): string {
  return new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}
