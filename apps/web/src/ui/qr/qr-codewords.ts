import { correctionOf } from './reed-solomon.ts';

/** By version, for the lowest level of error correction: a screen is not torn. */
const CORRECTION_PER_BLOCK = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
  19, 19, 20, 21, 22, 24, 25,
];
const LARGEST_VERSION = 40;

/** The smallest version that holds so many bytes; undefined if none does. */
export function versionFor(bytes: number): number | undefined {
  for (let version = 1; version <= LARGEST_VERSION; version++) {
    const headerBits = 4 + countBits(version);
    if (headerBits + 8 * bytes <= 8 * dataCodewords(version)) return version;
  }
  return undefined;
}

/** The codewords of a text in the order in which they are drawn. */
export function toCodewords(bytes: Uint8Array, version: number): number[] {
  const data = toData(bytes, version);
  const count = BLOCKS[version - 1] ?? 1;
  const degree = CORRECTION_PER_BLOCK[version - 1] ?? 0;
  const longBlocks = allCodewords(version) % count;
  const shortLength = Math.floor(allCodewords(version) / count) - degree;
  let start = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = shortLength + (index < count - longBlocks ? 0 : 1);
    start += length;
    return data.slice(start - length, start);
  });
  return [...interleave(blocks), ...interleave(blocks.map((block) => correctionOf(block, degree)))];
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const length = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat();
}

/** Byte mode: the mode, the count, the bytes, then padding. */
function toData(bytes: Uint8Array, version: number): number[] {
  const length = dataCodewords(version);
  const header = `0100${bytes.length.toString(2).padStart(countBits(version), '0')}`;
  const bits = header + [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const ended = bits.padEnd(Math.min(bits.length + 4, 8 * length), '0');
  const whole = ended.padEnd(8 * Math.ceil(ended.length / 8), '0');
  const data = (whole.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0xec; data.length < length; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

function countBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function dataCodewords(version: number): number {
  const correction = (CORRECTION_PER_BLOCK[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);
  return allCodewords(version) - correction;
}

/** What is left of the square without finders, timing, alignment, format and version. */
function allCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
  }
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}
