import { cpeMatches } from '@tallyman/cpe';
import { sortKey } from '@tallyman/versions';
import { describe, expect, it } from 'vitest';
import { toCpeRows, toPackageRows } from './to-affected-rows.ts';

describe('affected packages', () => {
  it('are known by their canonical package URL without version and subpath, qualifiers apart', () => {
    const [row] = toPackageRows([
      {
        purl: 'PKG:Deb/Debian/curl@7.74?distro=debian-11&arch=source#x',
        versions: [{ versionEndExcluding: '7.88' }],
      },
    ]);
    expect(row).toMatchObject({
      package: 'pkg:deb/debian/curl',
      purl_type: 'deb',
      qualifiers: 'arch=source&distro=debian-11',
      distro: 'debian-11',
      scheme: 'deb',
      version_end_excluding: '7.88',
      key_from: new Uint8Array(0),
      key_to: sortKey('deb', '7.88'),
    });
  });

  it('have equal uuids exactly for equal statements', () => {
    const uuids = (purl: string, end: string) =>
      toPackageRows([{ purl, versions: [{ versionEndExcluding: end }] }]).map((row) => row.uuid);
    expect(uuids('pkg:npm/a@1', '2')).toEqual(uuids('pkg:npm/a', '2'));
    expect(uuids('pkg:npm/a', '2')).not.toEqual(uuids('pkg:npm/a', '3'));
    expect(uuids('pkg:npm/a', '2')).not.toEqual(uuids('pkg:npm/b', '2'));
    expect(uuids('pkg:npm/a', '2')[0]).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it('keep the whole range beside each of its intervals', () => {
    const vers = 'vers:npm/<1.0.0|>=2.0.0|<2.1.0';
    const versions = [
      { versionEndExcluding: '1.0.0' },
      { versionStartIncluding: '2.0.0', versionEndExcluding: '2.1.0' },
    ];
    expect(toPackageRows([{ purl: 'pkg:npm/a', versions, vers }]).map((row) => row.vers)).toEqual([
      vers,
      vers,
    ]);
    expect(toPackageRows([{ purl: 'pkg:npm/a', versions: versions.slice(1), vers }])[0]?.vers).toBeNull();
  });

  it('without versions are affected in all versions', () => {
    expect(toPackageRows([{ purl: 'pkg:npm/a', versions: [] }])).toMatchObject([
      { package: 'pkg:npm/a', version: null, key_from: new Uint8Array(0), key_to: null },
    ]);
  });

  it('have one row if they are stated twice', () => {
    const affected = { purl: 'pkg:npm/a', versions: [{ versionEndExcluding: '2' }] };
    const other = { purl: 'pkg:npm/a', versions: [{ versionEndExcluding: '3' }] };
    expect(toPackageRows([affected, other, affected]).map((row) => row.version_end_excluding)).toEqual([
      '2',
      '3',
    ]);
  });

  /** Keys of long versions have 1,024 bytes; an entry of the index has at most 2,400. */
  it.each([
    [335, '', 1],
    [352, '', 1],
    [353, '', 0],
    [335, 'x'.repeat(17), 1],
    [335, 'x'.repeat(18), 0],
    [335, 'ä'.repeat(9), 0],
  ])('with a name of %i characters and the distribution %j fit the index: %i', (length, distro, count) => {
    const name = 'pkg:deb/debian/'.padEnd(length, 'a');
    const purl = distro ? `${name}?distro=${encodeURIComponent(distro)}` : name;
    const [from, to] = [`${'1.'.repeat(1_200)}1`, `${'1.'.repeat(1_200)}2`];
    const versions = [{ versionStartIncluding: from, versionEndExcluding: to }];
    expect(toPackageRows([{ purl, versions }])).toHaveLength(count);
    expect(toPackageRows([{ purl, versions: [{ versionStartIncluding: from }] }])).toHaveLength(1);
  });

  it('are left out if their name is too long', () => {
    expect(toPackageRows([{ purl: `pkg:npm/${'x'.repeat(2000)}`, versions: [] }])).toEqual([]);
    expect(toCpeRows([{ cpe: `cpe:2.3:a:x:${'ä'.repeat(600)}:*:*:*:*:*:*:*:*` }])).toEqual([]);
  });
});

describe('affected CPEs', () => {
  it.each([
    ['cpe:2.3:a:x:y:1.2.3:*:*:*:*:*:*:*', {}],
    ['cpe:2.3:a:x:y:1.2.3:*:*:*:*:*:*:*', { versionEndExcluding: '1.0' }],
    ['cpe:2.3:a:x:y:*:*:*:*:*:*:*:*', {}],
    ['cpe:2.3:a:x:y:*:*:*:*:*:*:*:*', { versionStartExcluding: '1.0', versionEndIncluding: '1.2.3' }],
    ['cpe:2.3:a:x:y:-:*:*:*:*:*:*:*', {}],
    ['cpe:2.3:a:x:y:1.2*:*:*:*:*:*:*:*', {}],
    ['cpe:2.3:a:x:y:1.2\\+3:*:*:*:*:*:*:*', {}],
  ])('%s with %j: no version that it means is outside its keys', (cpe, bounds) => {
    const [row] = toCpeRows([{ cpe, ...bounds }]);
    for (const version of ['0.9', '1.0', '1.1', '1.2.3', '1.2.4', '1.2\\+3', '2.0']) {
      if (!cpeMatches({ cpe, ...bounds }, `cpe:2.3:a:x:y:${version}:*:*:*:*:*:*:*`)) continue;
      const key = Buffer.from(sortKey('generic-nvd', version.replace('\\', '')));
      expect(Buffer.compare(row?.key_from ?? key, key)).toBeLessThanOrEqual(0);
      if (row?.key_to) expect(Buffer.compare(key, row.key_to)).toBe(-1);
    }
  });

  it.each([
    ['an exact version beside bounds', 'cpe:2.3:a:x:y:1.2.3:*:*:*:*:*:*:*', { versionEndExcluding: '1.0' }],
    ['no version', 'cpe:2.3:a:x:y:-:*:*:*:*:*:*:*', {}],
    ['a pattern', 'cpe:2.3:a:x:y:1.?:*:*:*:*:*:*:*', {}],
  ])('with %s are compared whatever the version', (_, cpe, bounds) => {
    expect(toCpeRows([{ cpe, ...bounds }])).toMatchObject([{ key_from: new Uint8Array(0), key_to: null }]);
  });

  it('have equal uuids exactly for equal statements', () => {
    const cpe = 'cpe:2.3:a:x:y:*:*:*:*:*:*:*:*';
    const rows = toCpeRows([
      { cpe, versionEndExcluding: '1' },
      { cpe, versionEndIncluding: '1' },
      { cpe, versionEndExcluding: '1' },
      { cpe: 'cpe:/a:x:y', versionEndExcluding: '1' },
      { cpe: 'cpe:/a:x:z', versionEndExcluding: '1' },
    ]);
    expect(rows.map(({ product }) => product)).toEqual(['y', 'y', 'z']);
  });

  it('are narrow where the version is exact or bounded', () => {
    const [exact] = toCpeRows([{ cpe: 'cpe:/a:x:y:1.2.3' }]);
    expect(exact).toMatchObject({
      part: 'a',
      vendor: 'x',
      product: 'y',
      key_from: sortKey('generic-nvd', '1.2.3'),
    });
    expect(exact?.key_to).not.toBeNull();
  });
});
