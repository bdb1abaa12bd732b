import type { Client } from '@tallyman/client';
import type { ExplainedStatement, Explanation } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { type FindingReference, getFindings } from '../findings/get-findings.ts';
import { type Column, type Outcome, print, renderFacts, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { addFindingArguments } from './findings-show.ts';

type ExplainOptions = ServerOptions & JsonOption & Omit<FindingReference, 'finding'>;

export function registerFindingsExplain(findings: Command): void {
  const command = addFindingArguments(findings.command('explain'))
    .description('Explain why a component is affected')
    .action(async (finding: string, options: ExplainOptions) =>
      print(await explain(finding, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman findings explain CVE-2026-1 --project "My service:1.0.0"',
    "tallyman findings explain CVE-2026-1 --project web --json | jq -r '.explanations[].summary'",
  );
}

async function explain(finding: string, options: ExplainOptions): Promise<Outcome> {
  const { project, component } = options;
  const explanations = await withSession(options, async (client) => {
    const found = await getFindings(client, { finding, project, component });
    return Promise.all(found.map((each) => fetchExplanation(client, each)));
  });
  return { document: { explanations }, text: explanations.map(describe).join('\n\n') };
}

interface Explained {
  readonly component: { readonly uuid: string };
  readonly vulnerability: { readonly uuid: string };
}

async function fetchExplanation(
  client: Client,
  { component, vulnerability }: Explained,
): Promise<Explanation> {
  const { matchingOperations } = await import('@tallyman/contract');
  const params = { component: component.uuid, vulnerability: vulnerability.uuid };
  return (await client.call(matchingOperations.explainFinding, { params })).body;
}

const columns: readonly Column<ExplainedStatement>[] = [
  { title: 'OUTCOME', value: ({ outcome }) => outcome.toLowerCase().replaceAll('_', ' ') },
  { title: 'AFFECTED', value: ({ affected }) => affected, shrinks: true },
  { title: 'VERSIONS', value: ({ range }) => range, shrinks: true },
  { title: 'ASSERTED BY', value: ({ asserter }) => asserter },
  { title: 'COMPARED AS', value: ({ scheme }) => scheme },
  { title: 'BECAUSE', value: ({ detail }) => detail, shrinks: true },
];

function describe(explanation: Explanation): string {
  const { component, vulnerability, summary, statements, statementCount, reportedBy } = explanation;
  const facts = renderFacts([
    ['Vulnerability', `${vulnerability.vulnId} (${vulnerability.source})`],
    [
      'Component',
      component.purl ?? component.cpe ?? [component.name, component.version].filter(Boolean).join(' '),
    ],
    ['Why', summary],
    ['Reported by', reportedBy.join(', ') || 'no analyzer: there is no active finding'],
    [
      'Statements',
      statements.length < statementCount ? `${statements.length} of ${statementCount} shown` : undefined,
    ],
  ]);
  return statements.length > 0 ? `${facts}\n\n${renderTable(columns, statements)}` : facts;
}
