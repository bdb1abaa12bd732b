import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { matchingOperations } from '@tallyman/contract';
import {
  AnalysisTrigger,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  NotificationSchema,
  VulnerabilityRetractedSubjectSchema,
} from '@tallyman/contract/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../../../test/support/access-rules.ts';
import { bomOf, importBom, npm, settled } from '../../../test/support/bom-uploads.ts';
import { storedComponents } from '../../../test/support/stored-components.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordVulnerabilities } from '../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../vulnerabilities/vulnerability-record.ts';
import { deleteUnusedKeys } from './matching-keys-store.ts';

const NVD = mirrorAsserter('nvd', 'NVD', 'NVD');
const GITHUB = mirrorAsserter('github', 'GitHub Advisories', 'GITHUB');

let number = 0;
const fresh = () => `project ${++number}`;

describe('Analysis', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const record = (asserter: typeof NVD, ...records: readonly VulnerabilityRecord[]) =>
    inTransaction(service.db, (tx) =>
      recordVulnerabilities(tx, { asserter, mirrored: new Set(['NVD', 'GITHUB']), now: new Date() }, records),
    );
  const affecting = (vulnId: string, name: string, versionEndExcluding: string): VulnerabilityRecord => ({
    source: 'GITHUB',
    vulnId,
    title: `Flaw in ${name}`,
    cwes: [79],
    ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' } },
    packages: [{ purl: `pkg:npm/${name}`, versions: [{ versionEndExcluding }] }],
  });

  /** Name of the component, id of the vulnerability, and whether it is active. */
  const findings = async (projectUuid: string) => {
    const rows = await service.db
      .selectFrom('finding')
      .innerJoin('component', 'component.id', 'finding.component_id')
      .innerJoin('vulnerability', 'vulnerability.id', 'finding.vulnerability_id')
      .innerJoin('project', 'project.id', 'finding.project_id')
      .select(['component.name', 'vulnerability.vuln_id', 'finding.inactive_since'])
      .where('project.uuid', '=', projectUuid)
      .orderBy('component.name')
      .orderBy('vulnerability.vuln_id')
      .execute();
    return rows.map((row) => `${row.name} ${row.vuln_id}${row.inactive_since ? ' (inactive)' : ''}`);
  };
  const notifications = async (projectUuid: string, group: string) => {
    const rows = await service.db
      .selectFrom('notification_outbox')
      .select('notification')
      .where('project_uuid', '=', projectUuid)
      .where('group_name', '=', group)
      .orderBy('id')
      .execute();
    return rows.map((row) => fromBinary(NotificationSchema, row.notification));
  };

  /** Enqueues matching, as mirrors do, and waits until it is done. */
  const follow = async () => {
    const token = crypto.randomUUID();
    await inTransaction(service.db, (tx) =>
      service.context.jobs.enqueue(tx, 'match-changed-vulnerabilities', {}, { token, unlessWaiting: true }),
    );
    await settled(service, token);
  };
  const publish = async (...records: readonly VulnerabilityRecord[]) => {
    await record(GITHUB, ...records);
    await follow();
  };
  const analyze = async (projectUuid: string) => {
    const answer = await service.asAdmin('POST', `/api/v1/finding/project/${projectUuid}/analyze`);
    expect(answer.status).toBe(200);
    await settled(service, answer.body.token);
  };
  /** The transactions that wrote the rows of findings. */
  const writers = async () => {
    const { rows } = await sql`
      select f.xmin::text as finding, t.xmin::text as attribution
      from finding f join finding_attribution t using (component_id, vulnerability_id)
      order by component_id, vulnerability_id`.execute(service.db);
    return rows;
  };
  const decide = (projectUuid: string, isSuppressed: boolean) =>
    sql`insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by, updated_at)
      select f.component_id, f.vulnerability_id, f.project_id, 'FALSE_POSITIVE', ${isSuppressed}, 'PERSON', now()
      from finding f join project p on p.id = f.project_id where p.uuid = ${projectUuid}`.execute(service.db);

  it('matches by the source package that properties of Trivy name', async () => {
    const source = (name: string, version: string) => [
      { name: 'aquasecurity:trivy:SrcName', value: name },
      { name: 'aquasecurity:trivy:SrcVersion', value: version },
    ];
    const purl = (name: string) => `pkg:deb/debian/${name}@2.0-1?arch=amd64&distro=debian-12`;
    await record(GITHUB, {
      source: 'GITHUB',
      vulnId: 'GHSA-sour-cepa-0001',
      packages: [
        { purl: 'pkg:deb/debian/acme?distro=debian-12', versions: [{ versionEndExcluding: '1:2.0-2' }] },
      ],
    });
    const components = [
      { type: 'library', name: 'libacme0', purl: purl('libacme0'), properties: source('acme', '1:2.0-1') },
      { type: 'library', name: 'libfixed0', purl: purl('libfixed0'), properties: source('acme', '1:2.0-2') },
      { type: 'library', name: 'libother0', purl: purl('libother0'), properties: source('other', '1:2.0-1') },
    ];
    const document = bomOf(components);
    const { projectUuid } = await importBom(service, fresh(), document);
    expect(await findings(projectUuid)).toEqual(['libacme0 GHSA-sour-cepa-0001']);
    const { body: checked } = await service.asAdmin('POST', '/api/v1/check', document);
    expect(checked.findings).toMatchObject({ total: 1 });
    const component = (await storedComponents(service, projectUuid)).find(({ name }) => name === 'libacme0');
    expect(component?.purl).toBe(purl('libacme0'));
    const { id } = await service.db
      .selectFrom('vulnerability')
      .select('uuid as id')
      .where('vuln_id', '=', 'GHSA-sour-cepa-0001')
      .executeTakeFirstOrThrow();
    const why = `/api/v1/finding/component/${component?.uuid}/vulnerability/${id}/explain`;
    expect((await service.asAdmin('GET', why)).body).toMatchObject({ affected: true, reason: 'MATCH' });
    // After a correction of the package URL, the old source package no longer applies.
    const body = {
      uuid: component?.uuid,
      name: 'libacme0',
      version: '2.0-1',
      purl: purl('libelse0'),
      classifier: 'LIBRARY',
    };
    expect((await service.asAdmin('POST', '/api/v1/component', body)).status).toBe(200);
    await analyze(projectUuid);
    expect(await findings(projectUuid)).toEqual(['libacme0 GHSA-sour-cepa-0001 (inactive)']);
  });

  it('has recorded the findings of an upload when its token is done', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0001', 'left', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('left'), npm('right')]));
    expect(await findings(projectUuid)).toEqual(['left GHSA-aaaa-aaaa-0001']);
    const { body } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
    expect(body.lastVulnerabilityAnalysis).toBeDefined();
  });

  it('emits NEW_VULNERABILITY with component, project, vulnerability and back-reference', async () => {
    await record(GITHUB, {
      ...affecting('GHSA-aaaa-aaaa-0002', 'emitted', '2.0.0'),
      aliases: [{ source: 'NVD', vulnId: 'CVE-2026-0002' }],
    });
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('emitted')]));
    const [notification, ...more] = await notifications(projectUuid, 'NEW_VULNERABILITY');
    expect(more).toEqual([]);
    expect(notification?.title).toMatch(/^New Vulnerability Identified on Project: \[project \d+ : 1\]$/);
    expect(notification?.content).toBe('GHSA-aaaa-aaaa-0002: Flaw in emitted');
    const subject = notification?.subject && anyUnpack(notification.subject, NewVulnerabilitySubjectSchema);
    expect(subject).toMatchObject({
      component: { name: 'emitted', version: '1.0.0', purl: 'pkg:npm/emitted@1.0.0' },
      project: { uuid: projectUuid, isActive: true },
      vulnerability: {
        vulnId: 'GHSA-aaaa-aaaa-0002',
        source: 'GITHUB',
        severity: 'CRITICAL',
        cvssV3: 9.8,
        cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        aliases: [{ id: 'CVE-2026-0002', source: 'NVD' }],
        cwes: [{ cweId: 79 }],
      },
      affectedProjectsReference: {
        apiUri: '/api/v1/vulnerability/source/GITHUB/vuln/GHSA-aaaa-aaaa-0002/projects',
        frontendUri: '/vulnerabilities/GITHUB/GHSA-aaaa-aaaa-0002/affectedProjects',
      },
      vulnerabilityAnalysisLevel: 'BOM_UPLOAD_ANALYSIS',
      analysisTrigger: AnalysisTrigger.BOM_UPLOAD,
    });
    expect(subject?.affectedProjects).toEqual([subject?.project]);
  });

  it('emits NEW_VULNERABLE_DEPENDENCY once per component that an upload created, with all its vulnerabilities', async () => {
    await record(
      GITHUB,
      affecting('GHSA-aaaa-aaaa-0003', 'first', '2.0.0'),
      affecting('GHSA-aaaa-aaaa-0004', 'second', '2.0.0'),
      affecting('GHSA-aaaa-aaaa-0005', 'second', '3.0.0'),
    );
    const name = fresh();
    const { projectUuid } = await importBom(service, name, bomOf([npm('first')]));
    await importBom(service, name, bomOf([npm('first'), npm('second')]));
    const dependencies = (await notifications(projectUuid, 'NEW_VULNERABLE_DEPENDENCY')).map(
      ({ subject }) => subject && anyUnpack(subject, NewVulnerableDependencySubjectSchema),
    );
    expect(dependencies.map((subject) => subject?.component?.name)).toEqual(['first', 'second']);
    expect(dependencies[1]?.vulnerabilities.map(({ vulnId }) => vulnId)).toEqual([
      'GHSA-aaaa-aaaa-0004',
      'GHSA-aaaa-aaaa-0005',
    ]);
  });

  it('records findings of an advisory published after the upload', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('later'), npm('later', '9.0.0')]));
    expect(await findings(projectUuid)).toEqual([]);
    await publish(affecting('GHSA-aaaa-aaaa-0006', 'later', '2.0.0'));
    expect(await findings(projectUuid)).toEqual(['later GHSA-aaaa-aaaa-0006']);
    const [notification] = await notifications(projectUuid, 'NEW_VULNERABILITY');
    expect(
      notification?.subject && anyUnpack(notification.subject, NewVulnerabilitySubjectSchema),
    ).toMatchObject({
      vulnerabilityAnalysisLevel: 'PERIODIC_ANALYSIS',
      analysisTrigger: AnalysisTrigger.SCHEDULE,
    });
  });

  it('retracts a finding if the advisory is narrowed, and restores it with its decision', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0007', 'narrow', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('narrow')]));
    await decide(projectUuid, false);
    await publish(affecting('GHSA-aaaa-aaaa-0007', 'narrow', '0.5.0'));
    expect(await findings(projectUuid)).toEqual(['narrow GHSA-aaaa-aaaa-0007 (inactive)']);
    const [retracted] = await notifications(projectUuid, 'VULNERABILITY_RETRACTED');
    expect(retracted?.title).toMatch(/^Vulnerability No Longer Reported on Project: \[/);
    expect(
      retracted?.subject && anyUnpack(retracted.subject, VulnerabilityRetractedSubjectSchema),
    ).toMatchObject({ component: { name: 'narrow' }, vulnerability: { vulnId: 'GHSA-aaaa-aaaa-0007' } });

    await publish(affecting('GHSA-aaaa-aaaa-0007', 'narrow', '1.5.0'));
    expect(await findings(projectUuid)).toEqual(['narrow GHSA-aaaa-aaaa-0007']);
    expect(await notifications(projectUuid, 'NEW_VULNERABILITY')).toHaveLength(2);
    const decisions = service.db
      .selectFrom('finding_analysis')
      .innerJoin('project', 'project.id', 'finding_analysis.project_id')
      .select('state')
      .where('project.uuid', '=', projectUuid);
    expect(await decisions.execute()).toEqual([{ state: 'FALSE_POSITIVE' }]);
  });

  it('emits nothing for suppressed findings', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0008', 'hushed', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('hushed')]));
    await decide(projectUuid, true);
    await publish(affecting('GHSA-aaaa-aaaa-0008', 'hushed', '0.5.0'));
    await publish(affecting('GHSA-aaaa-aaaa-0008', 'hushed', '2.0.0'));
    expect(await findings(projectUuid)).toEqual(['hushed GHSA-aaaa-aaaa-0008']);
    expect(await notifications(projectUuid, 'VULNERABILITY_RETRACTED')).toEqual([]);
    expect(await notifications(projectUuid, 'NEW_VULNERABILITY')).toHaveLength(1);
  });

  it('never matches a withdrawn vulnerability', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0009', 'taken-back', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('taken-back')]));
    await publish({ ...affecting('GHSA-aaaa-aaaa-0009', 'taken-back', '2.0.0'), rejected: new Date() });
    expect(await findings(projectUuid)).toEqual(['taken-back GHSA-aaaa-aaaa-0009 (inactive)']);
    const again = await importBom(service, fresh(), bomOf([npm('taken-back')]));
    expect(await findings(again.projectUuid)).toEqual([]);
  });

  it('writes nothing if nothing changed', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0010', 'steady', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('steady')]));
    const before = await writers();
    await analyze(projectUuid);
    await record(NVD, { source: 'NVD', vulnId: 'CVE-2026-0010', title: 'Elsewhere' });
    await follow();
    expect(await writers()).toEqual(before);
    expect(await notifications(projectUuid, 'NEW_VULNERABILITY')).toHaveLength(1);
  });

  it('keeps a finding while any asserter states it, and names the asserter', async () => {
    const said = affecting('GHSA-aaaa-aaaa-0011', 'agreed', '2.0.0');
    const evidence = async (projectUuid: string) => {
      const rows = await service.db
        .selectFrom('finding_attribution as t')
        .innerJoin('component as c', 'c.id', 't.component_id')
        .innerJoin('project as p', 'p.id', 'c.project_id')
        .select(['t.analyzer', 't.evidence', 't.deleted_at'])
        .where('p.uuid', '=', projectUuid)
        .execute();
      return rows.map(({ analyzer, evidence, deleted_at }) => ({
        analyzer,
        deleted_at,
        ...(evidence as object),
      }));
    };
    await record(NVD, said);
    await record(GITHUB, said);
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('agreed')]));
    const [first] = await evidence(projectUuid);
    expect(first).toMatchObject({ analyzer: 'internal', identifier: 'PURL', deleted_at: null });
    const [asserter, other] =
      first && 'asserter' in first && first.asserter === NVD.name ? [NVD, GITHUB] : [GITHUB, NVD];
    await record(asserter, { ...said, packages: [] });
    await follow();
    expect(await findings(projectUuid)).toEqual(['agreed GHSA-aaaa-aaaa-0011']);
    expect(await evidence(projectUuid)).toMatchObject([{ asserter: other.name, deleted_at: null }]);
    await record(other, { ...said, packages: [] });
    await follow();
    expect(await findings(projectUuid)).toEqual(['agreed GHSA-aaaa-aaaa-0011 (inactive)']);
  });

  it('matches CPE names within the bounds of a criterion', async () => {
    const cpe = (version: string) => `cpe:2.3:a:acme:rocket:${version}:*:*:*:*:*:*:*`;
    await record(NVD, {
      source: 'NVD',
      vulnId: 'CVE-2026-0012',
      cpes: [{ cpe: cpe('*'), versionStartIncluding: '1.2', versionEndExcluding: '1.10' }],
    });
    const named = (name: string, version: string) => ({ type: 'library', name, version, cpe: cpe(version) });
    const document = bomOf([
      named('old', '1.1'),
      named('hit', '1.9.3'),
      named('new', '1.10'),
      named('any', '*'),
    ]);
    const { projectUuid } = await importBom(service, fresh(), document);
    expect(await findings(projectUuid)).toEqual(['any CVE-2026-0012', 'hit CVE-2026-0012']);
    await record(NVD, {
      source: 'NVD',
      vulnId: 'CVE-2026-0012',
      cpes: [{ cpe: cpe('*'), versionEndExcluding: '1.2' }],
    });
    await follow();
    expect(await findings(projectUuid)).toEqual([
      'any CVE-2026-0012',
      'hit CVE-2026-0012 (inactive)',
      'old CVE-2026-0012',
    ]);
  });

  it('uses the version of the component if its package URL has none', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0013', 'bare', '2.0.0'));
    const bare = (version: string) => ({ type: 'library', name: 'bare', version, purl: 'pkg:npm/bare' });
    const inside = await importBom(service, fresh(), bomOf([bare('1.0.0')]));
    const outside = await importBom(service, fresh(), bomOf([bare('2.0.0')]));
    expect(await findings(inside.projectUuid)).toEqual(['bare GHSA-aaaa-aaaa-0013']);
    expect(await findings(outside.projectUuid)).toEqual([]);
  });

  it('runs for components that are created or changed manually', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0014', 'handmade', '2.0.0'));
    const { body: project } = await service.asAdmin('PUT', '/api/v1/project', {
      name: fresh(),
      version: '1',
    });
    const component = {
      name: 'handmade',
      version: '1.0.0',
      purl: 'pkg:npm/handmade@1.0.0',
      classifier: 'LIBRARY',
    };
    const { body } = await service.asAdmin('PUT', `/api/v1/component/project/${project.uuid}`, component);
    await expect.poll(() => findings(project.uuid)).toEqual(['handmade GHSA-aaaa-aaaa-0014']);
    await service.asAdmin('POST', '/api/v1/component', {
      ...component,
      uuid: body.uuid,
      version: '2.0.0',
      purl: 'pkg:npm/handmade@2.0.0',
    });
    await expect.poll(() => findings(project.uuid)).toEqual(['handmade GHSA-aaaa-aaaa-0014 (inactive)']);
  });

  it('records the findings of a clone without emitting events', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0015', 'copied', '2.0.0'));
    const name = fresh();
    const { projectUuid } = await importBom(service, name, bomOf([npm('copied')]));
    const order = { project: projectUuid, version: '2', includeComponents: true };
    const { body } = await service.asAdmin('PUT', '/api/v1/project/clone', order);
    await settled(service, body.token);
    const { body: clone } = await service.asAdmin('GET', `/api/v1/project/lookup?name=${name}&version=2`);
    expect(await findings(clone.uuid)).toEqual(['copied GHSA-aaaa-aaaa-0015']);
    expect(await notifications(clone.uuid, 'NEW_VULNERABILITY')).toEqual([]);
  });

  it('is requested once at a time: 409 while one is pending', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('busy')]));
    const path = `/api/v1/finding/project/${projectUuid}/analyze`;
    const token = await inTransaction(service.db, async (tx) => {
      await tx.selectFrom('project').select('id').where('uuid', '=', projectUuid).forNoKeyUpdate().execute();
      const first = await service.asAdmin('POST', path);
      expect(first.status).toBe(200);
      expect((await service.asAdmin('POST', path)).status).toBe(409);
      return first.body.token;
    });
    await settled(service, token);
    await analyze(projectUuid);
  });

  it('answers 404 for a project that does not exist', async () => {
    const answer = await service.asAdmin('POST', `/api/v1/finding/project/${crypto.randomUUID()}/analyze`);
    expect(answer.status).toBe(404);
  });

  it('matches a private vulnerability as soon as it is created', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('inhouse')]));
    const answer = await service.asAdmin('PUT', '/api/v1/vulnerability', {
      vulnId: 'INT-0001',
      severity: 'HIGH',
      affectedComponents: [
        { identityType: 'PURL', identity: 'pkg:npm/inhouse', versionType: 'RANGE', versionEndExcluding: '2' },
      ],
    });
    expect(answer.status).toBe(201);
    await expect.poll(() => findings(projectUuid)).toEqual(['inhouse INT-0001']);
  });

  it('is repeated for stale projects', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('forgotten')]));
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0016', 'forgotten', '2.0.0'));
    await sql`update matching_watermark set generation = (select max(matching_generation) from vulnerability), vulnerability_id = 9007199254740991`.execute(
      service.db,
    );
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await service.db
      .updateTable('project')
      .set({ last_vulnerability_analysis: longAgo })
      .where('uuid', '=', projectUuid)
      .execute();
    await inTransaction(service.db, (tx) => service.context.jobs.enqueue(tx, 'analyze-stale-projects', {}));
    await expect.poll(() => findings(projectUuid)).toEqual(['forgotten GHSA-aaaa-aaaa-0016']);
  });

  it('is repeated where findings would change, and recorded for the others, if all projects are stale', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('overdue')]));
    const { projectUuid: unconcerned } = await importBom(service, fresh(), bomOf([npm('unconcerned')]));
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0027', 'overdue', '2.0.0'));
    await sql`update matching_watermark set generation = (select max(matching_generation) from vulnerability), vulnerability_id = 9007199254740991`.execute(
      service.db,
    );
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await service.db.updateTable('project').set({ last_vulnerability_analysis: longAgo }).execute();
    await inTransaction(service.db, (tx) => service.context.jobs.enqueue(tx, 'analyze-stale-projects', {}));
    await expect.poll(() => findings(projectUuid)).toEqual(['overdue GHSA-aaaa-aaaa-0027']);
    const overdue = () =>
      service.db
        .selectFrom('project')
        .select('uuid')
        .where('last_vulnerability_analysis', '<=', longAgo)
        .execute();
    await expect.poll(overdue).toEqual([]);
    expect(await notifications(projectUuid, 'NEW_VULNERABILITY')).toHaveLength(1);
    expect(await findings(unconcerned)).toEqual([]);
  });

  it('skips locked projects when it repeats the analysis of stale ones', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('worked-on')]));
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    const project = service.db.updateTable('project').set({ last_vulnerability_analysis: longAgo });
    await project.where('uuid', '=', projectUuid).execute();
    await inTransaction(service.db, async (tx) => {
      await tx.selectFrom('project').select('id').where('uuid', '=', projectUuid).forNoKeyUpdate().execute();
      await inTransaction(service.db, (other) =>
        service.context.jobs.enqueue(other, 'analyze-stale-projects', {}),
      );
      const isWaiting = async () =>
        (await service.context.jobs.stats()).some(
          ({ queue, waiting, active }) => queue === 'analyze-stale-projects' && waiting + active > 0,
        );
      await expect.poll(isWaiting).toBe(false);
    });
    const { body } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
    expect(new Date(body.lastVulnerabilityAnalysis)).toEqual(longAgo);
  });

  it('deletes matching keys that no component uses', async () => {
    const name = fresh();
    await importBom(service, name, bomOf([npm('gone-by')]));
    await importBom(service, name, bomOf([npm('stayed')]));
    await inTransaction(service.db, deleteUnusedKeys);
    const known = service.db
      .selectFrom('matching_purl')
      .select('purl')
      .where('purl', 'like', 'pkg:npm/%ed@%');
    const purls = (await known.execute()).map(({ purl }) => purl);
    expect(purls).toContain('pkg:npm/stayed@1.0.0');
    const gone = service.db.selectFrom('matching_purl').select('purl').where('purl', 'like', '%gone-by%');
    expect(await gone.execute()).toEqual([]);
  });

  describe('explained', () => {
    const uuids = async (projectUuid: string, vulnId: string) => {
      const [component] = await storedComponents(service, projectUuid);
      const vulnerability = await service.db
        .selectFrom('vulnerability')
        .select('uuid')
        .where('vuln_id', '=', vulnId)
        .executeTakeFirstOrThrow();
      return { component: component?.uuid ?? '', vulnerability: vulnerability.uuid };
    };
    const explain = async (pair: { component: string; vulnerability: string }) => {
      const path = `/api/v1/finding/component/${pair.component}/vulnerability/${pair.vulnerability}/explain`;
      return service.asAdmin('GET', path);
    };

    it('names the identifier, the range, the asserter and the analyzers', async () => {
      await record(GITHUB, affecting('GHSA-aaaa-aaaa-0017', 'why', '2.0.0'));
      const { projectUuid } = await importBom(service, fresh(), bomOf([npm('why')]));
      const { status, body } = await explain(await uuids(projectUuid, 'GHSA-aaaa-aaaa-0017'));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        affected: true,
        reason: 'MATCH',
        component: { purl: 'pkg:npm/why@1.0.0' },
        vulnerability: { source: 'GITHUB', vulnId: 'GHSA-aaaa-aaaa-0017' },
        statements: [
          {
            identifier: 'PURL',
            affected: 'pkg:npm/why',
            range: '< 2.0.0',
            asserter: 'GitHub Advisories',
            outcome: 'MATCH',
            scheme: 'semver',
          },
        ],
        reportedBy: ['internal'],
      });
    });

    it('names the bound that excludes a component without a finding', async () => {
      await record(GITHUB, affecting('GHSA-aaaa-aaaa-0018', 'why-not', '1.0.0'));
      const { projectUuid } = await importBom(service, fresh(), bomOf([npm('why-not')]));
      const { body } = await explain(await uuids(projectUuid, 'GHSA-aaaa-aaaa-0018'));
      expect(body).toMatchObject({ affected: false, reason: 'OUTSIDE_RANGE', reportedBy: [] });
      expect(body.statements[0].detail).toBe('1.0.0 is not < 1.0.0');
    });

    it('answers 404 if the component or the vulnerability does not exist', async () => {
      const { projectUuid } = await importBom(service, fresh(), bomOf([npm('why')]));
      const pair = await uuids(projectUuid, 'GHSA-aaaa-aaaa-0017');
      expect((await explain({ ...pair, component: crypto.randomUUID() })).status).toBe(404);
      expect((await explain({ ...pair, vulnerability: crypto.randomUUID() })).status).toBe(404);
    });
  });

  itKeepsAccessRules(Object.values(matchingOperations), () => service);
});
