import { setTimeout } from 'node:timers/promises';
import { type Bom, type Component, parseBom, type Service, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDocuments } from '../support/published-documents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Each document is imported and exported twice. */
const AT_ONCE = 8;
const TIMEOUT_MS = 600_000;

describe('Published documents', () => {
  let service: TestService;
  let [projects, accepted] = [0, 0];
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  /** Returns the UUID of the project, or undefined if the document is refused. */
  async function upload(document: Uint8Array<ArrayBuffer> | string): Promise<string | undefined> {
    const body = new FormData();
    body.set('projectName', `document ${++projects}`);
    body.set('autoCreate', 'true');
    body.set('bom', new Blob([document]), 'bom');
    const headers = { Authorization: `Bearer ${service.adminToken}` };
    const answer = await fetch(`${service.baseUrl}/api/v1/bom`, { method: 'POST', body, headers });
    if (answer.status === 400) return undefined;
    const { token, projectUuid } = (await answer.json()) as { token: string; projectUuid: string };
    const isProcessing = async () =>
      (await service.asAdmin('GET', `/api/v1/event/token/${token}`)).body.processing as boolean;
    while (await isProcessing()) await setTimeout(50);
    const { body: uploaded } = await service.asAdmin('GET', `/api/v1/bom/${token}`);
    if (uploaded.state !== 'PROCESSED') throw new Error(`${uploaded.state}: ${uploaded.failure}`);
    return projectUuid;
  }
  const exported = async (uuid: string, version: string, format: string) =>
    (
      await service.asAdmin(
        'GET',
        `/api/v1/bom/cyclonedx/project/${uuid}?version=${version}&format=${format}`,
      )
    ).text;

  async function findLoss(document: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
    const project = await upload(document);
    if (project === undefined) return undefined;
    accepted++;
    const original = await parseBom(document, { validation: 'off' });
    const first = await exported(project, original.specVersion, original.format);
    const verdict = await validateBom(Buffer.from(first));
    if (!verdict.valid) return `not valid: ${JSON.stringify(verdict.violations.slice(0, 3))}`;
    const lost = missing(original.bom, (await parseBom(Buffer.from(first))).bom);
    if (lost.length > 0) return `lost: ${lost.slice(0, 3).join(', ')}`;
    const again = await upload(first);
    if (again === undefined) return 'its export is refused';
    const second = await exported(again, original.specVersion, original.format);
    return isSame(first, second)
      ? undefined
      : `changes when it comes in again: ${firstDifference(first, second)}`;
  }

  it('keep their components through an export in their own version and a re-import if they are accepted', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const documents = publishedDocuments();
    const losses: string[] = [];
    const work = documents.values();
    const worker = async () => {
      for (const { name, read } of work) {
        const loss = await findLoss(read()).catch(String);
        if (loss !== undefined) losses.push(`${name}: ${loss}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(losses.sort()).toEqual([]);
    expect(accepted * 2).toBeGreaterThanOrEqual(documents.length);
  });
});

/** The identity of components and services, independent of the reader. */
function missing(original: Bom, copy: Bom): string[] {
  const kept = new Set(namesOf(copy));
  return namesOf(original).filter((name) => !kept.has(name));
}

function namesOf(bom: Bom): string[] {
  const described = bom.metadata?.component?.components ?? [];
  return [
    ...flat([...described, ...(bom.components ?? [])], (component: Component) => component.components).map(
      nameOf,
    ),
    ...flat([...(bom.services ?? [])], (service: Service) => service.services).map(nameOf),
  ];
}

function flat<T>(items: readonly T[], innerOf: (item: T) => readonly T[] | undefined): T[] {
  return items.flatMap((item) => [item, ...flat(innerOf(item) ?? [], innerOf)]);
}

function nameOf({ group, name, version }: Component | Service): string {
  return JSON.stringify([group, name || '-', version].map((part) => part?.trim() || null));
}

const OWN = /urn:uuid:[0-9a-f-]{36}|document \d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Removes what may differ between two exports: UUIDs, serial number, time and project. */
function isSame(one: string, other: string): boolean {
  return normalise(one) === normalise(other);
}

function normalise(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(OWN, '').replaceAll(UUID, (uuid) => {
    if (!numbers.has(uuid)) numbers.set(uuid, numbers.size);
    return String(numbers.get(uuid));
  });
}

function firstDifference(one: string, other: string): string {
  const [a, b] = [normalise(one), normalise(other)];
  let at = 0;
  while (a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 60), at + 100)} … ${b.slice(Math.max(0, at - 60), at + 100)}`;
}
