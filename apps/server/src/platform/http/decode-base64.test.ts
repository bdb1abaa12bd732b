import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './decode-base64.ts';

const LIMITS = { name: 'bom', maxCharacters: 1_000, advice: 'Send less.' };

async function decode(text: string, chunkSize: number): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < text.length; at += chunkSize) yield Buffer.from(text.slice(at, at + chunkSize));
  }
  const decoded: Buffer[] = [];
  for await (const chunk of decodeBase64(chunks(), LIMITS)) decoded.push(chunk);
  return Buffer.concat(decoded);
}

describe('Decoding Base64', () => {
  it('decodes any number of bytes in chunks of any size', async () => {
    for (let length = 0; length < 20; length++) {
      const bytes = randomBytes(length);
      for (const encoding of ['base64', 'base64url'] as const) {
        for (const chunkSize of [1, 3, 4, 100]) {
          expect(await decode(bytes.toString(encoding), chunkSize)).toEqual(bytes);
        }
      }
    }
  });

  it('ignores line breaks and blanks', async () => {
    expect((await decode('aGVs\r\nbG8g d29y\tbGQ=\n', 5)).toString()).toBe('hello world');
  });

  it.each(['a', 'aGVsbG8=x', 'aGV*', 'a===', '=aaa', 'QQ==QQ=='])('refuses %s', async (text) => {
    for (const chunkSize of [1, 4, 100])
      await expect(decode(text, chunkSize)).rejects.toThrow('not valid Base64');
  });

  it('refuses more characters than allowed, with advice', async () => {
    await expect(decode('A'.repeat(1_001), 100)).rejects.toThrow('more than 1000 characters. Send less.');
  });
});
