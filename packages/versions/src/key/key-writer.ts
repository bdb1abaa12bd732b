import { createHash } from 'node:crypto';
import { Mark } from './mark.ts';

/**
 * Longer keys are truncated and end in a digest of the whole key, so that every key fits an index page. Truncation
 * keeps the order of the first `exactLength` bytes. Beyond that, distinct versions stay distinct, in an arbitrary but
 * fixed order. Real versions need 5 to 40 bytes.
 */
export const maxKeyLength = 1024;
const digestLength = 32;
const exactLength = maxKeyLength - digestLength;

const initialCapacity = 256;
const retainedCapacity = 64 * 1024;

/** The number of digits that always fits 48 bits. Longer numbers are written as digits. */
const maxDirectDigits = 14;

const zero = 0x30;

/**
 * Builds a byte key whose memcmp order is the order of the written fields: numbers by value at any length, texts by
 * code point. A proper prefix is smaller. Fields are self-delimiting, so that later fields never influence the
 * comparison of earlier ones.
 */
export class KeyWriter {
  #bytes = new Uint8Array(initialCapacity);
  #length = 0;

  reset(): void {
    this.#length = 0;
    if (this.#bytes.length > retainedCapacity) this.#bytes = new Uint8Array(initialCapacity);
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = value;
  }

  /** The number whose decimal digits are at [start, end) of the text. No digits mean zero. */
  number(text: string, start: number, end: number): void {
    let first = start;
    while (first < end && text.charCodeAt(first) === zero) first++;
    if (end - first > maxDirectDigits) {
      this.#longNumber(text, first, end);
      return;
    }
    let value = 0;
    for (let i = first; i < end; i++) value = value * 10 + text.charCodeAt(i) - zero;
    this.integer(value);
  }

  /** A non-negative integer below 2^48. */
  integer(value: number): void {
    if (value < Mark.firstLargeNumber - Mark.number) {
      this.byte(Mark.number + value);
      return;
    }
    let size = 1;
    for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256)) size++;
    this.byte(Mark.firstLargeNumber + size - 1);
    for (let i = size - 1; i >= 0; i--) this.byte(Math.floor(value / 256 ** i) % 256);
  }

  /** Like `integer`, with greater values first. */
  integerDescending(value: number): void {
    const start = this.#length;
    this.integer(value);
    for (let i = start; i < this.#length; i++) this.#bytes[i] = 0xff - (this.#bytes[i] ?? 0);
  }

  /** The characters [start, end) by code point; a shorter text comes before its extensions. */
  text(text: string, start = 0, end = text.length): void {
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) i += this.#wide(text, i, end);
      else this.#narrow(unit);
    }
    this.byte(Mark.endOfText);
  }

  /** Like `text`, with ASCII letters in lower case. */
  foldedText(text: string, start = 0, end = text.length): void {
    this.text(text.slice(start, end).replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  }

  finish(): Uint8Array {
    if (this.#length <= exactLength) return this.#bytes.slice(0, this.#length);
    const key = this.#bytes.subarray(0, this.#length);
    const cut = new Uint8Array(maxKeyLength);
    cut.set(key.subarray(0, exactLength));
    cut.set(createHash('sha256').update(key).digest(), exactLength);
    return cut;
  }

  #longNumber(text: string, first: number, end: number): void {
    this.byte(Mark.numberByDigits);
    const digits = end - first;
    for (const shift of [24, 16, 8, 0]) this.byte((digits >>> shift) & 0xff);
    for (let i = first; i < end; i += 2) {
      const high = text.charCodeAt(i) - zero;
      const low = i + 1 < end ? text.charCodeAt(i + 1) - zero : 0;
      this.byte(high * 16 + low);
    }
  }

  /** Escapes the three lowest characters, so that the end mark is below every character. */
  #narrow(unit: number): void {
    if (unit > Mark.escape) {
      this.byte(unit);
      return;
    }
    this.byte(Mark.escape);
    this.byte(unit + 1);
  }

  /** Writes UTF-8; lone surrogates are encoded like characters. Returns the number of further code units consumed. */
  #wide(text: string, index: number, end: number): number {
    const point = index + 1 < end ? (text.codePointAt(index) ?? 0) : text.charCodeAt(index);
    if (point < 0x800) {
      this.byte(0xc0 | (point >> 6));
    } else {
      if (point < 0x10000) {
        this.byte(0xe0 | (point >> 12));
      } else {
        this.byte(0xf0 | (point >> 18));
        this.byte(0x80 | ((point >> 12) & 0x3f));
      }
      this.byte(0x80 | ((point >> 6) & 0x3f));
    }
    this.byte(0x80 | (point & 0x3f));
    return point >= 0x10000 ? 1 : 0;
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
