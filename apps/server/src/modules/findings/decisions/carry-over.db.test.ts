import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom, settled } from '../../../../test/support/bom-uploads.ts';
import { type SeededFinding, seedFindings } from '../../../../test/support/finding-fixtures.ts';
import { seedProjectWithFindings } from '../../../../test/support/seed-project-with-findings.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { recordVulnerabilities } from '../../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const named = ({ component, vulnerability }: SeededFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});
const decide = (finding: SeededFinding, body: object) =>
  service.asAdmin('PUT', '/api/v1/analysis', { ...named(finding), ...body });
const get = async (finding: SeededFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(named(finding))}`)).body;
const carryOver = (to: string, from: string, more = '') =>
  service.asAdmin('POST', `/api/v1/project/${to}/carry-over?from=${from}${more}`);

const lib = (name: string, version: string) => ({
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  purl_coordinates: `pkg:npm/${name}@${version}`,
});

type Given = Parameters<typeof seedFindings>[2][number]['component'];

/** A finding of the same vulnerability in two projects, on these components. */
async function pairOf(here: Given, there: Given) {
  const project = (component: Given) =>
    seedProjectWithFindings(service, [{ component, vulnerabilities: ['CVE-2024-7'] }]);
  const [from, to] = [await project(here), await project(there)];
  return {
    from: { ...from, finding: from.findings[0] as SeededFinding },
    to: { ...to, finding: to.findings[0] as SeededFinding },
  };
}

describe('POST /api/v1/project/{to}/carry-over', () => {
  const DECIDED = {
    analysisState: 'NOT_AFFECTED',
    analysisJustification: 'CODE_NOT_PRESENT',
    analysisResponse: 'WILL_NOT_FIX',
    analysisDetails: 'Left out of the build.',
    isSuppressed: true,
  };

  it('does not overwrite a person or a VEX document, but overwrites a policy', async () => {
    for (const [decidedBy, applied] of [
      ['PERSON', 0],
      ['VEX', 0],
      ['POLICY', 1],
      ['CARRIED_OVER', 1],
      ['EXPIRY', 1],
    ] as const) {
      const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
      await decide(from.finding, DECIDED);
      await decide(to.finding, { analysisState: 'EXPLOITABLE' });
      await service.db
        .updateTable('finding_analysis')
        .set({ decided_by: decidedBy })
        .where('component_id', '=', to.finding.component.id)
        .execute();
      const { body } = await carryOver(to.uuid, from.uuid);
      expect(body, decidedBy).toMatchObject({ matched: 1, applied, outranked: 1 - applied });
    }
  });

  it('does not carry over decisions of policies', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    await decide(from.finding, DECIDED);
    await service.db
      .updateTable('finding_analysis')
      .set({ decided_by: 'POLICY' })
      .where('component_id', '=', from.finding.component.id)
      .execute();
    expect((await carryOver(to.uuid, from.uuid)).body).toMatchObject({ matched: 0 });
  });

  it('carries over the expiry of the fields that expire', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    const expiresAt = Date.now() + 60_000;
    await decide(from.finding, { analysisState: 'EXPLOITABLE' });
    await decide(from.finding, { analysisState: 'EXPLOITABLE', isSuppressed: true, expiresAt });
    await carryOver(to.uuid, from.uuid);
    expect(await get(to.finding)).toMatchObject({
      analysisState: 'EXPLOITABLE',
      isSuppressed: true,
      expiresAt,
    });
    const { before_expiry } = await service.db
      .selectFrom('finding_analysis')
      .select('before_expiry')
      .where('component_id', '=', to.finding.component.id)
      .executeTakeFirstOrThrow();
    expect(before_expiry).toMatchObject({ fields: { isSuppressed: false } });
    expect((await carryOver(to.uuid, from.uuid)).body).toMatchObject({ applied: 0, unchanged: 1 });
  });
});

const switchCarryOver = (project: string, on: boolean) =>
  service.asAdmin('PUT', `/api/v1/project/${project}/property`, {
    groupName: 'decisions',
    propertyName: 'carry-over',
    propertyValue: String(on),
    propertyType: 'BOOLEAN',
  });

describe('Cloning a project', () => {
  async function original() {
    const { uuid, name } = await seedProjectWithFindings(service, []);
    const findings = await seedFindings(
      service.db,
      uuid,
      [
        { component: lib('a', '1.0'), vulnerabilities: ['CVE-2024-7', 'CVE-2024-8'] },
        { component: { name: 'twin' }, vulnerabilities: ['CVE-2024-7'] },
      ],
      // Assigned manually, so that no analysis retracts them.
      { analyzer: 'none' },
    );
    const [first] = findings as [SeededFinding];
    await decide(first, { analysisState: 'NOT_AFFECTED', isSuppressed: true, comment: 'Looked at it.' });
    return { uuid, name, findings };
  }

  async function cloneOf(uuid: string, includes: string[]) {
    const answer = await service.asAdmin('POST', `/api/v2/projects/${uuid}/clone`, {
      version: '2',
      includes,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid as string;
  }

  async function findingsOf(project: string) {
    const rows = await service.db
      .selectFrom('finding as f')
      .innerJoin('component as c', 'c.id', 'f.component_id')
      .innerJoin('vulnerability as v', 'v.id', 'f.vulnerability_id')
      .innerJoin('project as p', 'p.id', 'f.project_id')
      .innerJoin('finding_attribution as t', (join) =>
        join
          .onRef('t.component_id', '=', 'f.component_id')
          .onRef('t.vulnerability_id', '=', 'f.vulnerability_id'),
      )
      .select([
        'c.id as component_id',
        'c.uuid as component',
        'v.id as vulnerability_id',
        'v.uuid as vulnerability',
        'c.name',
        'v.vuln_id',
      ])
      .where('p.uuid', '=', project)
      .where('t.analyzer', '=', 'none')
      .orderBy('c.name')
      .orderBy('v.vuln_id')
      .execute();
    return rows.map((row) => ({
      name: `${row.name} ${row.vuln_id}`,
      component: { id: row.component_id, uuid: row.component },
      vulnerability: { id: row.vulnerability_id, uuid: row.vulnerability },
    }));
  }

  it('copies findings, decisions and their history on request', async () => {
    const { uuid } = await original();
    const copies = await findingsOf(
      await cloneOf(uuid, ['COMPONENTS', 'FINDINGS', 'FINDINGS_AUDIT_HISTORY']),
    );
    expect(copies.map(({ name }) => name)).toEqual(['a CVE-2024-7', 'a CVE-2024-8', 'twin CVE-2024-7']);
    const analysis = await get(copies[0] as SeededFinding);
    expect(analysis).toMatchObject({
      analysisState: 'NOT_AFFECTED',
      isSuppressed: true,
      decidedBy: 'PERSON',
    });
    expect(analysis.analysisComments.map(({ comment }: { comment: string }) => comment)).toEqual([
      'Analysis: NOT_SET → NOT_AFFECTED\nSuppressed',
      'Looked at it.',
    ]);
    expect(await get(copies[1] as SeededFinding)).toMatchObject({ detail: 'No analysis exists.' });
  });

  it('copies no decisions without the history', async () => {
    const { uuid } = await original();
    const copies = await findingsOf(await cloneOf(uuid, ['COMPONENTS', 'FINDINGS']));
    expect(copies).toHaveLength(3);
    expect(await get(copies[0] as SeededFinding)).toMatchObject({ detail: 'No analysis exists.' });
  });

  it('carries decisions over if the project property is set, and names their origin', async () => {
    const { uuid, name } = await original();
    await switchCarryOver(uuid, true);
    const copies = await findingsOf(await cloneOf(uuid, ['COMPONENTS', 'FINDINGS']));
    const analysis = await get(copies[0] as SeededFinding);
    expect(analysis).toMatchObject({ analysisState: 'NOT_AFFECTED', decidedBy: 'CARRIED_OVER' });
    expect(analysis.analysisComments[0]).toMatchObject({
      commenter: 'Carry-over',
      comment: expect.stringContaining(`Carried over from ${name} 1.0: decided by admin at `),
    });
  });

  it('copies no findings without components', async () => {
    const { uuid } = await original();
    expect(await findingsOf(await cloneOf(uuid, ['FINDINGS', 'FINDINGS_AUDIT_HISTORY']))).toEqual([]);
  });
});

describe('Uploading a new version of a project', () => {
  const OSV = mirrorAsserter('osv', 'OSV', 'OSV');

  beforeAll(async () => {
    const flaw = {
      source: 'GITHUB',
      vulnId: 'GHSA-xxxx-yyyy-zzzz',
      packages: [{ purl: 'pkg:npm/left-pad', versions: [{ versionEndExcluding: '2.0.0' }] }],
    } as const;
    await inTransaction(service.db, (tx) =>
      recordVulnerabilities(tx, { asserter: OSV, mirrored: new Set(), now: new Date() }, [flaw]),
    );
  });

  const upload = async (projectName: string, projectVersion: string, version = '1.0.0') => {
    const fields = { projectName, projectVersion, autoCreate: 'true' };
    const answer = await postBom(service, bomOf([npm('left-pad', version)]), fields);
    const { projectUuid } = answer.body;
    await settled(service, answer.body.token);
    const row = await service.db
      .selectFrom('finding as f')
      .innerJoin('component as c', 'c.id', 'f.component_id')
      .innerJoin('vulnerability as v', 'v.id', 'f.vulnerability_id')
      .innerJoin('project as p', 'p.id', 'f.project_id')
      .select(['c.id', 'c.uuid', 'v.id as vulnerability_id', 'v.uuid as vulnerability'])
      .where('p.uuid', '=', projectUuid)
      .executeTakeFirstOrThrow();
    const finding: SeededFinding = {
      component: { id: row.id, uuid: row.uuid },
      vulnerability: { id: row.vulnerability_id, uuid: row.vulnerability },
    };
    return { projectUuid, finding };
  };

  it('carries decisions over from version to version once the property is set', async () => {
    const first = await upload('travelling', '1');
    await decide(first.finding, { analysisState: 'NOT_AFFECTED', isSuppressed: true });
    await switchCarryOver(first.projectUuid, true);
    const second = await upload('travelling', '2');
    expect(await get(second.finding)).toMatchObject({
      analysisState: 'NOT_AFFECTED',
      decidedBy: 'CARRIED_OVER',
    });
    const third = await upload('travelling', '3');
    expect((await get(third.finding)).analysisComments[0].comment).toContain(
      'Carried over from travelling 2: decided by Carry-over at ',
    );
    const events = await service.db
      .selectFrom('notification_outbox')
      .select('group_name')
      .where('project_uuid', '=', third.projectUuid)
      .where('group_name', 'in', ['NEW_VULNERABILITY', 'PROJECT_AUDIT_CHANGE'])
      .execute();
    // No events for findings that are suppressed at once.
    expect(events.map(({ group_name }) => group_name)).toEqual(['PROJECT_AUDIT_CHANGE']);
  });

  it('carries nothing over if the property is absent or off', async () => {
    const first = await upload('staying', '1');
    await decide(first.finding, { analysisState: 'NOT_AFFECTED' });
    expect(await get((await upload('staying', '2')).finding)).toMatchObject({ status: 404 });
    await switchCarryOver(first.projectUuid, true);
    const third = await upload('staying', '3');
    expect(await get(third.finding)).toMatchObject({ analysisState: 'NOT_AFFECTED' });
    await switchCarryOver(third.projectUuid, false);
    expect(await get((await upload('staying', '4')).finding)).toMatchObject({ status: 404 });
  });

  it('carries over once: later decisions in the old version stay there', async () => {
    const first = await upload('once', '1');
    await decide(first.finding, { analysisState: 'IN_TRIAGE' });
    await switchCarryOver(first.projectUuid, true);
    const second = await upload('once', '2');
    await decide(first.finding, { analysisState: 'RESOLVED' });
    await upload('once', '2');
    expect(await get(second.finding)).toMatchObject({ analysisState: 'IN_TRIAGE' });
  });

  it('carries nothing over to a project that more teams may see', async () => {
    const first = await upload('secret', '1');
    await decide(first.finding, { analysisState: 'NOT_AFFECTED', analysisDetails: 'A secret.' });
    await switchCarryOver(first.projectUuid, true);
    const { teamUuid } = await createTeamKey(service, 'VIEW_PORTFOLIO');
    await switchAccessControl(service, true);
    const { body } = await service.asAdmin('PUT', '/api/v1/project', { name: 'secret', version: '2' });
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: body.uuid });
    const second = await upload('secret', '2');
    await switchAccessControl(service, false);
    expect(await get(second.finding)).toMatchObject({ status: 404 });
  });
});
