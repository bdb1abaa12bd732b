import type { BomUpload } from '@tallyman/contract';
import type { TestAnswer, TestService } from './test-service.ts';
import { untilProcessed } from './until-processed.ts';

type Fields = Readonly<Record<string, string>>;

interface UploadOptions {
  readonly apiKey?: string;
  /** Media type of the part with the document. */
  readonly type?: string;
  readonly fileName?: string;
}

export type Json = Record<string, unknown>;

/** A small valid document. */
export function bomOf(components: readonly Json[], more: Json = {}): Json {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'root', name: 'shop', version: '1' } },
    components,
    ...more,
  };
}

/** A component with a package URL. */
export function npm(name: string, version = '1.0.0', more: Json = {}): Json {
  const purl = `pkg:npm/${name}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...more };
}

/** Uploads a document as a part of a form. */
export async function postBom(
  service: TestService,
  document: Json | string | Uint8Array<ArrayBuffer>,
  fields: Fields,
  { apiKey, type = 'application/octet-stream', fileName = 'bom.json' }: UploadOptions = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('bom', new Blob([toContent(document)], { type }), fileName);
  return send(service, form, apiKey);
}

async function send(service: TestService, body: FormData, apiKey: string | undefined): Promise<TestAnswer> {
  const headers: Record<string, string> = apiKey
    ? { 'X-Api-Key': apiKey }
    : { Authorization: `Bearer ${service.adminToken}` };
  const response = await fetch(`${service.baseUrl}/api/v1/bom`, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

function toContent(document: Json | string | Uint8Array<ArrayBuffer>): string | Uint8Array<ArrayBuffer> {
  return typeof document === 'string' || document instanceof Uint8Array ? document : JSON.stringify(document);
}

/** Waits until an upload is processed, and returns it. */
export async function settled(service: TestService, token: string): Promise<BomUpload> {
  await untilProcessed(service, token);
  return (await service.asAdmin('GET', `/api/v1/bom/${token}`)).body;
}

/** Uploads to the named project, which is created if missing, and waits until it is processed. */
export async function importBom(
  service: TestService,
  project: string,
  document: Json | string | Uint8Array<ArrayBuffer>,
): Promise<BomUpload> {
  const fields = { projectName: project, projectVersion: '1', autoCreate: 'true' };
  const answer = await postBom(service, document, fields);
  if (answer.status !== 200) throw new Error(`The document was refused: ${answer.text}`);
  const upload = await settled(service, answer.body.token);
  if (upload.state === 'FAILED') throw new Error(`The import failed: ${upload.failure}`);
  return upload;
}

/** The components of a project as the API lists them. */
export async function listComponents(
  service: TestService,
  projectUuid: string,
): Promise<readonly { readonly uuid: string; readonly name: string }[]> {
  const { status, body, text } = await service.asAdmin(
    'GET',
    `/api/v1/component/project/${projectUuid}?pageSize=1000`,
  );
  if (status !== 200) throw new Error(`The components could not be listed: ${text}`);
  return body;
}
