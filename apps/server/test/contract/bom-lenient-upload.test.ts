import { LENIENT_UPLOADS } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, listComponents, npm, postBom, settled } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('Uploads that break the schema', () => {
  let service: TestService;
  let number = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const createProject = async (): Promise<string> => {
    const { body } = await service.asAdmin('PUT', '/api/v1/project', { name: `flawed ${++number}` });
    return body.uuid;
  };
  const allow = (project: string, propertyValue = 'true') =>
    service.asAdmin('PUT', `/api/v1/project/${project}/property`, {
      ...LENIENT_UPLOADS,
      propertyValue,
      propertyType: 'BOOLEAN',
    });
  const flawed = bomOf([npm('a', '1.0.0', { licenses: 'MIT' }), npm('b')], { serialNumber: 'nope' });

  it('are refused, and the refusal names the property that allows them', async () => {
    const project = await createProject();
    const { status, body } = await postBom(service, flawed, { project });
    expect(status).toBe(400);
    expect(body.detail).toContain('project property artifact/bom.validation.lenient to true');
  });

  it('are accepted by a project that allows it; response and history list the ignored violations', async () => {
    const project = await createProject();
    expect((await allow(project)).status).toBe(201);
    const { status, body, text } = await postBom(service, flawed, { project });
    expect(status, text).toBe(200);
    const upload = await settled(service, body.token);
    expect(upload.state).toBe('PROCESSED');
    const stored = await listComponents(service, project);
    expect(stored.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    const ignored = (answer: typeof upload) =>
      new Set(answer.ignoredViolations?.map(({ pointer }) => pointer));
    expect(ignored(body)).toEqual(new Set(['/components/0/licenses', '/serialNumber']));
    expect(ignored(upload)).toEqual(ignored(body));
  });

  it('are refused again when the project no longer allows it, even if the bytes are the same', async () => {
    const project = await createProject();
    await allow(project);
    const { body } = await postBom(service, flawed, { project });
    await settled(service, body.token);
    await service.asAdmin('POST', `/api/v1/project/${project}/property`, {
      ...LENIENT_UPLOADS,
      propertyValue: 'false',
    });
    expect((await postBom(service, flawed, { project })).status).toBe(400);
  });

  it('are refused by every project when components cannot be identified', async () => {
    const project = await createProject();
    await allow(project);
    const { status, body } = await postBom(service, bomOf([npm('a'), { type: 'library' }]), { project });
    expect(status).toBe(400);
    expect(body.detail).not.toContain('lenient');
  });

  it('have no list of ignored violations if the document is valid', async () => {
    const project = await createProject();
    await allow(project);
    const { body } = await postBom(service, bomOf([npm('a')]), { project });
    expect(body).not.toHaveProperty('ignoredViolations');
    expect(await settled(service, body.token)).not.toHaveProperty('ignoredViolations');
  });
});
