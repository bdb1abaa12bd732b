import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyWriter, maxKeyLength } from './key-writer.ts';

function written(write: (writer: KeyWriter) => void): Uint8Array {
  const writer = new KeyWriter();
  write(writer);
  return writer.finish();
}

const integer = fc.oneof(fc.nat(300), fc.nat(70_000), fc.integer({ min: 0, max: 2 ** 48 - 1 }));
const digits = fc.stringMatching(/^[0-9]{1,40}$/);

describe('a key writer', () => {
  it('orders integers by value, ascending or descending', () => {
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        const ascending = Buffer.compare(
          written((w) => w.integer(a)),
          written((w) => w.integer(b)),
        );
        const descending = Buffer.compare(
          written((w) => w.integerDescending(a)),
          written((w) => w.integerDescending(b)),
        );
        expect(ascending).toBe(Math.sign(a - b));
        expect(descending + ascending).toBe(0);
      }),
    );
  });

  it('orders digits by value whatever their length and their leading zeros', () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const order = Buffer.compare(
          written((w) => w.number(a, 0, a.length)),
          written((w) => w.number(b, 0, b.length)),
        );
        expect(order).toBe(BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b)));
      }),
    );
  });

  it('orders texts by code point, whatever follows them', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, fc.nat(255), fc.nat(255), (a, b, afterA, afterB) => {
        const order = Buffer.compare(withNext(a, afterA), withNext(b, afterB));
        expect(order).toBe(compareCodePoints(a, b) || Math.sign(afterA - afterB));
      }),
    );
  });

  it('shortens long texts and keeps them distinct', () => {
    const a = written((w) => w.text('x'.repeat(100_000)));
    const b = written((w) => w.text(`${'x'.repeat(99_999)}y`));
    expect(a.length).toBe(maxKeyLength);
    expect(Buffer.compare(a, b)).not.toBe(0);
  });

  it('starts an empty key after a reset', () => {
    const writer = new KeyWriter();
    writer.text('x'.repeat(100_000));
    writer.reset();
    writer.integer(1);
    expect(writer.finish()).toEqual(written((w) => w.integer(1)));
  });
});

function withNext(text: string, next: number): Uint8Array {
  return written((w) => {
    w.text(text);
    w.byte(next);
  });
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a, codePoint), Array.from(b, codePoint)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
