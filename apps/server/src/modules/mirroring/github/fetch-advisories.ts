import { type JsonObject, toObject, toObjects, toText } from '../../../platform/read-json.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { authorizeGithub } from './authorize-github.ts';
import { listNodes } from './list-nodes.ts';

export interface AdvisoryPage {
  readonly advisories: readonly JsonObject[];
  readonly total: number | undefined;
}

const MAX_PAGE_BYTES = 64 * 1024 * 1024;

const AFFECTED = `
  nodes {
    vulnerableVersionRange
    firstPatchedVersion { identifier }
    package { ecosystem name }
  }
  pageInfo { hasNextPage endCursor }`;

const PAGE = `query ($since: DateTime, $after: String) {
  securityAdvisories(first: 100, after: $after, updatedSince: $since, orderBy: {field: UPDATED_AT, direction: ASC}) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      ghsaId summary description severity publishedAt updatedAt withdrawnAt
      identifiers { type value }
      references { url }
      cwes(first: 20) { nodes { cweId } }
      cvssSeverities { cvssV3 { vectorString } cvssV4 { vectorString } }
      vulnerabilities(first: 100) { ${AFFECTED} }
    }
  }
}`;

const MORE = `query ($id: String!, $after: String) {
  securityAdvisory(ghsaId: $id) { vulnerabilities(first: 100, after: $after) { ${AFFECTED} } }
}`;

type Variables = Readonly<Record<string, string | null>>;
type Ask = (query: string, variables: Variables) => Promise<JsonObject>;

/** Yields pages of advisories updated at or after a time, ordered by update time. */
export async function* fetchAdvisories(
  session: RunSession,
  since: string | undefined,
): AsyncGenerator<AdvisoryPage> {
  const { http, settings, signal } = session;
  const authorize = authorizeGithub({ http, settings, signal, now: () => session.now() });
  const request: Ask = (query, variables) => ask(session, authorize, query, variables);
  for (let after: string | null = null; ; ) {
    const page: JsonObject = toObject(
      (await request(PAGE, { since: since ?? null, after })).securityAdvisories,
    );
    const advisories: JsonObject[] = [];
    for (const advisory of listNodes(page)) advisories.push(await complete(request, advisory));
    const { totalCount } = page;
    yield { advisories, total: typeof totalCount === 'number' ? totalCount : undefined };
    after = nextCursor(page);
    if (after === null) return;
  }
}

/** Fetches the remaining packages of an advisory that affects more packages than fit into a page. */
async function complete(request: Ask, advisory: JsonObject): Promise<JsonObject> {
  const nodes = [...listNodes(advisory.vulnerabilities)];
  let after = nextCursor(toObject(advisory.vulnerabilities));
  if (after === null) return advisory;
  while (after !== null) {
    const answer: JsonObject = await request(MORE, { id: toText(advisory.ghsaId) ?? '', after });
    const more = toObject(toObject(answer.securityAdvisory).vulnerabilities);
    nodes.push(...listNodes(more));
    after = nextCursor(more);
  }
  return { ...advisory, vulnerabilities: { nodes } };
}

function nextCursor(connection: JsonObject): string | null {
  const { hasNextPage, endCursor } = toObject(connection.pageInfo);
  return hasNextPage === true ? (toText(endCursor) ?? null) : null;
}

async function ask(
  { http, settings, signal }: RunSession,
  authorize: () => Promise<string>,
  query: string,
  variables: Variables,
): Promise<JsonObject> {
  const { text } = await http.readText({
    url: settings.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await authorize()}` },
    body: JSON.stringify({ query, variables }),
    maxBytes: MAX_PAGE_BYTES,
    signal,
  });
  const answer = parse(text);
  const [error] = toObjects(answer.errors);
  if (error)
    throw new UnreadableDataError(
      `GitHub refused the request: ${toText(error.message) ?? 'no reason given'}`,
    );
  return toObject(answer.data);
}

function parse(text: string): JsonObject {
  try {
    return toObject(JSON.parse(text));
  } catch {
    throw new UnreadableDataError('GitHub did not answer with JSON.');
  }
}
