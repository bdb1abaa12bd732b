import type { Source } from '@tallyman/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordVulnerabilities } from './record-vulnerabilities.ts';
import {
  type Asserter,
  analyzerAsserter,
  INTERNAL_ASSERTER,
  mirrorAsserter,
} from './vulnerability-asserters.ts';
import type { VulnerabilityRecord } from './vulnerability-record.ts';

const NVD = mirrorAsserter('nvd', 'NVD', 'NVD');
const OSV = mirrorAsserter('osv', 'OSV', 'OSV');
const GITHUB = mirrorAsserter('github', 'GitHub', 'GITHUB');
const SCANNER = analyzerAsserter('oss-index', 'OSS Index', 'OSSINDEX');

const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core';

describe('recording vulnerabilities', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const tables = ['vulnerability', 'vulnerability_report', 'affected_package', 'affected_cpe'] as const;
    for (const table of tables) await database.db.deleteFrom(table).execute();
  });

  let minutes = 0;
  const later = () => new Date(Date.UTC(2024, 0, 1, 0, minutes++));
  const record = (asserter: Asserter, records: VulnerabilityRecord[], mirrored: Source[] = []) =>
    inTransaction(database.db, (tx) =>
      recordVulnerabilities(tx, { asserter, mirrored: new Set(mirrored), now: later() }, records),
    );
  const find = (vulnId: string) =>
    database.db
      .selectFrom('vulnerability')
      .selectAll()
      .where('vuln_id', '=', vulnId)
      .executeTakeFirstOrThrow();
  const packages = async (vulnId: string) =>
    database.db
      .selectFrom('affected_package')
      .innerJoin('vulnerability', 'vulnerability.id', 'affected_package.vulnerability_id')
      .innerJoin('vulnerability_asserter', 'vulnerability_asserter.id', 'affected_package.asserter_id')
      .selectAll('affected_package')
      .select('vulnerability_asserter.name as asserter')
      .where('vulnerability.vuln_id', '=', vulnId)
      .orderBy('key_from')
      .orderBy('asserter')
      .execute();

  const full: VulnerabilityRecord = {
    source: 'NVD',
    vulnId: 'CVE-2021-44228',
    title: 'Log4Shell',
    description: 'Lookups.\tWith tab, \\ backslash,\nline break and NUL \0',
    references: [{ url: 'https://example.org/a', type: 'ADVISORY' }],
    created: new Date('2021-12-01T00:00:00Z'),
    published: new Date('2021-12-10T10:15:09Z'),
    updated: new Date('2023-04-03T20:15:00Z'),
    cwes: [20, 400, 502, 20],
    ratings: {
      cvssV2: { vector: 'AV:N/AC:M/Au:N/C:C/I:C/A:C' },
      cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' },
    },
    packages: [
      {
        purl: `${LOG4J}@2.14.1`,
        versions: [
          { versionStartIncluding: '2.13.0', versionEndExcluding: '2.15.0' },
          { versionStartIncluding: '2.0-beta9', versionEndExcluding: '2.3.1' },
        ],
        vers: 'vers:maven/>=2.0-beta9|<2.3.1|>=2.13.0|<2.15.0',
      },
    ],
    cpes: [
      {
        cpe: 'cpe:2.3:a:Apache:Log4j:*:*:*:*:*:*:*:*',
        versionStartIncluding: '2.0.1',
        versionEndExcluding: '2.3.1',
      },
    ],
    aliases: [{ source: 'GITHUB', vulnId: 'GHSA-jfh8-c2jp-5v3q' }],
  };

  it('stores a record with scores computed from the vectors and the severity that follows', async () => {
    const recorded = await record(NVD, [full]);
    const stored = await find('CVE-2021-44228');
    expect(recorded).toEqual({
      createdIds: [stored.id],
      changedIds: [],
      matchingIds: [stored.id],
      unchanged: 0,
    });
    expect(stored).toMatchObject({
      source: 'NVD',
      title: 'Log4Shell',
      description: 'Lookups.\tWith tab, \\ backslash,\nline break and NUL \ufffd',
      reference_links: [{ url: 'https://example.org/a', type: 'ADVISORY' }],
      published_at: new Date('2021-12-10T10:15:09Z'),
      rejected_at: null,
      cwes: [20, 400, 502],
      cvss_v2_vector: '(AV:N/AC:M/Au:N/C:C/I:C/A:C)',
      cvss_v2_score: 9.3,
      cvss_v3_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
      cvss_v3_score: 10,
      cvss_v3_impact_score: 6,
      cvss_v3_exploitability_score: 3.9,
      cvss_v4_score: null,
      severity: 'CRITICAL',
    });
  });

  it('stores affected versions as intervals of keys, with their words beside them', async () => {
    await record(NVD, [full]);
    const [first, second] = await packages('CVE-2021-44228');
    expect(first).toMatchObject({
      package: LOG4J,
      purl_type: 'maven',
      scheme: 'maven',
      version_start_including: '2.0-beta9',
      version_end_excluding: '2.3.1',
      vers: 'vers:maven/>=2.0-beta9|<2.3.1|>=2.13.0|<2.15.0',
    });
    expect(second?.version_start_including).toBe('2.13.0');
    expect(Buffer.compare(first?.key_to ?? Buffer.alloc(0), second?.key_from ?? Buffer.alloc(0))).toBe(-1);
    const cpe = await database.db.selectFrom('affected_cpe').selectAll().executeTakeFirstOrThrow();
    expect(cpe).toMatchObject({
      part: 'a',
      vendor: 'apache',
      product: 'log4j',
      cpe: 'cpe:2.3:a:Apache:Log4j:*:*:*:*:*:*:*:*',
      version_end_excluding: '2.3.1',
    });
  });

  /** The position of every row, and the transaction that wrote it. */
  const footprint = async () => {
    const tables = [
      'vulnerability',
      'vulnerability_report',
      'affected_package',
      'affected_cpe',
      'vulnerability_alias',
      'vulnerability_alias_assertion',
      'vulnerability_asserter',
    ];
    const looks = tables.map(async (table) => {
      const { rows } = await database.connection.pool.query(
        `select '${table}' as t, ctid::text, xmin::text from ${table}`,
      );
      return rows;
    });
    return Promise.all(looks);
  };

  it('writes nothing when a record says the same as before', async () => {
    await record(NVD, [full]);
    const before = await footprint();
    expect(await record(NVD, [full])).toEqual({
      createdIds: [],
      changedIds: [],
      matchingIds: [],
      unchanged: 1,
    });
    expect(await footprint()).toEqual(before);
  });

  it('tells which changes matter to matching', async () => {
    await record(NVD, [full]);
    const { id } = await find('CVE-2021-44228');
    const reworded = { ...full, description: 'Other words' };
    expect(await record(NVD, [reworded])).toMatchObject({ changedIds: [id], matchingIds: [] });
    const narrowed = { ...reworded, packages: [] };
    expect(await record(NVD, [narrowed])).toMatchObject({ changedIds: [], matchingIds: [id] });
    const withdrawn = { ...narrowed, rejected: new Date() };
    expect(await record(NVD, [withdrawn])).toMatchObject({ changedIds: [id], matchingIds: [id] });
    expect(await record(NVD, [narrowed])).toMatchObject({ changedIds: [id], matchingIds: [id] });
  });

  it('counts up the generation with everything that matters to matching, and with nothing else', async () => {
    await record(NVD, [full]);
    const first = (await find('CVE-2021-44228')).matching_generation;
    await record(NVD, [{ ...full, title: 'Another title' }]);
    expect((await find('CVE-2021-44228')).matching_generation).toBe(first);
    await record(NVD, [{ ...full, cpes: [] }]);
    expect((await find('CVE-2021-44228')).matching_generation).toBeGreaterThan(first);
  });

  describe('affected ranges', () => {
    const shared = { purl: LOG4J, versions: [{ versionEndExcluding: '2.15.0' }] };
    const ghsa: VulnerabilityRecord = { source: 'GITHUB', vulnId: 'GHSA-1', packages: [shared] };

    it('vanish only when every source dropped them', async () => {
      await record(GITHUB, [ghsa]);
      await record(OSV, [ghsa], ['GITHUB']);
      expect((await packages('GHSA-1')).map((row) => row.asserter)).toEqual([
        'vuln-data-source:github',
        'vuln-data-source:osv',
      ]);
      await record(GITHUB, [{ ...ghsa, packages: [] }]);
      expect((await packages('GHSA-1')).map((row) => row.asserter)).toEqual(['vuln-data-source:osv']);
      await record(OSV, [{ ...ghsa, packages: [] }], ['GITHUB']);
      expect(await packages('GHSA-1')).toEqual([]);
    });

    it('keep the time when they were first seen', async () => {
      await record(GITHUB, [ghsa]);
      const [before] = await packages('GHSA-1');
      const other = { purl: 'pkg:npm/%40scope/name', versions: [] };
      await record(GITHUB, [{ ...ghsa, packages: [other, shared, shared] }]);
      const after = await packages('GHSA-1');
      expect(after).toHaveLength(2);
      expect(after.find((row) => row.package === LOG4J)).toEqual(before);
      expect(after.find((row) => row.package !== LOG4J)).toMatchObject({
        package: 'pkg:npm/%40scope/name',
        key_from: Buffer.alloc(0),
        key_to: null,
      });
    });

    it('are withdrawn with a record by an asserter that does not own it', async () => {
      await record(GITHUB, [ghsa]);
      await record(OSV, [ghsa], ['GITHUB']);
      await record(OSV, [{ ...ghsa, rejected: new Date() }], ['GITHUB']);
      expect((await packages('GHSA-1')).map((row) => row.asserter)).toEqual(['vuln-data-source:github']);
      expect((await find('GHSA-1')).rejected_at).toBeNull();
    });

    it('are left out if their name is invalid', async () => {
      await record(NVD, [
        {
          source: 'NVD',
          vulnId: 'CVE-1',
          packages: [{ purl: 'log4j', versions: [] }],
          cpes: [{ cpe: 'apache' }],
        },
      ]);
      expect(await packages('CVE-1')).toEqual([]);
    });
  });

  describe('authority', () => {
    const theirs = (title: string, updated?: string): VulnerabilityRecord => ({
      source: 'NVD',
      vulnId: 'CVE-2',
      title,
      updated: updated ? new Date(updated) : undefined,
    });
    const title = async () => (await find('CVE-2')).title;

    it('lets a source create a record of another', async () => {
      await record(OSV, [theirs('by OSV')], ['NVD']);
      expect(await title()).toBe('by OSV');
    });

    it('does not let it update the record while the mirror of the other is on', async () => {
      await record(NVD, [theirs('by NVD', '2024-01-01')]);
      await record(OSV, [theirs('by OSV', '2024-02-01')], ['NVD', 'OSV']);
      expect(await title()).toBe('by NVD');
      await record(OSV, [theirs('by OSV', '2024-02-01')], ['OSV']);
      expect(await title()).toBe('by OSV');
    });

    it('lets the owner take its record back', async () => {
      await record(OSV, [theirs('by OSV', '2024-02-01')]);
      await record(NVD, [theirs('by NVD', '2024-01-01')], ['NVD']);
      expect(await title()).toBe('by NVD');
    });

    it('replaces what another wrote only by what is newer', async () => {
      await record(OSV, [theirs('by OSV', '2024-02-01')]);
      await record(SCANNER, [theirs('older', '2024-01-31')]);
      await record(SCANNER, [theirs('without a time')]);
      expect(await title()).toBe('by OSV');
      await record(SCANNER, [theirs('newer', '2024-02-02')]);
      expect(await title()).toBe('newer');
    });

    it('never touches a private vulnerability', async () => {
      const own: VulnerabilityRecord = { source: 'INTERNAL', vulnId: 'INT-1', title: 'ours' };
      await record(INTERNAL_ASSERTER, [own]);
      const recorded = await record(OSV, [
        { ...own, title: 'theirs', packages: [{ purl: 'pkg:npm/a', versions: [] }] },
        { source: 'INTERNAL', vulnId: 'INT-2' },
      ]);
      expect(recorded).toEqual({ createdIds: [], changedIds: [], matchingIds: [], unchanged: 0 });
      expect((await find('INT-1')).title).toBe('ours');
      expect(await packages('INT-1')).toEqual([]);
    });
  });

  it('takes the last of several records with the same id', async () => {
    await record(NVD, [
      { source: 'NVD', vulnId: 'CVE-3', title: 'first' },
      { source: 'NVD', vulnId: 'CVE-3', title: 'last' },
    ]);
    expect((await find('CVE-3')).title).toBe('last');
  });

  it('leaves out what cannot be kept, and keeps the rest', async () => {
    const recorded = await record(NVD, [
      { source: 'NVD', vulnId: '' },
      { source: 'NVD', vulnId: 'CVE\0' },
      { source: 'NVD', vulnId: 'x'.repeat(256) },
      {
        source: 'NVD',
        vulnId: 'CVE-4',
        title: '\ud800 half',
        published: new Date(Number.NaN),
        updated: new Date(8.64e15),
        cwes: [79, Number.NaN, 1e12, -1, 1.5],
        references: [{ url: 'https://example.org/\0' }],
        ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N', score: 7.5 }, cvssV2: { score: 11 }, owasp: 'foobar' },
        aliases: [{ source: 'OSV', vulnId: '' }],
        packages: [
          { purl: 'pkg:npm/a', versions: [{ version: '1\0' }, { versionEndExcluding: 'x'.repeat(5000) }] },
        ],
      },
    ]);
    expect(recorded.createdIds).toHaveLength(1);
    expect(await find('CVE-4')).toMatchObject({
      title: '\ufffd half',
      published_at: null,
      updated_at: null,
      cwes: [79],
      cvss_v3_vector: null,
      cvss_v3_score: 7.5,
      cvss_v2_score: null,
      owasp_vector: null,
      severity: 'HIGH',
    });
    expect(await packages('CVE-4')).toHaveLength(2);
  });

  it('keeps the same id of several sources apart', async () => {
    await record(OSV, [
      { source: 'OSV', vulnId: 'X-1' },
      { source: 'SNYK', vulnId: 'X-1' },
    ]);
    expect(
      await database.db.selectFrom('vulnerability').select('source').orderBy('source').execute(),
    ).toEqual([{ source: 'OSV' }, { source: 'SNYK' }]);
  });

  it('lets writers at the same time wait for each other', async () => {
    const records = (asserter: Asserter) =>
      Array.from(
        { length: 20 },
        (_, n): VulnerabilityRecord => ({
          source: 'OSV',
          vulnId: `RACE-${n % 10}`,
          title: `${asserter.name} ${n}`,
          aliases: [{ source: 'NVD', vulnId: `CVE-RACE-${n}` }],
        }),
      );
    await Promise.all([OSV, NVD, GITHUB, SCANNER].map((asserter) => record(asserter, records(asserter))));
    const { count } = await database.db
      .selectFrom('vulnerability')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(10);
  });

  it('uses as many statements for many records as for few', async () => {
    const many = (count: number, title: string) =>
      Array.from(
        { length: count },
        (_, n): VulnerabilityRecord => ({ ...full, vulnId: `CVE-9-${n}`, title }),
      );
    const statements = async (records: VulnerabilityRecord[]) => {
      let count = 0;
      const counting = database.db.withPlugin({
        transformQuery: ({ node }) => {
          count++;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await inTransaction(counting, (tx) =>
        recordVulnerabilities(tx, { asserter: NVD, mirrored: new Set(), now: new Date() }, records),
      );
      return count;
    };
    expect(await statements(many(300, 'a'))).toBe(
      await statements(many(3, 'b').map((r, n) => ({ ...r, vulnId: `CVE-8-${n}` }))),
    );
    expect(await statements(many(300, 'c'))).toBe(await statements(many(3, 'd')));
    expect(await statements(many(300, 'd'))).toBeLessThan(25);
  });
});
