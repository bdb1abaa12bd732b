import { isUtf8 } from 'node:buffer';
import { BomError } from '../bom-error.ts';
import { plannedKeys, type SplitPlan } from '../read/split-plan.ts';
import type { ReadLimits } from '../read-limits.ts';
import { childPointer } from '../schema/schema-node.ts';
import { ByteCapture } from './byte-capture.ts';
import { FrameStack } from './frame-stack.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  equalsAscii,
  FOLD,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  UPPER_Z,
} from './json-bytes.ts';
import type { ElementPosition, ListFrame, ObjectFrame, SplitHandler, SplitList } from './split-frames.ts';
import { unescapeKey } from './unescape-key.ts';

/** Shared by all frames, because few components have nested elements. */
const NOTHING: readonly string[] = [];

/** `withPlace` adds the position in the file. */
function malformed(message: string): BomError {
  return new BomError('malformed', `The document is not well-formed JSON: ${message}`);
}

/** A repeated member is well-formed JSON, but ambiguous. */
function repeated(pointer: string): BomError {
  const message = 'is there twice.';
  return new BomError('malformed', `The document has ${pointer} twice.`, {
    violations: [{ place: pointer, message }],
  });
}

/**
 * Splits a JSON document into components, services and other elements while the bytes arrive, so that memory is bounded
 * by the largest element. It only counts brackets and strings. `JSON.parse` finds the syntax errors inside an element.
 */
export class JsonSplitter {
  readonly #plan: SplitPlan;
  readonly #limits: ReadLimits;
  readonly #handler: SplitHandler;
  readonly #frames = new FrameStack();
  #depth = 0;
  #serial = 0;
  #ended = false;
  #inString = false;
  #escaped = false;
  #stringBytes = 0;
  #key: ByteCapture | undefined;

  constructor(plan: SplitPlan, limits: ReadLimits, handler: SplitHandler) {
    this.#plan = plan;
    this.#limits = limits;
    this.#handler = handler;
  }

  write(chunk: Uint8Array): void {
    let index = 0;
    while (index < chunk.length) {
      if (this.#inString) index = this.#continueString(chunk, index);
      else if (this.#depth > this.#frames.watchDepth) index = this.#skipNested(chunk, index);
      else if (chunk[index] === QUOTE) index = this.#beginString(chunk, index);
      else this.#structure(chunk, index, chunk[index++] as number);
    }
    this.#frames.keepRest(chunk);
  }

  end(): void {
    if (!this.#ended) throw new BomError('truncated', 'The document ends before it is complete.');
  }

  /**
   * The hot loop: skips everything below the watched depth without a call for each byte. Stops at the bracket that
   * returns to that depth, at the end of the chunk, or inside a string that continues in the next chunk.
   */
  #skipNested(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    const stop = this.#frames.watchDepth + 1;
    let depth = this.#depth;
    let commas = 0;
    let index = from;
    for (; index < length; index++) {
      const byte = chunk[index] as number;
      if (byte === QUOTE) {
        const start = ++index;
        while (index < length && chunk[index] !== QUOTE) index += chunk[index] === BACKSLASH ? 2 : 1;
        if (index >= length) {
          this.#depth = depth;
          this.#frames.countValues(commas);
          return this.#cutString(length - start, index > length, length);
        }
      } else if (byte === COMMA) commas++;
      else if (byte > UPPER_Z) {
        const folded = byte | FOLD;
        if (folded === OPEN_BRACE) depth = this.#deeper(depth);
        else if (folded === CLOSE_BRACE && depth-- === stop) break;
      }
    }
    this.#depth = depth;
    this.#frames.countValues(commas);
    if (depth < stop) this.#closeNested(chunk, index);
    return index + 1;
  }

  #capture(): ByteCapture {
    return new ByteCapture(this.#limits.maxElementBytes, this.#limits.maxElementValues);
  }

  #cutString(bytes: number, escaped: boolean, next: number): number {
    this.#inString = true;
    this.#escaped = escaped;
    this.#stringBytes = bytes;
    this.#checkStringLength();
    return next;
  }

  #deeper(depth: number): number {
    if (depth >= this.#limits.maxDepth) {
      throw new BomError(
        'too-deep',
        `The document is nested more than ${this.#limits.maxDepth} levels deep.`,
      );
    }
    return depth + 1;
  }

