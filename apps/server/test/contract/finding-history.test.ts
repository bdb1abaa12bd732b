import { setTimeout } from 'node:timers/promises';
import {
  type Finding,
  type FindingChange,
  type FindingInterval,
  findingHistoryOperations,
  type PortfolioChange,
} from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../fuzz/random.ts';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, npm } from '../support/bom-uploads.ts';
import {
  createHistory,
  type History,
  makeStep,
  recordAdvisory,
  untilFollowed,
} from '../support/history-steps.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { entryOf, postVex, vexOf } from '../support/vex-imports.ts';

const STEPS = 14;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function get(path: string) {
  const answer = await service.asAdmin('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function getAll<T>(path: string): Promise<T[]> {
  const items: T[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page = await get(`${path}${token && `&page_token=${token}`}`);
    items.push(...page.items);
    token = page.next_page_token;
  }
  return items;
}

/** Every list that is compared, by its path. */
const toPaths = ({ projects }: History) => [
  '/api/v1/finding?sortName=vulnerability.severity',
  '/api/v1/finding?severity=CRITICAL,INFO&sortName=component.name',
  '/api/v1/finding?analysisStatus=NOT_AFFECTED,EXPLOITABLE&showSuppressed=true',
  '/api/v1/finding?severity=HIGH,LOW,INFO&showSuppressed=true',
  '/api/v2/findings/facets?facets=project,tag',
  ...projects.map((uuid) => `/api/v1/finding/project/${uuid}?suppressed=true`),
];

/** `match` explains a finding with the statements of today. */
const withoutMatch = (listed: readonly Finding[] | object) =>
  Array.isArray(listed) ? listed.map(({ match, ...finding }) => finding) : [listed];

const nameOf = ({ component, vulnerability }: Pick<Finding | FindingChange, 'component' | 'vulnerability'>) =>
  `${component.uuid} ${vulnerability.uuid}`;

describe('GET /api/v1/finding?asOf=', () => {
  it('lists what was listed at every step of any sequence of changes, and the changes lead from step to step', async () => {
    const seed = 4;
    const history = await createHistory(service, createRandom(seed));
    const steps: { name: string; at: number; lists: [path: string, listed: object[]][] }[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const name = `seed ${seed}, step ${step}: ${await makeStep(history)}`;
      const at = Date.now();
      const lists = toPaths(history).map(
        async (path): Promise<[string, object[]]> => [path, withoutMatch(await get(path))],
      );
      steps.push({ name, at, lists: await Promise.all(lists) });
      await setTimeout(2);
    }
    expect(new Set(steps.map(({ lists }) => JSON.stringify(lists))).size).toBeGreaterThan(STEPS / 3);

    for (const { name, at, lists } of steps) {
      const known = lists.map(async ([path, listed]) => {
        expect(withoutMatch(await get(`${path}&asOf=${at}`)), `${name}: ${path}`).toEqual(listed);
      });
      await Promise.all(known);
    }
    for (const [index, { at }] of steps.entries()) {
      const from = steps[index - 4]?.at;
      if (from !== undefined && index % 4 === 0) await expectChangesToLead(history.projects, from, at);
    }
    await expectPortfolioToHaveChangesOf(history.projects);
  });

  it('lists nothing for a day before the findings, and today what is listed now', async () => {
    const longAgo = new Date(Date.now() - 10 * 86_400_000).toISOString();
    expect(await get(`/api/v1/finding?asOf=${longAgo}`)).toEqual([]);
    expect((await get(`/api/v2/findings/facets?asOf=${longAgo}`)).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await get(`/api/v1/finding?asOf=${today}`)).toEqual(await get('/api/v1/finding'));
  });

  it.each(['v1/finding/grouped?', 'v1/finding/cases?', 'v2/findings/totals?', 'v2/findings/groups?by=fix&'])(
    '%s answers 400 instead of the present',
    async (path) => {
      const answer = await service.asAdmin('GET', `/api/${path}asOf=${Date.now()}`);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'query/asOf']);
      expect(answer.body.detail).toContain('not supported');
    },
  );

  it.each([
    ['yesterday', 'must be a day'],
    ['2026-02-30', 'must be a day'],
    ['2020-01-01', 'svc.bom.removed-components.retention-days'],
  ])('answers 400 for %s', async (asOf, reason) => {
    const answer = await service.asAdmin('GET', `/api/v1/finding?asOf=${asOf}`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'query/asOf']);
    expect(answer.body.detail).toContain(reason);
  });
});

