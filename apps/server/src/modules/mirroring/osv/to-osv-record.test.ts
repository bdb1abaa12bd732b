import { describe, expect, it } from 'vitest';
import { toOsvRecord } from './to-osv-record.ts';

function affected(element: object) {
  return toOsvRecord({ id: 'OSV-1', affected: [element] })?.packages;
}

function range(events: readonly object[], rest: object = {}) {
  const packages = affected({
    package: { ecosystem: 'npm', name: 'left' },
    ranges: [{ type: 'SEMVER', events }],
    ...rest,
  });
  return packages?.[0]?.versions ?? [];
}

describe('ranges of OSV records', () => {
  it.each([
    ['introduced 0 means no lower bound', [{ introduced: '0' }, { fixed: '2.0.0' }], [[null, '<2.0.0']]],
    [
      'last_affected is included',
      [{ introduced: '1.0.0' }, { last_affected: '2.0.0' }],
      [['1.0.0', '<=2.0.0']],
    ],
    ['one version', [{ introduced: '1.0.0' }, { last_affected: '1.0.0' }], [['1.0.0', '<=1.0.0']]],
    ['no end', [{ introduced: '1.0.0' }], [['1.0.0', null]]],
    ['all versions', [{ introduced: '0' }], [[null, null]]],
    [
      'events are sorted by version before pairing',
      [{ fixed: '10.0.0' }, { introduced: '0' }, { fixed: '2.0.0' }, { introduced: '9.0.0' }],
      [
        [null, '<2.0.0'],
        ['9.0.0', '<10.0.0'],
      ],
    ],
    ['empty intervals are skipped', [{ introduced: '1.0.0' }, { fixed: '1.0.0' }], []],
    ['what is fixed before it began is nothing', [{ introduced: '0' }, { fixed: '0' }], []],
    [
      'the highest limit closes the range',
      [{ introduced: '1.0.0' }, { limit: '3.0.0' }, { limit: '2.0.0' }],
      [['1.0.0', '<3.0.0']],
    ],
    [
      'a limit above the end does nothing',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { limit: '2.0.0' }],
      [[null, '<1.0.0']],
    ],
    ['what begins at the limit is nothing', [{ introduced: '2.0.0' }, { limit: '2.0.0' }], []],
    ['a * limit disables limits', [{ introduced: '0' }, { limit: '*' }, { limit: '1.0.0' }], [[null, null]]],
    ['<unfixed> is no upper bound', [{ introduced: '1.0.0' }, { fixed: '<unfixed>' }], [['1.0.0', null]]],
  ] as const)('%s', (_, events, expected) => {
    const bounds = range(events).map((interval) => [
      interval.versionStartIncluding ?? null,
      interval.versionEndExcluding
        ? `<${interval.versionEndExcluding}`
        : interval.versionEndIncluding
          ? `<=${interval.versionEndIncluding}`
          : null,
    ]);
    expect(bounds).toEqual(expected);
  });

  it('explicit versions are united with ranges, without repeating what these contain', () => {
    const events = [{ introduced: '1.0.0' }, { fixed: '2.0.0' }];
    expect(range(events, { versions: ['0.9.0', '1.5.0', '1.9.9', '2.0.0-rc.1', '3.0.0'] })).toEqual([
      { versionStartIncluding: '1.0.0', versionEndExcluding: '2.0.0' },
      { version: '0.9.0' },
      { version: '3.0.0' },
    ]);
  });

  it('commits are not matched, versions listed beside them are', () => {
    const element = {
      package: { ecosystem: 'PyPI', name: 'thing' },
      ranges: [{ type: 'GIT', repo: 'https://example.org/thing', events: [{ introduced: '0' }] }],
    };
    expect(affected(element)).toEqual([]);
    expect(affected({ ...element, versions: ['1.0'] })).toEqual([
      { purl: 'pkg:pypi/thing', versions: [{ version: '1.0' }] },
    ]);
  });

  it('the last known affected version closes only open ranges', () => {
    const known = { database_specific: { last_known_affected_version_range: '<= 1.8.7' } };
    expect(range([{ introduced: '1.0.0' }], known)).toEqual([
      { versionStartIncluding: '1.0.0', versionEndIncluding: '1.8.7' },
    ]);
    expect(range([{ introduced: '1.0.0' }, { fixed: '2.0.0' }], known)).toEqual([
      { versionStartIncluding: '1.0.0', versionEndExcluding: '2.0.0' },
    ]);
  });

  it('several intervals are explained as one range', () => {
    const packages = affected({
      package: { ecosystem: 'Maven', name: 'org.example:thing' },
      ranges: [
        {
          type: 'ECOSYSTEM',
          events: [{ introduced: '0' }, { fixed: '1' }, { introduced: '2' }, { fixed: '3' }],
        },
      ],
    });
    expect(packages?.[0]).toMatchObject({
      purl: 'pkg:maven/org.example/thing',
      vers: 'vers:maven/<1|>=2|<3',
    });
  });
});

