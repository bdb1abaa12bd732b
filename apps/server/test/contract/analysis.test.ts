import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import {
  AnalysisTrigger,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  NotificationSchema,
  VulnerabilityRetractedSubjectSchema,
} from '@tallyman/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordVulnerabilities } from '../../src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../src/modules/vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../src/modules/vulnerabilities/vulnerability-record.ts';
import { inTransaction } from '../../src/platform/db/database.ts';
import { bomOf, importBom, npm, storedComponents } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

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

  it('has the findings of an upload ready when its token is done', async () => {
    await record(GITHUB, affecting('GHSA-aaaa-aaaa-0001', 'left', '2.0.0'));
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('left'), npm('right')]));
    expect(await findings(projectUuid)).toEqual(['left GHSA-aaaa-aaaa-0001']);
  });
});
