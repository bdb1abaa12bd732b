import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { toMultipartBody } from './to-multipart-body.ts';

it('a form has text fields and a file, and its length is known before it is sent', async () => {
  const path = join(temporaryDirectory(), 'document');
  const content = `{"text":"${'ä'.repeat(100_000)}\r\n--x"}`;
  writeFileSync(path, content);
  const fields = { 'a "quoted" name': 'one\r\n\r\ntwo', title: 'ü' };
  const file = { name: 'files[]', fileName: 'findings.json', type: 'application/json', path };
  const { contentType, body } = toMultipartBody(fields, { ...file, size: Buffer.byteLength(content) });
  for (const _ of ['first', 'repeated']) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.open()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    expect(bytes.length).toBe(body.size);
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    expect([...form.keys()]).toEqual(['a "quoted" name', 'title', 'files[]']);
    expect([form.get('a "quoted" name'), form.get('title')]).toEqual(['one\r\n\r\ntwo', 'ü']);
    const sent = form.get('files[]') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(['findings.json', 'application/json', content]);
  }
});
