import { type SeededFinding, seedFindings } from './finding-fixtures.ts';
import type { TestService } from './test-service.ts';

type Given = Parameters<typeof seedFindings>[2];

export interface ProjectWithFindings {
  readonly uuid: string;
  readonly name: string;
  readonly version: string;
  readonly findings: SeededFinding[];
}

let projects = 0;

/** Creates a project and inserts components and findings into its tables, as an upload and an analysis store them. */
export async function seedProjectWithFindings(
  service: TestService,
  given: Given = [{ component: { name: 'a', version: '1.0' }, vulnerabilities: ['CVE-2024-1'] }],
  { name = `project ${++projects}`, version = '1.0' }: { name?: string; version?: string } = {},
): Promise<ProjectWithFindings> {
  const answer = await service.asAdmin('PUT', '/api/v1/project', { name, version });
  if (answer.status !== 201) throw new Error(`No project was made: ${answer.text}`);
  const { uuid } = answer.body;
  return { uuid, name, version, findings: await seedFindings(service.db, uuid, given) };
}
