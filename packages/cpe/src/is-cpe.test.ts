import { describe, expect, it } from 'vitest';
import { isCpe } from './parse-cpe.ts';

describe('isCpe', () => {
  it.each([
    'cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*',
    'cpe:2.3:o:vendor:product:-:*:*:*:*:*:*:*',
    'cpe:2.3:*:*:*:*:*:*:*:*:*:*:*',
    'cpe:2.3:a:c\\+\\+:lib\\:x:1.?:rc*:*:*:*:*:*:*',
    'cpe:/a:vendor:product:1.0',
    'cpe:/o:linux:linux_kernel',
    'cpe:/a:vendor:product%21:1.0:~~~node.js~~',
    'cpe:/',
  ])('accepts %s', (text) => {
    expect(isCpe(text)).toBe(true);
  });

  it.each([
    '',
    'product',
    'cpe:2.3:a:vendor:product:1.0',
    'cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*:*',
    'cpe:2.3:x:vendor:product:1.0:*:*:*:*:*:*:*',
    'cpe:2.3:a:ven dor:product:1.0:*:*:*:*:*:*:*',
    'cpe:2.3:a:vendor::1.0:*:*:*:*:*:*:*',
    'cpe:2.3:a:ven+dor:product:1.0:*:*:*:*:*:*:*',
    'cpe:/x:vendor:product',
    'cpe:/a:vendor:product:1:2:3:4:5:6',
    'cpe:/a:vendor:prod%2',
  ])('rejects %s', (text) => {
    expect(isCpe(text)).toBe(false);
  });

  it('takes linear time', () => {
    expect(isCpe(`cpe:2.3:a:${'a'.repeat(200_000)}!:*:*:*:*:*:*:*:*:*`)).toBe(false);
    expect(isCpe(`cpe:/a:${':'.repeat(200_000)}`)).toBe(false);
  });
});
