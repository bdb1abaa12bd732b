import { parseBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedAssignedFindings } from '../../../test/support/stored-decisions.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createProject, entryOf, importVex, vexOf } from '../../../test/support/vex-imports.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

async function exportedRatings(project: string) {
  const { text } = await service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${project}`);
  return (await parseBom(Buffer.from(text))).bom.vulnerabilities?.[0]?.ratings;
}

it('ratings and severity of the analysis appear instead of those of the vulnerability', async () => {
  const vulnId = 'CVE-2031-1';
  const project = await createProject(service);
  await seedAssignedFindings(service, project, [
    {
      component: { name: 'lib' },
      vulnerabilities: [{ vuln_id: vulnId, owasp_vector: VECTOR, cvss_v3_score: 5 }],
    },
  ]);
  const ratings = [{ method: 'OWASP', vector: VECTOR.replace('SL:1', 'SL:9'), score: 7.5 }];
  const entry = entryOf(vulnId, { state: 'exploitable' }, ['project'], { ratings });
  await importVex(service, project, vexOf([entry]));
  expect(await exportedRatings(project)).toEqual([
    { source: { name: 'NVD' }, score: 5, severity: 'medium', method: 'CVSSv31' },
    { score: 7.5, severity: 'info', ...ratings[0] },
  ]);
  await service.db.updateTable('finding_analysis').set({ severity: 'CRITICAL', cvss_v3_score: 9 }).execute();
  expect(await exportedRatings(project)).toEqual([
    { score: 9, severity: 'critical', method: 'CVSSv31' },
    { score: 7.5, severity: 'info', ...ratings[0] },
    { severity: 'critical', method: 'other' },
  ]);
});
