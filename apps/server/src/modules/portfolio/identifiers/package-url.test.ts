import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPackageUrl, parsePackageUrl, toPurl } from './package-url.ts';

describe('a package URL', () => {
  it.each([
    ['pkg:npm/lodash@4.17.21', 'pkg:npm/lodash@4.17.21'],
    ['pkg:npm/%40angular/animation@12.3.1', 'pkg:npm/%40angular/animation@12.3.1'],
    ['pkg:npm/@angular/animation@12.3.1', 'pkg:npm/%40angular/animation@12.3.1'],
    ['pkg:npm/@angular/animation', 'pkg:npm/%40angular/animation'],
    ['pkg:npm/JSONStream@1.0.3', 'pkg:npm/JSONStream@1.0.3'],
    ['pkg://npm/lodash@1', 'pkg:npm/lodash@1'],
    ['PKG:NPM/lodash@1', 'pkg:npm/lodash@1'],
    [' pkg:npm/lodash/ ', 'pkg:npm/lodash'],
    ['pkg:pypi/Django_REST@1.0.RC1', 'pkg:pypi/django-rest@1.0.rc1'],
    ['pkg:github/Package-URL/Purl-Spec@244FD', 'pkg:github/package-url/purl-spec@244FD'],
    [
      'pkg:golang/google.golang.org/genproto@abc#/googleapis/api/./../annotations/',
      'pkg:golang/google.golang.org/genproto@abc#googleapis/api/annotations',
    ],
    ['pkg:golang/stdlib@1.22.1', 'pkg:golang/stdlib@1.22.1'],
    ['pkg:deb/Debian/attr@1:2.4.47-2+b1?arch=amd64', 'pkg:deb/debian/attr@1:2.4.47-2%2Bb1?arch=amd64'],
    [
      'pkg:maven/org.example/a@1?type=war&classifier=sources',
      'pkg:maven/org.example/a@1?classifier=sources&type=war',
    ],
    [
      'pkg:maven/org.example/a@1?Repository_URL=https://example.org/m2',
      'pkg:maven/org.example/a@1?repository_url=https:%2F%2Fexample.org%2Fm2',
    ],
    ['pkg:npm/a@1?empty=&arch=x', 'pkg:npm/a@1?arch=x'],
    ['pkg:generic/a%2Fb@1 0', 'pkg:generic/a%2Fb@1%200'],
    ['pkg:generic/ns//sub/name', 'pkg:generic/ns/sub/name'],
    ["pkg:generic/it's(1)*!", 'pkg:generic/it%27s%281%29%2A%21'],
    ['pkg:git/git.example.org/group/repository@a72d', 'pkg:git/git.example.org/group/repository@a72d'],
    ['pkg:pub/Some-Package@1', 'pkg:pub/some_package@1'],
    [
      'pkg:mlflow/CreditFraud@3?repository_url=https://adb.azuredatabricks.net/api',
      'pkg:mlflow/creditfraud@3?repository_url=https:%2F%2Fadb.azuredatabricks.net%2Fapi',
    ],
    ['pkg:x-own.type+1/name', 'pkg:x-own.type+1/name'],
  ])('%s has the canonical form %s', (text, canonical) => {
    expect(toPurl(text)?.purl).toBe(canonical);
    expect(toPurl(canonical)?.purl).toBe(canonical);
  });

  it.each([
    '',
    'pkg:',
    'pkg:npm',
    'pkg:npm/',
    'pkg:npm/@1.0.0',
    'npm/lodash',
    'http://example.org/x',
    'pkg:1npm/lodash',
    'pkg:n:pm/lodash',
    'pkg:npm/a?in%20production=true',
    'pkg:npm/%zz',
    'pkg:npm/a#%',
    'pkg:maven/artifact-only@1',
    'pkg:swift/Alamofire@5.4.3',
    'pkg:vcpkg/boost/asio@1',
    'pkg:cpan/URI::PackageURL',
    'pkg:julia/Dates',
    'pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglk@1.2.3.4.5',
    'pkg:swid/Example/Reader@1.0',
  ])('is not %j', (text) => {
    expect(toPurl(text)).toBeUndefined();
  });

  it('has coordinates: the canonical form without qualifiers and subpath', () => {
    const url = 'pkg:maven/org.example/a@1%2B2?type=jar#src';
    expect(toPurl(url)).toEqual({ purl: url, coordinates: 'pkg:maven/org.example/a@1%2B2' });
  });

  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .map((text) => text.toWellFormed().replaceAll(/[/\s]/g, '-'))
    .filter((text) => text !== '.' && text !== '..');
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
  const arbitraryUrl = fc.record({
    type: fc.constant('generic'),
    namespace: fc.option(path),
    name: segment,
    version: fc.option(segment),
    qualifiers: fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][a-z0-9._-]{0,5}$/), segment), {
        selector: ([key]) => key,
      })
      .map((pairs) => new Map(pairs.sort(([a], [b]) => (a < b ? -1 : 1)))),
    subpath: fc.option(path),
  });

  it('is restored from its canonical form', () => {
    fc.assert(
      fc.property(arbitraryUrl, (url) => {
        expect(parsePackageUrl(formatPackageUrl(url))).toEqual(url);
      }),
    );
  });

  it('has a canonical form that is its own canonical form', () => {
    fc.assert(
      fc.property(fc.constantFrom('npm', 'pypi', 'deb', 'golang', 'github'), arbitraryUrl, (type, url) => {
        const canonical = toPurl(formatPackageUrl({ ...url, type, namespace: url.namespace ?? 'a' }))?.purl;
        if (canonical !== undefined) expect(toPurl(canonical)?.purl).toBe(canonical);
      }),
    );
  });

  it('has decoded parts', () => {
    expect(parsePackageUrl('pkg:deb/debian/g%2B%2B@4:12?distro=bookworm&arch=arm64#usr/bin')).toEqual({
      type: 'deb',
      namespace: 'debian',
      name: 'g++',
      version: '4:12',
      qualifiers: new Map([
        ['arch', 'arm64'],
        ['distro', 'bookworm'],
      ]),
      subpath: 'usr/bin',
    });
  });

  it('is parsed in linear time', () => {
    expect(toPurl(`pkg:npm/${'/'.repeat(200_000)}a@${'@'.repeat(200_000)}`)).toBeDefined();
    expect(toPurl(`pkg:${'a'.repeat(200_000)}`)).toBeUndefined();
  });
});
