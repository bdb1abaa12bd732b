import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFindings } from '../support/finding-fixtures.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { decisionOn, entryOf, importVex, onlyEntry, vexOf } from '../support/vex-imports.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test('a decision of a VEX document is applied to a finding', async () => {
  const { body: project } = await service.asAdmin('PUT', '/api/v1/project', { name: 'p', version: '1' });
  const [finding] = await seedFindings(service.db, project.uuid, [
    { component: { name: 'lib', version: '1' }, vulnerabilities: ['CVE-2024-1'] },
  ]);
  const receipt = await importVex(service, project.uuid, vexOf([entryOf('CVE-2024-1', { state: 'not_affected' })]));
  expect(onlyEntry(receipt)).toMatchObject({ fate: 'applied' });
  expect(await decisionOn(service, finding?.component.uuid ?? '', 'CVE-2024-1')).toMatchObject({
    state: 'NOT_AFFECTED',
    is_suppressed: true,
  });
});
