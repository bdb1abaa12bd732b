import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDocument } from './write-document.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallyman-write-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function* documentOf(text: string) {
  yield Buffer.from(text);
}

test('a file is replaced', async () => {
  const path = join(directory, 'file');
  writeFileSync(path, 'a longer text from before');
  await writeDocument(path, documentOf('new'));
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('a file is unchanged if the document breaks off', async () => {
  const path = join(directory, 'file');
  writeFileSync(path, 'before');
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('connection lost');
  }
  await expect(writeDocument(path, broken())).rejects.toThrow('connection lost');
  expect(readFileSync(path, 'utf8')).toBe('before');
});

test('a symbolic link stays, and its target is replaced', async () => {
  const [target, link] = [join(directory, 'target'), join(directory, 'link')];
  writeFileSync(target, 'before');
  symlinkSync(target, link);
  await writeDocument(link, documentOf('new'));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('new');
});

test.skipIf(process.platform === 'win32')('a named pipe receives the document and stays a pipe', async () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [received] = await Promise.all([readFile(pipe, 'utf8'), writeDocument(pipe, documentOf('through'))]);
  expect(received).toBe('through');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});