  #closeNested(chunk: Uint8Array, index: number): void {
    const top = this.#frames.top;
    if (top?.kind === 'value') this.#finishElement(chunk, index + 1, top.capture, top.position);
  }

  #structure(chunk: Uint8Array, index: number, byte: number): void {
    switch (byte) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#open(chunk, index, byte);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close(chunk, index, byte);
        break;
      case COMMA:
        this.#comma(chunk, index);
        break;
      default:
        this.#other(chunk, index, byte);
    }
  }

  #open(chunk: Uint8Array, index: number, byte: number): void {
    const top = this.#frames.top;
    if (top === undefined) this.#openDocument(index, byte);
    else if (top.kind === 'list') this.#openElement(top, index, byte);
    else if (top.kind === 'object' && top.key !== undefined)
      this.#openMember(chunk, top, top.key, index, byte);
    this.#depth = this.#deeper(this.#depth);
  }

  #openDocument(index: number, byte: number): void {
    if (this.#ended) throw malformed('there is more after its end.');
    if (byte !== OPEN_BRACE) throw malformed('it is not an object.');
    this.#frames.keepFrom(index);
    this.#pushObject(this.#plan, '', 0, this.#capture(), undefined);
  }

  #openElement(frame: ListFrame, index: number, byte: number): void {
    if (frame.expects === 'separator') throw malformed(`${frame.list.pointer} lacks a comma.`);
    frame.expects = 'separator';
    const position = { list: frame.list, index: frame.count++, serial: ++this.#serial };
    const capture = this.#capture();
    this.#frames.keepFrom(index);
    if (byte === OPEN_BRACE && plannedKeys(frame.plan).length > 0) {
      const pointer = childPointer(frame.list.pointer, position.index);
      this.#pushObject(frame.plan, pointer, position.serial, capture, position);
    } else this.#frames.push({ kind: 'value', depth: this.#depth, capture, position });
  }

  #openMember(chunk: Uint8Array, frame: ObjectFrame, key: string, index: number, byte: number): void {
    const plan = byte === OPEN_BRACKET ? frame.plan.lists[key] : frame.plan.objects[key];
    frame.key = undefined;
    if (plan === undefined) return;
    const pointer = childPointer(frame.pointer, key);
    if (frame.opened.includes(key)) throw repeated(pointer);
    frame.opened = [...frame.opened, key];
    if (byte === OPEN_BRACE) this.#pushObject(plan(), pointer, frame.serial, undefined, undefined);
    else this.#openList(chunk, index, plan(), { name: key, pointer, owner: frame.serial });
  }

  #openList(chunk: Uint8Array, index: number, plan: SplitPlan, list: SplitList): void {
    this.#frames.keepUntil(chunk, index + 1);
    this.#frames.push({ kind: 'list', depth: this.#depth + 1, plan, list, count: 0, expects: 'first' });
  }

  #close(chunk: Uint8Array, index: number, byte: number): void {
    this.#finishScalar(chunk, index);
    const top = this.#frames.top;
    if (top === undefined) throw malformed('a bracket is closed that was never opened.');
    if (top.kind === 'list') this.#closeList(top, index, byte);
    else if (top.kind === 'object') this.#closeObject(chunk, top, index);
    this.#depth--;
  }

  #closeList(frame: ListFrame, index: number, byte: number): void {
    if (byte !== CLOSE_BRACKET || frame.expects === 'value') {
      throw malformed(`the list ${frame.list.pointer} is not closed properly.`);
    }
    this.#frames.pop();
    this.#frames.keepFrom(index);
  }

  #closeObject(chunk: Uint8Array, frame: ObjectFrame, index: number): void {
    if (frame.capture === undefined) this.#frames.pop();
    else if (frame.position === undefined) this.#finishDocument(chunk, index + 1, frame.capture);
    else this.#finishElement(chunk, index + 1, frame.capture, frame.position);
  }

  #finishElement(chunk: Uint8Array, end: number, capture: ByteCapture, position: ElementPosition): void {
    this.#frames.keepUntil(chunk, end, capture);
    this.#frames.pop();
    const { list, index, serial } = position;
    this.#handler.element({
      list,
      index,
      serial,
      text: decode(capture, () => childPointer(list.pointer, index)),
    });
  }

  #finishDocument(chunk: Uint8Array, end: number, capture: ByteCapture): void {
    this.#frames.keepUntil(chunk, end, capture);
    this.#frames.pop();
    this.#ended = true;
    this.#handler.document(decode(capture, () => 'outside of its lists'));
  }

  /** A scalar element ends at the next separator. */
  #finishScalar(chunk: Uint8Array, index: number): void {
    const top = this.#frames.top;
    if (top?.kind === 'value') this.#finishElement(chunk, index, top.capture, top.position);
  }

  #comma(chunk: Uint8Array, index: number): void {
    this.#finishScalar(chunk, index);
    const top = this.#frames.top;
    if (top === undefined) throw malformed('it is not an object.');
    if (top.kind === 'object') {
      top.expectsKey = true;
      top.key = undefined;
      this.#frames.countValues(1);
    } else if (top.kind === 'list') {
      if (top.expects !== 'separator') throw malformed(`${top.list.pointer} has a comma too many.`);
      top.expects = 'value';
    }
  }

  #other(chunk: Uint8Array, index: number, byte: number): void {
    if (this.#frames.top?.kind === 'object') return;
    if (isSpace(byte)) this.#finishScalar(chunk, index);
    else if (this.#frames.top === undefined) {
      throw malformed(this.#ended ? 'there is more after its end.' : 'it is not an object.');
    } else if (this.#frames.top.kind === 'list') this.#openElement(this.#frames.top, index, byte);
  }

  #beginString(chunk: Uint8Array, index: number): number {
    const top = this.#frames.top;
    if (top === undefined) throw malformed('it is not an object.');
    if (top.kind === 'list') this.#openElement(top, index, QUOTE);
    this.#stringBytes = 0;
    if (top.kind !== 'object' || !top.expectsKey) return this.#continueString(chunk, index + 1);
    top.expectsKey = false;
    return this.#beginKey(chunk, index + 1, top);
  }

  /** Most keys lie in one chunk and have no escapes. They are compared in place, without a copy. */
  #beginKey(chunk: Uint8Array, from: number, frame: ObjectFrame): number {
    let end = from;
    while (end < chunk.length && chunk[end] !== QUOTE && chunk[end] !== BACKSLASH) end++;
    if (chunk[end] === QUOTE) {
      frame.key = frame.keys.find((key) => equalsAscii(key, chunk, from, end));
      return end + 1;
    }
    this.#key = new ByteCapture(this.#limits.maxStringBytes, 0);
    return this.#continueString(chunk, from);
  }

  /** Skips to the end of the string or the chunk. Returns the index after it. */
  #continueString(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    let index = this.#escaped ? from + 1 : from;
    while (index < length && chunk[index] !== QUOTE) index += chunk[index] === BACKSLASH ? 2 : 1;
    this.#inString = index >= length;
    this.#escaped = index > length;
    if (this.#key !== undefined) this.#continueKey(chunk.subarray(from, Math.min(index, length)), this.#key);
    if (this.#inString) {
      this.#stringBytes += length - from;
      this.#checkStringLength();
    }
    return Math.min(index + 1, length);
  }

  #continueKey(bytes: Uint8Array, capture: ByteCapture): void {
    capture.add(bytes);
    if (this.#inString) return;
    const top = this.#frames.top as ObjectFrame;
    const name = unescapeKey(capture.bytes().toString('utf8'));
    top.key = top.keys.find((key) => key === name);
    this.#key = undefined;
  }

  #checkStringLength(): void {
    if (this.#stringBytes > this.#limits.maxStringBytes) {
      throw new BomError('too-large', `A string is longer than ${this.#limits.maxStringBytes} bytes.`);
    }
  }

  #pushObject(
    plan: SplitPlan,
    pointer: string,
    serial: number,
    capture: ByteCapture | undefined,
    position: ElementPosition | undefined,
  ): void {
    const fixed = { plan, keys: plannedKeys(plan), pointer, serial, capture, position };
    const state = { expectsKey: true, key: undefined, opened: NOTHING };
    this.#frames.push({ kind: 'object', depth: this.#depth + 1, ...fixed, ...state });
  }
}

function decode(capture: ByteCapture, place: () => string): string {
  const bytes = capture.bytes();
  if (!isUtf8(bytes)) throw new BomError('invalid-encoding', `The document is not valid UTF-8 (${place()}).`);
  return bytes.toString('utf8');
}