describe('packages of OSV records', () => {
  it.each([
    ['npm', '@acme/thing', 'pkg:npm/%40acme/thing'],
    ['Go', 'example.org/acme/thing/v2', 'pkg:golang/example.org/acme/thing/v2'],
    ['crates.io', 'thing', 'pkg:cargo/thing'],
    ['Packagist', 'acme/thing', 'pkg:composer/acme/thing'],
    ['RubyGems', 'thing', 'pkg:gem/thing'],
    ['SwiftURL', 'https://example.org/acme/thing.git', 'pkg:swift/example.org/acme/thing'],
    ['Alpine:v3.16', 'curl', 'pkg:apk/alpine/curl?distro=alpine-3.16'],
    ['Debian:11', 'sudo', 'pkg:deb/debian/sudo?distro=debian-11'],
    ['Debian', 'sudo', 'pkg:deb/debian/sudo'],
    ['Ubuntu:22.04:LTS', 'sudo', 'pkg:deb/ubuntu/sudo?distro=ubuntu-22.04'],
    ['Ubuntu:Pro:16.04:LTS', 'sudo', 'pkg:deb/ubuntu/sudo?distro=ubuntu-16.04'],
    ['Red Hat:enterprise_linux:9::baseos', 'sudo', 'pkg:rpm/redhat/sudo?distro=rhel-9'],
    ['Red Hat:rhel_e4s:9.2::appstream', 'sudo', 'pkg:rpm/redhat/sudo?distro=rhel-9.2'],
    ['Red Hat:openshift:4.15::el9', 'sudo', 'pkg:rpm/redhat/sudo?distro=rhel-9'],
    ['Red Hat:ansible_tower:3', 'sudo', 'pkg:rpm/redhat/sudo'],
    ['Rocky Linux:9', 'ruby', 'pkg:rpm/rocky-linux/ruby?distro=rocky-9'],
    ['Alpine:edge', 'curl', 'pkg:apk/alpine/curl?distro=alpine-edge'],
    ['Ubuntu:Pro:FIPS-updates:18.04:LTS', 'openssl', 'pkg:deb/ubuntu/openssl?distro=ubuntu-fips-18.04'],
    ['openSUSE:Leap 15.5', 'xen', 'pkg:rpm/opensuse/xen?distro=opensuse-leap-15.5'],
    ['openSUSE:Tumbleweed', 'xen', 'pkg:rpm/opensuse/xen?distro=opensuse-tumbleweed'],
    ['SUSE:Linux Enterprise Server 12 SP5-LTSS', 'xen', 'pkg:rpm/suse/xen?distro=sles-12.5'],
    ['SUSE:Linux Enterprise Module for Basesystem 15 SP4', 'xen', 'pkg:rpm/suse/xen?distro=sles-15.4'],
    ['SUSE:Linux Enterprise Micro 5.3', 'xen', 'pkg:rpm/suse/xen?distro=sle-micro-5.3'],
    ['SUSE:Manager Server 4.3', 'xen', 'pkg:rpm/suse/xen?distro=suse manager server 4.3'],
    ['Azure Linux:3', 'vim', 'pkg:rpm/azure-linux/vim?distro=azurelinux-3'],
    ['Mageia:9', 'vim', 'pkg:rpm/mageia/vim?distro=mageia-9'],
  ])('%s %s is %s', (ecosystem, name, purl) => {
    const packages = affected({ package: { ecosystem, name }, versions: ['1'] });
    expect(packages?.[0]?.purl).toBe(purl);
  });

  it('the distribution of the ecosystem has precedence over the package URL', () => {
    const purl = 'pkg:deb/ubuntu/unzip@6.0-9?arch=source&distro=trusty/esm';
    const packages = affected({
      package: { ecosystem: 'Ubuntu:14.04:LTS', name: 'unzip', purl },
      versions: ['1'],
    });
    expect(packages?.[0]?.purl).toBe('pkg:deb/ubuntu/unzip@6.0-9?arch=source&distro=ubuntu-14.04');
  });

  it('an invalid package URL is replaced by one of ecosystem and name', () => {
    const named = { ecosystem: 'Maven', name: 'g:a', purl: 'pkg:maven/' };
    expect(affected({ package: named, versions: ['1'] })?.[0]?.purl).toBe('pkg:maven/g/a');
    const joined = {
      ecosystem: 'SUSE:Linux Enterprise Server 15 SP4',
      name: 'xen',
      purl: 'pkg:rpm/suse/xen&distro=x',
    };
    expect(affected({ package: joined, versions: ['1'] })?.[0]?.purl).toBe(
      'pkg:rpm/suse/xen?distro=sles-15.4',
    );
    const odd = { ecosystem: 'Alpine:v3.15', name: 'curl', purl: 'pkg:alpine/curl' };
    expect(affected({ package: odd, versions: ['1'] })?.[0]?.purl).toBe(
      'pkg:apk/alpine/curl?distro=alpine-3.15',
    );
  });

  it('an unknown ecosystem without a package URL names no package', () => {
    expect(affected({ package: { ecosystem: 'Nowhere', name: 'a' }, versions: ['1'] })).toEqual([]);
  });
});

