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

  it('that are too long to be names are left out', () => {
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
