import { describe, expect, it } from 'vitest';
import type { PackageVersion } from './package-version.ts';
import { planDiff } from './plan-diff.ts';

/** `npm/name@1.0` is known by its package URL, `name@1.0` is not. */
function versionsOf(...texts: string[]): PackageVersion[] {
  return texts.map((text) => {
    const [path = '', version] = text.split('@');
    const [name = '', type] = path.split('/').reverse();
    return {
      uuid: text,
      group: null,
      name,
      version: version ?? null,
      purl: type ? `pkg:${text}` : null,
      purlPackage: type ? `pkg:${path}` : null,
    };
  });
}

function diff(from: string[], to: string[]) {
  const { added, removed, changed, unchanged } = planDiff(versionsOf(...from), versionsOf(...to));
  return {
    added: added.map(({ uuid }) => uuid),
    removed: removed.map(({ uuid }) => uuid),
    changed: changed.map((pair) => `${pair.from.uuid} > ${pair.to.uuid}`),
    unchanged,
  };
}

const nothing = { added: [], removed: [], changed: [], unchanged: 0 };

describe('The difference of two projects', () => {
  it('lists added, removed and changed components', () => {
    expect(diff(['npm/a@1', 'npm/b@1'], ['npm/b@2', 'npm/c@1'])).toEqual({
      ...nothing,
      added: ['npm/c@1'],
      removed: ['npm/a@1'],
      changed: ['npm/b@1 > npm/b@2'],
    });
  });

  it('distinguishes packages of different types', () => {
    expect(diff(['npm/a@1'], ['pypi/a@2'])).toEqual({
      ...nothing,
      added: ['pypi/a@2'],
      removed: ['npm/a@1'],
    });
  });

  it('goes by group and name where there is no package URL', () => {
    expect(diff(['a@1'], ['a@2'])).toEqual({ ...nothing, changed: ['a@1 > a@2'] });
  });

  it('matches a component that gained or lost its package URL', () => {
    expect(diff(['a@1', 'npm/b@1'], ['npm/a@1', 'b@2'])).toEqual({
      ...nothing,
      changed: ['npm/b@1 > b@2'],
      unchanged: 1,
    });
  });

  it.each([
    [
      ['npm/a@4.17.20', 'npm/a@3.10.1'],
      ['npm/a@3.10.2', 'npm/a@4.17.21'],
      ['npm/a@3.10.1 > npm/a@3.10.2', 'npm/a@4.17.20 > npm/a@4.17.21'],
      [],
      [],
    ],
    [['npm/a@1.0.0', 'npm/a@2.0.0'], ['npm/a@1.1.0'], ['npm/a@1.0.0 > npm/a@1.1.0'], [], ['npm/a@2.0.0']],
    [['npm/a@1.0.0', 'npm/a@3.0.0'], ['npm/a@4.0.0'], ['npm/a@3.0.0 > npm/a@4.0.0'], [], ['npm/a@1.0.0']],
    [['npm/a@9.0.0'], ['npm/a@10.0.0', 'npm/a@2.0.0'], ['npm/a@9.0.0 > npm/a@10.0.0'], ['npm/a@2.0.0'], []],
    [['npm/a@1.9.0', 'npm/a@1.10.0'], ['npm/a@1.11.0'], ['npm/a@1.10.0 > npm/a@1.11.0'], [], ['npm/a@1.9.0']],
    [['npm/a'], ['npm/a@1.0.0'], ['npm/a > npm/a@1.0.0'], [], []],
  ])('pairs the nearest of several versions: %j to %j', (from, to, changed, added, removed) => {
    expect(diff(from, to)).toEqual({ changed, added, removed, unchanged: 0 });
  });

  it('is in the order of the names', () => {
    expect(diff([], ['npm/b@1', 'npm/a@2', 'npm/a@1']).added).toEqual(['npm/a@1', 'npm/a@2', 'npm/b@1']);
  });
});