describe('an OSV record', () => {
  it('keeps title, times, references, credits, weaknesses, aliases and vectors', () => {
    const record = toOsvRecord({
      id: 'GHSA-aaaa-bbbb-cccc',
      summary: 'A title',
      details: 'All of it.',
      published: '2024-01-02T03:04:05Z',
      modified: '2024-02-02T03:04:05.123456Z',
      aliases: ['CVE-2024-1', 'PYSEC-2024-1'],
      severity: [
        { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
        { type: 'CVSS_V3', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
      ],
      references: [{ type: 'WEB', url: 'https://example.org/1' }, { url: '' }],
      credits: [{ name: 'reporter-1' }, { name: 'reporter-2' }],
      database_specific: { severity: 'MODERATE', cwe_ids: ['CWE-79', 'CWE-79', 'NVD-CWE-Other'] },
    });
    expect(record).toMatchObject({
      source: 'GITHUB',
      title: 'A title',
      description: 'All of it.',
      credits: 'reporter-1, reporter-2',
      published: new Date('2024-01-02T03:04:05Z'),
      references: [{ type: 'WEB', url: 'https://example.org/1' }],
      cwes: [79],
      aliases: [
        { source: 'NVD', vulnId: 'CVE-2024-1' },
        { source: 'OSV', vulnId: 'PYSEC-2024-1' },
      ],
      ratings: {
        cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
        cvssV4: { vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
        severity: 'MEDIUM',
      },
    });
  });

  it('has the time of its withdrawal as the time of its rejection', () => {
    expect(toOsvRecord({ id: 'OSV-1', withdrawn: '2024-01-02T00:00:00Z' })?.rejected).toEqual(
      new Date('2024-01-02T00:00:00Z'),
    );
  });

  it('is critical and limited to the listed versions for a malicious package with an open range', () => {
    const record = toOsvRecord({
      id: 'MAL-2024-1',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'bad' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
          versions: ['1.0.0', '1.0.1'],
        },
      ],
    });
    expect(record?.ratings?.severity).toBe('CRITICAL');
    expect(record?.packages?.[0]?.versions).toEqual([{ version: '1.0.0' }, { version: '1.0.1' }]);
  });

  it.each([
    ['no object', 'text'],
    ['nothing', null],
    ['no id', { summary: 'x' }],
  ])('with %s is rejected', (_, document) => {
    expect(toOsvRecord(document)).toBeUndefined();
  });

  it('with members of other types than expected is read without them', () => {
    const odd = {
      id: 'OSV-1',
      summary: 7,
      modified: 'soon',
      aliases: 'CVE-1',
      severity: {},
      database_specific: 'any',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'a' },
          versions: 33,
          ranges: [{ type: 'SEMVER', events: [null] }],
        },
        null,
      ],
      references: [null],
    };
    expect(toOsvRecord(odd)).toMatchObject({ vulnId: 'OSV-1', packages: [], aliases: [], references: [] });
  });
});

describe('packages of Go modules that a record lists', () => {
  const imports = (paths: readonly string[], name = 'go.etcd.io/etcd') =>
    affected({
      package: { ecosystem: 'Go', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '3.4.10' }] }],
      ecosystem_specific: { imports: paths.map((path) => ({ path })) },
    })?.map(({ purl, versions }) => [purl, versions[0]?.versionEndExcluding]);

  it('are affected like the module, by their subpath', () => {
    expect(imports(['go.etcd.io/etcd', 'go.etcd.io/etcd/auth', 'go.etcd.io/etcd/pkg/tlsutil'])).toEqual([
      ['pkg:golang/go.etcd.io/etcd', '3.4.10'],
      ['pkg:golang/go.etcd.io/etcd#auth', '3.4.10'],
      ['pkg:golang/go.etcd.io/etcd#pkg/tlsutil', '3.4.10'],
    ]);
  });

  it('are not those of other modules, nor of the standard library', () => {
    expect(imports(['go.etcd.io/etcdctl/auth', 'net/http'])).toEqual([
      ['pkg:golang/go.etcd.io/etcd', '3.4.10'],
    ]);
    expect(imports(['net/http'], 'stdlib')).toEqual([['pkg:golang/stdlib', '3.4.10']]);
  });

  it('are limited', () => {
    expect(imports(Array.from({ length: 1_000 }, (_, at) => `go.etcd.io/etcd/p${at}`))).toHaveLength(201);
  });
});
