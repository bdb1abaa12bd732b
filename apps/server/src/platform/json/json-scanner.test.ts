import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonHandler, JsonScanner } from './json-scanner.ts';

/** The events of the scanner, with strings joined. */
class Recorder implements JsonHandler {
  readonly events: string[] = [];
  #parts: Buffer[] = [];

  open(byte: number, _at: number, depth: number): void {
    this.events.push(`${String.fromCharCode(byte)} ${depth}`);
  }

  close(_at: number, depth: number): void {
    this.events.push(`close ${depth}`);
  }

  comma(depth: number): void {
    this.events.push(`, ${depth}`);
  }

  colon(): void {
    this.events.push(':');
  }

  string(chunk: Buffer, from: number, to: number, part: { isStart: boolean; isEnd: boolean }): void {
    if (part.isStart) this.#parts = [];
    this.#parts.push(Buffer.from(chunk.subarray(from, to)));
    if (part.isEnd) this.events.push(`"${Buffer.concat(this.#parts)}"`);
  }
}

function scan(bytes: Buffer, size: number): string[] {
  const recorder = new Recorder();
  const scanner = new JsonScanner(recorder);
  for (let at = 0; at < bytes.length; at += size) scanner.write(bytes.subarray(at, at + size));
  return recorder.events;
}

/** The same events from a parsed value. */
function eventsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [JSON.stringify(value)];
  if (typeof value !== 'object' || value === null) return [];
  const members = Array.isArray(value)
    ? value.map((element) => eventsOf(element, depth + 1))
    : Object.entries(value).map(([name, member]) => [
        JSON.stringify(name),
        ':',
        ...eventsOf(member, depth + 1),
      ]);
  const separated = members.flatMap((events, index) =>
    index === 0 ? events : [`, ${depth + 1}`, ...events],
  );
  return [`${Array.isArray(value) ? '[' : '{'} ${depth + 1}`, ...separated, `close ${depth}`];
}

it('reports the structure of any document, in chunks of any size', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 40 }), fc.boolean(), (json, size, isIndented) => {
      const value: unknown = JSON.parse(json);
      const text = isIndented ? JSON.stringify(value, null, 2) : JSON.stringify(value);
      expect(scan(Buffer.from(text), size)).toEqual(eventsOf(value));
    }),
  );
});

it.each([1, 2, 3, 100])('keeps quotes and brackets in strings apart, in chunks of %s', (size) => {
  const value = ['\\', '\\"', '"]', '\\\\"{', { '}"\\': ',:' }];
  expect(scan(Buffer.from(JSON.stringify(value)), size)).toEqual(eventsOf(value));
});
