import { describe, expect, it } from 'vitest';
import { SectionCollector } from './section-collector.ts';

const MEGABYTE = 1024 * 1024;
/** An entry whose JSON has so many characters. */
const entryOf = (characters: number) => ({ x: 'x'.repeat(characters - '{"x":""}'.length) });

describe('The sections of a document', () => {
  it('are collected from all batches', () => {
    const collector = new SectionCollector();
    collector.add({ kind: 'compositions', entries: [{ aggregate: 'complete' }] } as never);
    collector.add({ kind: 'compositions', entries: [{ aggregate: 'unknown' }] } as never);
    collector.add({ kind: 'annotations', entries: [{ text: 'a' }] } as never);
    collector.add({ kind: 'formulation', entries: [{ components: [] }] } as never);
    const dependencies = [
      { ref: 'a', dependsOn: ['b'] },
      { ref: 'b', provides: ['c'], dependsOn: ['d'] },
    ];
    collector.add({ kind: 'dependencies', entries: [...dependencies, { ref: 'c', provides: [] }] } as never);
    collector.add({ kind: 'components', entries: [] } as never);
    const document = { declarations: { claims: [] }, definitions: { standards: [] } };
    expect(collector.sections(document as never)).toEqual({
      compositions: [{ aggregate: 'complete' }, { aggregate: 'unknown' }],
      annotations: [{ text: 'a' }],
      formulation: [{ components: [] }],
      provides: [{ ref: 'b', provides: ['c'] }],
      ...document,
    });
  });

  it('are undefined if there are none', () => {
    expect(new SectionCollector().sections({})).toBeUndefined();
  });

  it.each([
    ['of a megabyte is stored', MEGABYTE, 2],
    ['that is larger is dropped entirely; the others are not', MEGABYTE + 1, undefined],
  ])('a section %s', (_what, size, entries) => {
    const collector = new SectionCollector();
    collector.add({ kind: 'annotations', entries: [entryOf(100)] } as never);
    collector.add({ kind: 'compositions', entries: [entryOf(100), entryOf(size - 100)] } as never);
    const sections = collector.sections({});
    expect(sections?.compositions?.length).toBe(entries);
    expect(sections?.annotations).toHaveLength(1);
  });

  it('a section that is too large stays dropped when more of it is read', () => {
    const collector = new SectionCollector();
    collector.add({ kind: 'compositions', entries: [entryOf(MEGABYTE + 1)] } as never);
    collector.add({ kind: 'compositions', entries: [entryOf(100)] } as never);
    expect(collector.sections({})).toBeUndefined();
  });
});
