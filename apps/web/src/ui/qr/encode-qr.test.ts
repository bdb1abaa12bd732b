import { expect, test } from 'vitest';
import { alignmentPositions, encodeQr, versionBits, zigzag } from './encode-qr.ts';
import { versionFor } from './qr-codewords.ts';
import { correctionOf } from './reed-solomon.ts';

test.each([
  [17, 1],
  [18, 2],
  [271, 10],
  [858, 20],
  [2953, 40],
  [2954, undefined],
])('%i bytes need version %s, as the table of capacities in the standard says', (bytes, version) => {
  expect(versionFor(bytes)).toBe(version);
});

test('error correction equals a published example (version 1-M, HELLO WORLD)', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('version information and alignment follow the standard', () => {
  expect(versionBits(7)).toBe(0b000111110010010100);
  expect(alignmentPositions(1)).toEqual([]);
  expect(alignmentPositions(2)).toEqual([6, 18]);
  expect(alignmentPositions(7)).toEqual([6, 22, 38]);
  expect(alignmentPositions(32)).toEqual([6, 34, 60, 86, 112, 138]);
  expect(alignmentPositions(40)).toEqual([6, 30, 58, 86, 114, 142, 170]);
});

/** Reads a code of one block back, knowing only where patterns are. */
function read(text: string): string {
  const matrix = encodeQr(text) ?? [];
  const size = matrix.length;
  const [, align = -9] = alignmentPositions((size - 17) / 4);
  const isPattern = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (Math.abs(x - align) <= 2 && Math.abs(y - align) <= 2);
  const bits = [...zigzag(size)]
    .filter(([x, y]) => !isPattern(x, y))
    .map(([x, y]) => (matrix[y]?.[x] !== ((x + y) % 2 === 0) ? 1 : 0));
  const number = (from: number, length: number) =>
    Number.parseInt(bits.slice(from, from + length).join(''), 2);
  expect(number(0, 4)).toBe(4);
  const bytes = Array.from({ length: number(4, 8) }, (_, index) => number(12 + 8 * index, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test.each(['', 'a', 'https://tallyman.example/', 'otpauth://totp/Tallyman:ü?secret=ABC', 'x'.repeat(106)])(
  'an encoded text can be decoded: %s',
  (text) => {
    expect(read(text)).toBe(text);
  },
);
