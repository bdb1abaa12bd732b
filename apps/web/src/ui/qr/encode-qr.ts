import { toCodewords, versionFor } from './qr-codewords.ts';

/** Rows of modules from the top; true is dark. */
type QrMatrix = readonly (readonly boolean[])[];

/** Level L with mask 0, as the standard writes it into the code. */
const FORMAT_BITS = 0x77c4;

/** Draws modules and remembers which of them belong to patterns. */
class Canvas {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(size: number) {
    this.size = size;
    this.dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    this.fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  }

  /** Outside of the square nothing is drawn. */
  fix(x: number, y: number, isDark: boolean): void {
    const [dark, fixed] = [this.dark[y], this.fixed[y]];
    if (!dark || !fixed || x < 0 || x >= this.size) return;
    dark[x] = isDark;
    fixed[x] = true;
  }
}

/** A text as a QR code (ISO/IEC 18004, byte mode, level L). Undefined if it is too long. */
export function encodeQr(text: string): QrMatrix | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === undefined) return undefined;
  const canvas = new Canvas(4 * version + 17);
  drawPatterns(canvas, version);
  drawCodewords(canvas, toCodewords(bytes, version));
  return canvas.dark;
}

function drawPatterns(canvas: Canvas, version: number): void {
  const { size } = canvas;
  for (let index = 0; index < size; index++) {
    canvas.fix(6, index, index % 2 === 0);
    canvas.fix(index, 6, index % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    drawRings(canvas, x, y, 4, [2, 4]);
  }
  drawAlignments(canvas, version);
  drawFormat(canvas);
  if (version >= 7) drawVersion(canvas, version);
}

/** Squares around a point; rings at these distances are light. */
function drawRings(canvas: Canvas, x: number, y: number, radius: number, light: readonly number[]): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      canvas.fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function drawAlignments(canvas: Canvas, version: number): void {
  const positions = alignmentPositions(version);
  const last = positions.length - 1;
  positions.forEach((x, column) => {
    positions.forEach((y, row) => {
      const isFinder = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0);
      if (!isFinder) drawRings(canvas, x, y, 2, [1]);
    });
  });
}

export function alignmentPositions(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  const end = 4 * version + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => end - (count - 2 - index) * step)];
}

function drawFormat(canvas: Canvas): void {
  const { size } = canvas;
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((FORMAT_BITS >>> bit) & 1) === 1;
    // Around the first finder, without the timing pattern.
    if (bit < 8) canvas.fix(8, bit < 6 ? bit : bit + 1, isDark);
    else canvas.fix(bit === 8 ? 7 : 14 - bit, 8, isDark);
    // Once more beside the other two.
    if (bit < 8) canvas.fix(size - 1 - bit, 8, isDark);
    else canvas.fix(8, size - 15 + bit, isDark);
  }
  canvas.fix(8, size - 8, true);
}

function drawVersion(canvas: Canvas, version: number): void {
  const bits = versionBits(version);
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const along = canvas.size - 11 + (bit % 3);
    const across = Math.floor(bit / 3);
    canvas.fix(along, across, isDark);
    canvas.fix(across, along, isDark);
  }
}

/** The version with its 12 check bits (BCH). */
export function versionBits(version: number): number {
  let remainder = version;
  for (let round = 0; round < 12; round++) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
  return (version << 12) | remainder;
}

/** In pairs of columns from the right, upwards and downwards in turn, where no pattern is. */
function drawCodewords({ size, dark, fixed }: Canvas, codewords: readonly number[]): void {
  let index = 0;
  for (const [x, y] of zigzag(size)) {
    const row = dark[y];
    if (!row || fixed[y]?.[x]) continue;
    const isSet = (((codewords[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1;
    const isMasked = (x + y) % 2 === 0;
    row[x] = isSet !== isMasked;
    index++;
  }
}

export function* zigzag(size: number): Generator<readonly [x: number, y: number]> {
  let isUpward = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The vertical timing pattern is a column of its own.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
    isUpward = !isUpward;
  }
}