/** Applies the changes between two times to the findings of the first. */
async function expectChangesToLead(projects: readonly string[], from: number, to: number): Promise<void> {
  for (const uuid of projects) {
    const listed = async (at: number) => {
      const known: Finding[] = await get(`/api/v1/finding/project/${uuid}?suppressed=true&asOf=${at}`);
      return new Set(known.map(nameOf));
    };
    const [findings, expected] = await Promise.all([listed(from), listed(to)]);
    for (const change of await getAll<FindingChange>(
      `/api/v1/project/${uuid}/changes?from=${from}&to=${to}&limit=3`,
    )) {
      if (change.kind === 'APPEARED') findings.add(nameOf(change));
      if (change.kind === 'DISAPPEARED') findings.delete(nameOf(change));
    }
    expect(findings).toEqual(expected);
  }
}

/** The changes of the portfolio are those of its projects, in the order of time. */
async function expectPortfolioToHaveChangesOf(projects: readonly string[]): Promise<void> {
  const all = await getAll<PortfolioChange>('/api/v2/findings/changes?limit=7');
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(3);
  for (const uuid of projects) {
    const expected = await getAll<FindingChange>(`/api/v1/project/${uuid}/changes?limit=100`);
    expect(all.filter(({ project }) => project.uuid === uuid).map(toChange)).toEqual(expected);
    const named = await getAll<PortfolioChange>(`/api/v2/findings/changes?project=${uuid}&limit=2`);
    expect(named.map(toChange)).toEqual(expected);
  }
}

function toChange({
  project,
  vulnerability: { vuln_id: vulnId, ...vulnerability },
  ...change
}: PortfolioChange) {
  return { ...change, vulnerability: { ...vulnerability, vulnId } };
}

describe('Access to the history', () => {
  itKeepsAccessRules(Object.values(findingHistoryOperations), () => service);
});

