import { type Bom, BomError, type Component, parseBom, type Service, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toComponentRow } from '../../src/modules/cyclonedx-mapping/to-component-row.ts';
import { postBom, settled } from '../support/bom-uploads.ts';
import { publishedDocuments } from '../support/published-documents.ts';
import { storedComponents } from '../support/stored-components.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

const UPLOADS_AT_ONCE = 4;
const TIMEOUT_MS = 600_000 * timeoutFactor;

/** A document whose upload was answered. */
interface Uploaded {
  readonly name: string;
  read(): Uint8Array<ArrayBuffer>;
  readonly answer: TestAnswer;
}

/** A document that was exported in its own version and format, and uploaded again. */
interface ImportedAgain {
  readonly name: string;
  readonly first: string;
  readonly again: TestAnswer;
  export(projectUuid: string): Promise<string>;
}

describe('Published documents', () => {
  let service: TestService;
  let projects = 0;
  const documents = publishedDocuments();
  const uploaded: Uploaded[] = [];

  /** All are uploaded before the first is awaited: asking for each all the time took most of the processor time. */
  beforeAll(async () => {
    service = await startTestService();
    const work = documents.values();
    const worker = async () => {
      for (const { name, read } of work) uploaded.push({ name, read, answer: await upload(read()) });
    };
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker));
  }, TIMEOUT_MS);
  afterAll(() => service.close());

  function upload(document: Uint8Array<ArrayBuffer> | string): Promise<TestAnswer> {
    return postBom(service, document, { projectName: `document ${++projects}`, autoCreate: 'true' });
  }

  /** The UUID of the project. Throws if the import failed. */
  async function whenProcessed({ status, text, body }: TestAnswer): Promise<string> {
    if (status !== 200) throw new Error(`${status} ${text}`);
    const { state, failure, projectUuid } = await settled(service, body.token);
    if (state !== 'PROCESSED') throw new Error(`${state} ${failure}`);
    return projectUuid;
  }

  /** Returns the problem of an import, or undefined. */
  async function findFault({ read, answer }: Uploaded): Promise<string | undefined> {
    const content = read();
    if (!(await isValid(content))) {
      const isRefused = answer.status === 400 && answer.body.detail;
      return isRefused ? undefined : `${answer.status} ${answer.text}`;
    }
    const stored = await storedComponents(service, await whenProcessed(answer));
    const expected = identitiesOf((await parseBom(content, { validation: 'off' })).bom);
    const found = new Set(stored.map(identityOf));
    const missing = [...expected].filter((identity) => !found.has(identity));
    if (missing.length > 0) return `missing ${missing.slice(0, 3).join(' ')}`;
    return stored.length === expected.size
      ? undefined
      : `${stored.length} instead of ${expected.size} components`;
  }

  /** Exports a document and uploads the export. Throws if the export is not valid or lost components. */
  async function importAgain({ name, read, answer }: Uploaded): Promise<ImportedAgain> {
    const original = await parseBom(read(), { validation: 'off' });
    const target = `version=${original.specVersion}&format=${original.format}`;
    const exportBom = async (uuid: string) =>
      (await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${uuid}?${target}`)).text;
    const first = await exportBom(await whenProcessed(answer));
    const verdict = await validateBom(Buffer.from(first));
    if (!verdict.valid) throw new Error(`not valid: ${JSON.stringify(verdict.violations.slice(0, 3))}`);
    const copy = await parseBom(Buffer.from(first), { validation: 'off' });
    const lost = listMissing(original.bom, copy.bom);
    if (lost.length > 0) throw new Error(`lost: ${lost.slice(0, 3).join(', ')}`);
    return { name, first, again: await upload(first), export: exportBom };
  }

  async function findChange({ first, again, ...document }: ImportedAgain): Promise<string | undefined> {
    if (again.status === 400) return `its export is refused: ${again.text}`;
    const second = await document.export(await whenProcessed(again));
    return isSame(first, second)
      ? undefined
      : `changes when it comes in again: ${firstDifference(first, second)}`;
  }

  it('are imported with every component if they are valid, otherwise refused with 400 and a reason', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const faults: string[] = [];
    for (const document of uploaded) {
      const fault = await findFault(document).catch(String);
      if (fault !== undefined) faults.push(`${document.name}: ${fault}`);
    }
    expect(uploaded).toHaveLength(documents.length);
    expect(faults.sort()).toEqual([]);
  });

  it('keep their components through an export in their own version and a re-import if they are accepted', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const losses: string[] = [];
    const accepted = uploaded.filter(({ answer }) => answer.status !== 400);
    const importedAgain: ImportedAgain[] = [];
    for (const document of accepted) {
      const noteLoss = (error: unknown) => void losses.push(`${document.name}: ${error}`);
      await importAgain(document).then((done) => importedAgain.push(done), noteLoss);
    }
    for (const document of importedAgain) {
      const change = await findChange(document).catch(String);
      if (change !== undefined) losses.push(`${document.name}: ${change}`);
    }
    expect(losses.sort()).toEqual([]);
    expect(accepted.length * 2).toBeGreaterThanOrEqual(documents.length);
  });
});

async function isValid(content: Uint8Array): Promise<boolean> {
  try {
    return (await validateBom(content)).valid;
  } catch (error) {
    if (error instanceof BomError) return false;
    throw error;
  }
}

const lookUps = { licenses: { byId: new Map(), byName: new Map() }, isInternal: () => false };

function identitiesOf(bom: Bom): Set<string> {
  return new Set(componentsOf(bom).map((component) => identityOf(toComponentRow(component, lookUps))));
}

type Identity = Pick<
  ReturnType<typeof toComponentRow>,
  'purl' | 'cpe' | 'swid_tag_id' | 'group_name' | 'name' | 'version' | 'classifier'
>;

function identityOf({ purl, cpe, swid_tag_id, group_name, name, version, classifier }: Identity): string {
  return JSON.stringify([purl, cpe, swid_tag_id, group_name, name, version, classifier]);
}

/** The names of components and services that are not in the copy, independent of the reader. */
function listMissing(original: Bom, copy: Bom): string[] {
  const kept = new Set(namesOf(copy));
  return namesOf(original).filter((name) => !kept.has(name));
}

function namesOf(bom: Bom): string[] {
  const services = flat([...(bom.services ?? [])], (service: Service) => service.services);
  return [...componentsOf(bom).map(nameOf), ...services.map(nameOf)];
}

function componentsOf(bom: Bom): Component[] {
  const described = bom.metadata?.component?.components ?? [];
  return flat([...described, ...(bom.components ?? [])], (component: Component) => component.components);
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
