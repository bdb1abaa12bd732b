import { type Bom, BomError, type Component, parseBom, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toComponentRow } from '../../src/modules/cyclonedx-mapping/to-component-row.ts';
import { postBom, settled } from '../support/bom-uploads.ts';
import { publishedDocuments } from '../support/published-documents.ts';
import { storedComponents } from '../support/stored-components.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const AT_ONCE = 8;
const TIMEOUT_MS = 600_000;

describe('Published documents', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  /** Returns the problem of an import, or undefined. */
  async function findFault(content: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
    const fields = { projectName: `document ${++projects}`, autoCreate: 'true' };
    const answer = await postBom(service, content, fields);
    const valid = await isValid(content);
    if (!valid)
      return answer.status === 400 && answer.body.detail ? undefined : `${answer.status} ${answer.text}`;
    if (answer.status !== 200) return `${answer.status} ${answer.text}`;
    const upload = await settled(service, answer.body.token);
    if (upload.state !== 'PROCESSED') return `${upload.state} ${upload.failure}`;
    const stored = await storedComponents(service, upload.projectUuid);
    const expected = identitiesOf((await parseBom(content)).bom);
    const found = new Set(stored.map(identityOf));
    const missing = [...expected].filter((identity) => !found.has(identity));
    if (missing.length > 0) return `missing ${missing.slice(0, 3).join(' ')}`;
    return stored.length === expected.size
      ? undefined
      : `${stored.length} instead of ${expected.size} components`;
  }

  it('are imported with every component if they are valid, otherwise refused with 400 and a reason', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const faults: string[] = [];
    const work = publishedDocuments().values();
    const worker = async () => {
      for (const { name, read } of work) {
        const fault = await findFault(read()).catch(String);
        if (fault !== undefined) faults.push(`${name}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(faults.sort()).toEqual([]);
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
  const all = [...(bom.metadata?.component?.components ?? []), ...(bom.components ?? [])];
  return new Set(flat(all).map((component) => identityOf(toComponentRow(component, lookUps))));
}

function flat(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [component, ...flat(component.components ?? [])]);
}

type Identity = Pick<
  ReturnType<typeof toComponentRow>,
  'purl' | 'cpe' | 'swid_tag_id' | 'group_name' | 'name' | 'version' | 'classifier'
>;

function identityOf({ purl, cpe, swid_tag_id, group_name, name, version, classifier }: Identity): string {
  return JSON.stringify([purl, cpe, swid_tag_id, group_name, name, version, classifier]);
}
