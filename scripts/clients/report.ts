import type { CallResult, Outcome } from './drivers.ts';

const OUTCOMES: readonly Outcome[] = ['works', 'differs', 'missing'];

/** Calls that also fail with Dependency-Track, or that the contract moved or removed. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'PUT /v1/acl/mapping': 'The call succeeds. The client expects a body, Dependency-Track sends none either.',
  'GET /v1/permission': 'The client reads a list as one value; it fails with Dependency-Track too.',
  'GET /v1/vulnerability/vulnId': 'The client reads plain text as JSON; it fails with Dependency-Track too.',
  'GET /v1/project/concise': 'The client expects teams with identifiers; Dependency-Track sends names only.',
  'GET /v1/bom/token/{uuid}': 'Removed by the contract; use GET /v1/event/token/{uuid}.',
  'GET /v1/user/self': 'An API key has no account of its own.',
  'POST /v1/user/self': 'An API key has no account of its own.',
  'Policy.AddTag': 'Removed by the contract; use Tag.TagPolicies.',
  'Policy.DeleteTag': 'Removed by the contract; use Tag.UntagPolicies.',
  'Notification.CreatePublisher': 'The client sends the publisher classes of version 4.',
  'Notification.UpdatePublisher': 'The client sends the publisher classes of version 4.',
  'Notification.DeletePublisher': 'Nothing to delete, because no publisher could be created.',
  'Notification.RestoreDefaultTemplates': 'Removed in version 5.',
  'Notification.TestSMTP': 'Removed in version 5; test an alert instead.',
  'DELETE /vuln-policy-bundles/{uuid}': 'No bundle is configured.',
  'GET /vuln-policy-bundles/{uuid}/sync-runs/latest': 'No bundle is configured.',
  'POST /vuln-policy-bundles/{uuid}/sync-runs': 'No bundle is configured.',
  'GET /v1/badge/vulns/project/{uuid}': 'Badges are off by default.',
  'GET /v1/badge/vulns/project/{name}/{version}': 'Badges are off by default.',
  'GET /v1/badge/violations/project/{uuid}': 'Badges are off by default.',
  'GET /v1/badge/violations/project/{name}/{version}': 'Badges are off by default.',
  'Health.Get': 'Moved to the management port by the contract.',
  'upload and wait':
    'Polls GET /v1/bom/token/{uuid}, which the contract removed, for ever. Upload without -w.',
};

export function renderSummary(results: readonly CallResult[]): string {
  const rows = clientsOf(results).map((client) => [
    client,
    ...OUTCOMES.map((outcome) => String(count(results, client, outcome))),
  ]);
  return toTable(['Client', 'Works', 'Differs', 'Missing'], rows);
}

export function renderPage(results: readonly CallResult[]): string {
  const rest = results.filter(({ outcome }) => outcome !== 'works');
  return [
    '# Clients of Dependency-Track',
    '',
    'Unmodified clients, installed from their registries, against a running service. Written by `npm run clients`;',
    'every call that a client has is made once, with objects that exist.',
    '',
    renderSummary(results),
    '',
    'Works: the service accepted the call and the client read the answer. Differs: it refused the call or the client',
    'could not read the answer. Missing: the operation does not exist (yet), or the contract removed it.',
    '',
    '## What does not work',
    '',
    toTable(
      ['Client', 'Call', 'Outcome', 'Answer'],
      rest.map(({ client, call, outcome, detail }) => [
        client,
        `\`${call}\``,
        outcome,
        EXPLANATIONS[call] ?? toCell(detail),
      ]),
    ),
    '',
  ].join('\n');
}

function clientsOf(results: readonly CallResult[]): string[] {
  return [...new Set(results.map(({ client }) => client))];
}

function count(results: readonly CallResult[], client: string, outcome: Outcome): number {
  return results.filter((result) => result.client === client && result.outcome === outcome).length;
}

function toTable(header: string[], rows: string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Removed, because identifiers and addresses differ between runs. */
function toCell(detail: string): string {
  return detail
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .slice(0, 160);
}
