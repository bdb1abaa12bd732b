import { vi } from 'vitest';
import { nvdDocument, nvdPage, osvDocument } from './data-source-server.ts';
import type { TestAnswer, TestService } from './test-service.ts';
import { timeoutFactor } from './timeout-factor.ts';
import { zipOf } from './zip-of.ts';

/** Sends a file with vulnerabilities of a source. */
export async function sendDataFile(
  service: TestService,
  source: string,
  content: Buffer | string,
  name = 'file',
): Promise<TestAnswer> {
  const form = new FormData();
  form.set('file_name', name);
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const answer = await fetch(`${service.baseUrl}/api/v2/vuln-data-sources/${source}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminToken}` },
    body: form,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Polls a mirror run until it has ended, and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: a black-box test reads answers of every shape
export async function untilRunEnded(service: TestService, location: string): Promise<any> {
  const hasEnded = async () => /COMPLETED|FAILED/.test((await service.asAdmin('GET', location)).body.status);
  await vi.waitUntil(hasEnded, { interval: 20, timeout: 90_000 * timeoutFactor });
  return (await service.asAdmin('GET', location)).body;
}

/** Imports records of NVD. */
export function importNvd(service: TestService, records: Readonly<Record<string, object>>): Promise<void> {
  const page = nvdPage(Object.entries(records).map(([id, members]) => nvdDocument(id, members)));
  return importFile(service, 'nvd', JSON.stringify(page));
}

/** Imports records of OSV. Those with a GHSA id are of the source GITHUB. */
export function importOsv(service: TestService, records: Readonly<Record<string, object>>): Promise<void> {
  const files = Object.entries(records).map(([id, members]) => [
    `${id}.json`,
    JSON.stringify(osvDocument(id, '2024-01-01T00:00:00Z', '1.0.0', members)),
  ]);
  return importFile(service, 'osv', zipOf(Object.fromEntries(files)));
}

/** Imports a file of a source and waits until it is read. Throws if that fails. */
export async function importFile(
  service: TestService,
  source: string,
  content: Buffer | string,
): Promise<void> {
  const answer = await sendDataFile(service, source, content);
  const run = await untilRunEnded(service, answer.headers.get('location') ?? '');
  if (run.status !== 'COMPLETED') throw new Error(`The import failed: ${run.failure_reason}`);
}