describe('The history of a project', () => {
  let uuid: string;
  let start: number;

  async function makeChanges(): Promise<void> {
    const upload = async (...names: string[]) => {
      const { projectUuid } = await importBom(service, 'audited', bomOf(names.map((name) => npm(name))));
      await untilFollowed(service);
      return projectUuid;
    };
    await recordAdvisory(service, 'h1', { severity: 'HIGH' });
    await recordAdvisory(service, 'h2', { severity: 'LOW' });
    start = Date.now();
    uuid = await upload('h1', 'h2');
    const [first] = (await get(`/api/v1/finding/project/${uuid}?searchText=h1`)) as [Finding];
    await service.asAdmin('PUT', '/api/v1/analysis', {
      component: first.component.uuid,
      vulnerability: first.vulnerability.uuid,
      analysisState: 'IN_TRIAGE',
    });
    await postVex(service, { project: uuid }, vexOf([entryOf('INT-h2', { state: 'exploitable' })]));
    await untilFollowed(service);
    await recordAdvisory(service, 'h1', { severity: 'CRITICAL' });
    await recordAdvisory(service, 'h2', { severity: 'LOW', before: '0.1.0' });
    await upload('h2');
    await upload('h1', 'h2');
  }

  const changes = (query = '') => getAll<FindingChange>(`/api/v1/project/${uuid}/changes?limit=100${query}`);
  const history = (query = '') => getAll<FindingInterval>(`/api/v1/project/${uuid}/history?limit=2${query}`);

  it('lists what appeared, was decided and disappeared, with its cause', async () => {
    await makeChanges();
    const listed = (await changes()).map(({ kind, cause, actor, vulnerability, changes: fields = [] }) =>
      [kind, cause, vulnerability.vulnId, vulnerability.severity, actor, ...fields.map(({ to }) => to)].join(
        ' ',
      ),
    );
    expect(listed.map((line) => line.trim())).toEqual([
      'APPEARED BOM_UPLOAD INT-h1 HIGH',
      'APPEARED BOM_UPLOAD INT-h2 LOW',
      'DECIDED PERSON INT-h1 HIGH admin IN_TRIAGE',
      expect.stringMatching(/^DECIDED VEX INT-h2 LOW .*EXPLOITABLE$/),
      'DISAPPEARED ADVISORY INT-h2 LOW',
      'DISAPPEARED BOM_UPLOAD INT-h1 CRITICAL',
      'APPEARED BOM_UPLOAD INT-h1 CRITICAL',
    ]);
  });

  it('lists the changes of one kind, after one time and until another', async () => {
    const all = await changes();
    expect(await changes('&kind=DECIDED')).toEqual(all.filter(({ kind }) => kind === 'DECIDED'));
    const at = all[2]?.at;
    expect(await changes(`&to=${at}`)).toEqual(all.slice(0, 3));
    expect(await changes(`&from=${at}`)).toEqual(all.slice(3));
    const today = new Date(start).toISOString().slice(0, 10);
    expect(await changes(`&from=${today}`)).toEqual(all);
  });

  it('is part of the changes of the portfolio, by kind, cause and time', async () => {
    const listed = (query: string) =>
      getAll<PortfolioChange>(`/api/v2/findings/changes?limit=3&project=${uuid}${query}`);
    const all = await listed('');
    expect(all.map(toChange)).toEqual(await changes());
    expect(all[0]?.project).toEqual({ uuid, name: 'audited', version: '1' });
    expect(await listed('&kind=DISAPPEARED')).toEqual(all.filter(({ kind }) => kind === 'DISAPPEARED'));
    for (const cause of ['BOM_UPLOAD', 'ADVISORY', 'VEX', 'PERSON']) {
      const expected = all.filter((change) => change.cause === cause);
      expect(expected).not.toEqual([]);
      expect(await listed(`&cause=${cause}`)).toEqual(expected);
    }
    const at = all[2]?.at;
    expect(await listed(`&to=${at}`)).toEqual(all.slice(0, 3));
    expect(await listed(`&from=${at}`)).toEqual(all.slice(3));
    const unknown = '/api/v2/findings/changes?project=00000000-0000-0000-0000-000000000000';
    expect((await service.asAdmin('GET', unknown)).status).toBe(404);
  });

  it('lists each time during which a finding was listed, with its last decision', async () => {
    const all = await history();
    const listed = all.map(({ vulnerability, analysis, validTo }) => [
      vulnerability.vulnId,
      vulnerability.severity,
      analysis.state,
      analysis.decidedBy,
      validTo === undefined,
    ]);
    expect(listed).toEqual([
      ['INT-h1', 'CRITICAL', 'IN_TRIAGE', 'PERSON', false],
      ['INT-h2', 'LOW', 'EXPLOITABLE', 'VEX', false],
      ['INT-h1', 'CRITICAL', 'IN_TRIAGE', 'PERSON', true],
    ]);
    const at = all[0]?.validFrom;
    const known = await history(`&asOf=${at}`);
    expect(known.map(({ vulnerability, analysis }) => [vulnerability.severity, analysis.state])).toEqual([
      ['HIGH', undefined],
      ['LOW', undefined],
    ]);
    expect(await history(`&asOf=${start}`)).toEqual([]);
  });

  it('of a clone starts with the clone', async () => {
    const before = Date.now();
    await setTimeout(2);
    const clone = await service.asAdmin('PUT', '/api/v1/project/clone', {
      project: uuid,
      version: '2',
      includeComponents: true,
      includeFindings: true,
      includeAuditHistory: true,
    });
    expect(clone.status, clone.text).toBe(202);
    await untilFollowed(service);
    const { uuid: copy } = await get('/api/v1/project/lookup?name=audited&version=2');
    const listed = await getAll<FindingChange>(`/api/v1/project/${copy}/changes?limit=100`);
    expect(listed.map(({ kind, cause }) => [kind, cause])).toEqual([['APPEARED', 'CLONE']]);
    expect(await get(`/api/v1/finding/project/${copy}?asOf=${before}`)).toEqual([]);
    const [known] = await get(`/api/v1/finding/project/${copy}?asOf=${listed[0]?.at}`);
    expect(known.analysis.state).toBe('IN_TRIAGE');
  });

  it('is exported as SARIF as of a time', async () => {
    const { token } = { token: service.adminToken };
    const headers = { accept: 'application/sarif+json' };
    const path = `/api/v1/finding/project/${uuid}?asOf=${(await changes())[0]?.at}`;
    const { body } = await service.request('GET', path, { token, headers });
    expect(body.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual([
      'INT-h1',
      'INT-h2',
    ]);
  });

  it.each(['project/changes', 'project/history', 'findings/changes'])(
    '%s refuses a damaged token, and a time before the retention',
    async (list) => {
      const parameter = list.endsWith('changes') ? 'from' : 'asOf';
      const path = list.startsWith('project') ? `v1/${list.replace('/', `/${uuid}/`)}` : `v2/${list}`;
      for (const query of ['page_token=x', `${parameter}=2020-01-01`, `${parameter}=soon`]) {
        const answer = await service.asAdmin('GET', `/api/${path}?${query}`);
        expect(answer.status, answer.text).toBe(400);
      }
    },
  );

  it('is hidden from teams without access to the project', async () => {
    await switchAccessControl(service, true);
    const { apiKey, teamUuid } = await createTeamKey(service, 'VIEW_VULNERABILITY', 'VIEW_PORTFOLIO');
    const statuses = ['changes', 'history'].map(async (list) => {
      const answer = await service.request('GET', `/api/v1/project/${uuid}/${list}`, { apiKey });
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([403, 403]);
    const portfolio = await service.request('GET', `/api/v1/finding?asOf=${Date.now()}`, { apiKey });
    expect(portfolio.body).toEqual([]);
    const changed = async () =>
      (await service.request('GET', '/api/v2/findings/changes?limit=1000', { apiKey })).body.items;
    expect(await changed()).toEqual([]);
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: uuid });
    expect((await changed()).map(toChange)).toEqual(await changes());
    await switchAccessControl(service, false);
  });
});
