import type { Analysis, VexEntry, VexReceipt } from '@tallyman/contract';
import type { Json } from './bom-uploads.ts';
import type { TestAnswer, TestService } from './test-service.ts';
import { untilProcessed } from './until-processed.ts';

/** A small valid VEX document. Its project has the reference `project`. */
export function vexOf(vulnerabilities: readonly Json[], more: Json = {}): Json {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'project', name: 'shop', version: '1' } },
    vulnerabilities,
    ...more,
  };
}

/** A VEX entry with a decision, by default for the whole project. */
export function entryOf(
  id: string,
  analysis: Json,
  refs: readonly string[] = ['project'],
  more: Json = {},
): Json {
  return { id, affects: refs.map((ref) => ({ ref })), analysis, ...more };
}

export type VexDocument = Json | string | Uint8Array<ArrayBuffer>;

interface SendOptions {
  readonly query?: string;
  readonly apiKey?: string;
  /** Media type of the part with the document. */
  readonly type?: string;
  /** Null sends the document as a plain field. */
  readonly fileName?: string | null;
}

/** Sends a document as a part of a form. */
export async function postVex(
  service: TestService,
  fields: Readonly<Record<string, string>>,
  document: VexDocument,
  { query = '', apiKey, type = 'application/octet-stream', fileName = 'vex.json' }: SendOptions = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const content = toContent(document);
  if (fileName === null) form.set('vex', String(content));
  else form.set('vex', new Blob([content], { type }), fileName);
  const headers: Record<string, string> = apiKey
    ? { 'X-Api-Key': apiKey }
    : { Authorization: `Bearer ${service.adminToken}` };
  const response = await fetch(`${service.baseUrl}/api/v1/vex${query}`, {
    method: 'POST',
    body: form,
    headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Sends a document as Base64 in JSON. */
export function putVex(
  service: TestService,
  fields: Readonly<Record<string, string>>,
  document: VexDocument,
  query = '',
): Promise<TestAnswer> {
  const vex = Buffer.from(toContent(document)).toString('base64');
  return service.asAdmin('PUT', `/api/v1/vex${query}`, { ...fields, vex });
}

function toContent(document: VexDocument): string | Uint8Array<ArrayBuffer> {
  return typeof document === 'string' || document instanceof Uint8Array ? document : JSON.stringify(document);
}

/** Waits until an import is processed, then gets the receipt. */
export async function receiptOf(service: TestService, token: string): Promise<VexReceipt> {
  await untilProcessed(service, token);
  return (await service.asAdmin('GET', `/api/v1/vex/import/${token}`)).body;
}

/** Imports a document into a project and returns the receipt. */
export async function importVex(
  service: TestService,
  project: string,
  document: VexDocument,
): Promise<VexReceipt> {
  const answer = await postVex(service, { project }, document);
  if (answer.status !== 200) throw new Error(`The document was refused: ${answer.text}`);
  const receipt = await receiptOf(service, answer.body.token);
  if (receipt.state !== 'PROCESSED') throw new Error(`The import failed: ${receipt.failure}`);
  return receipt;
}

let projects = 0;

/** A new project for each test. */
export async function createProject(service: TestService, name = `project ${++projects}`): Promise<string> {
  const { status, body } = await service.asAdmin('PUT', '/api/v1/project', { name, version: '1' });
  if (status !== 201) throw new Error(`The project ${name} was not created.`);
  return body.uuid;
}

/** The only entry of a receipt. */
export function onlyEntry({ entries }: VexReceipt): VexEntry {
  const [entry, ...others] = entries;
  if (!entry || others.length > 0) throw new Error(`There are ${entries.length} entries.`);
  return entry;
}

/** The decision on a finding and its history as the API shows them. Undecided fields are null. */
export async function decisionOn(
  service: TestService,
  component: string,
  vulnId: string,
  source = 'INTERNAL',
) {
  const known = await service.asAdmin('GET', `/api/v1/vulnerability/source/${source}/vuln/${vulnId}`);
  const named = new URLSearchParams({ component, vulnerability: known.body.uuid });
  const { status, body, text } = await service.asAdmin('GET', `/api/v1/analysis?${named}`);
  if (status !== 200 && body.detail !== 'No analysis exists.')
    throw new Error(`There is no decision: ${text}`);
  const analysis: Partial<Analysis> = status === 200 ? body : {};
  return {
    state: analysis.analysisState ?? null,
    justification: analysis.analysisJustification ?? null,
    response: analysis.analysisResponse ?? null,
    details: analysis.analysisDetails ?? null,
    isSuppressed: analysis.isSuppressed ?? null,
    owaspVector: analysis.owaspVector ?? null,
    owaspScore: analysis.owaspScore ?? null,
    decidedBy: analysis.decidedBy ?? null,
    history: (analysis.analysisComments ?? []).map(({ commenter, comment }) => ({ commenter, comment })),
  };
}
