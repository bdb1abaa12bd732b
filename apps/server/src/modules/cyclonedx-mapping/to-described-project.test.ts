import { describe, expect, it } from 'vitest';
import { toDescribedProject } from './to-described-project.ts';

describe('The description of the project', () => {
  it('is empty without metadata', () => {
    expect(Object.values(toDescribedProject({})).every((value) => value === null)).toBe(true);
  });

  it('has the manufacturer, wherever a version puts it', () => {
    const manufacturer = { name: 'M' };
    const component = { type: 'application', name: 'a', manufacturer } as const;
    for (const metadata of [{ manufacturer }, { manufacture: manufacturer }, { component }]) {
      expect(toDescribedProject({ metadata }).manufacturer).toEqual({ name: 'M' });
    }
  });

  it('has tools of the older form as components', () => {
    const hashes = [{ alg: 'MD5', content: 'AA' }] as const;
    const tools = [{ vendor: 'V', name: 'maker', version: '1', hashes }];
    expect(toDescribedProject({ metadata: { tools } }).metadata).toEqual({
      tools: { components: [{ supplier: { name: 'V' }, name: 'maker', version: '1', md5: 'aa' }] },
    });
  });

  it('has tools of the newer form with components and services', () => {
    const tools = {
      components: [{ type: 'application', group: 'g', name: 'maker', purl: 'pkg:npm/maker' }],
      services: [{ name: 'scan', endpoints: ['https://scan.example'] }],
    } as const;
    expect(toDescribedProject({ metadata: { tools } }).metadata).toEqual({
      tools: {
        components: [{ group: 'g', name: 'maker', purl: 'pkg:npm/maker' }],
        services: [{ name: 'scan', endpoints: ['https://scan.example'] }],
      },
    });
  });
});
