import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeProjects } from '../../src/modules/analysis/analyze-projects.ts';
import { explainMatch } from '../../src/modules/analysis/match/explain-match.ts';
import { listPackageStatements } from '../../src/modules/analysis/statement-store.ts';
import { toOsvRecord } from '../../src/modules/mirroring/osv/to-osv-record.ts';
import { toPackageUrl } from '../../src/modules/mirroring/osv/to-package-url.ts';
import { toPurl as canonical, parsePackageUrl } from '../../src/modules/portfolio/identifiers/package-url.ts';
import { recordVulnerabilities } from '../../src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../src/modules/vulnerabilities/vulnerability-asserters.ts';
import type {
  VersionBounds,
  VulnerabilityRecord,
} from '../../src/modules/vulnerabilities/vulnerability-record.ts';
import { inTransaction } from '../../src/platform/db/database.ts';
import { ZipArchive } from '../../src/platform/files/zip-archive.ts';
import { bomOf, importBom } from '../support/bom-uploads.ts';
import { type ScannerAdvisory, toAffected } from '../support/scanner-advisories.ts';
import { noteSkipped, TEST_DATA } from '../support/test-data.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Published advisories and what they affect. The data is not part of the repository. */
const isAtHand = existsSync(join(TEST_DATA, 'matching'));
if (!isAtHand) noteSkipped('the advisories and documents in matching');

const OSV = mirrorAsserter('osv', 'OSV', 'OSV');

function read<Row>(path: string): Row[] {
  return isAtHand ? JSON.parse(readFileSync(join(TEST_DATA, path), 'utf8')) : [];
}

interface OsvDocument {
  readonly affected?: readonly object[];
}

interface ScannedTarget {
  readonly results: readonly {
    readonly vulnerabilities: readonly {
      readonly package: string;
      readonly purl: string;
      readonly id: string;
    }[];
  }[];
}

/** The scanner reads the source package from the image. Advisories are about source packages. */
function withSource(
  { package: name, purl }: ScannedTarget['results'][number]['vulnerabilities'][number],
  advisories: readonly ScannerAdvisory[],
): string {
  if (advisories.some((advisory) => advisory.package === name)) return purl;
  const { type, namespace, version } = parsePackageUrl(purl) ?? { type: '', namespace: '', version: '' };
  const source = advisories.find((advisory) => advisory.source.toLowerCase().startsWith(namespace ?? ''));
  if (!source) return purl;
  return `${purl}&upstream=${source.package}${type === 'rpm' ? `-${version}.src.rpm` : ''}`;
}

function readOne<Document>(path: string): Document {
  return JSON.parse(readFileSync(join(TEST_DATA, path), 'utf8'));
}

function documentsOf(ecosystem: string): OsvDocument[] {
  const path = join(TEST_DATA, 'osv', ecosystem, 'all.zip');
  const archive = new ZipArchive(path, { maxEntryBytes: 32_000_000, maxTotalBytes: 1_000_000_000 });
  const documents = Array.from({ length: archive.count }, (_, at) =>
    JSON.parse(archive.read(at).toString('utf8')),
  );
  archive.close();
  return documents;
}

function ecosystems(): string[] {
  const folders = readdirSync(join(TEST_DATA, 'osv'));
  return folders.filter((name) => existsSync(join(TEST_DATA, 'osv', name, 'all.zip')));
}

/** Recall and precision. */
class Score {
  #right = 0;
  #missing: string[] = [];
  #wrong: string[] = [];

  add(expected: boolean, found: boolean, what: string): void {
    if (expected && found) this.#right++;
    else if (expected) this.#missing.push(what);
    else if (found) this.#wrong.push(what);
  }

  toString(): string {
    return `${this.#right} right, ${this.#missing.length} missing, ${this.#wrong.length} wrong`;
  }

  expectAtLeast(share: number): void {
    const [right, missing, wrong] = [this.#right, this.#missing, this.#wrong];
    const problem = `missing: ${missing.slice(0, 20).join('; ')}\nwrong: ${wrong.slice(0, 20).join('; ')}`;
    expect(right, problem).toBeGreaterThan(0);
    expect(right / (right + missing.length), problem).toBeGreaterThanOrEqual(share);
    expect(right / (right + wrong.length), problem).toBeGreaterThanOrEqual(share);
  }
}

describe.runIf(isAtHand)('Matching of published advisories', () => {
  const rows = read<Listed>('matching/pypi_range_vs_enumerated.json');
  let service: TestService;
  let listedProject: string;
  beforeAll(async () => {
    service = await startTestService();
    const components = Array.from(new Set(rows.map(toListedPurl)), (purl) => ({
      type: 'library',
      name: 'p',
      purl,
    }));
    listedProject = (await importBom(service, 'pypi', bomOf(components))).projectUuid;
    for (const ecosystem of ecosystems()) await load(documentsOf(ecosystem));
  });
  afterAll(() => service?.close());

  const record = async (records: readonly VulnerabilityRecord[]) => {
    const recording = { asserter: OSV, mirrored: new Set<never>(), now: new Date() };
    for (let at = 0; at < records.length; at += 2_000) {
      const part = records.slice(at, at + 2_000);
      await inTransaction(service.db, (tx) => recordVulnerabilities(tx, recording, part));
    }
  };
  const load = (documents: readonly object[]) =>
    record(documents.flatMap((document) => toOsvRecord(document) ?? []));

  /** Uploads a document with these components. Returns ids of vulnerabilities by package URL. */
  const analyze = async (name: string, purls: Iterable<string>): Promise<Map<string, Set<string>>> => {
    const components = Array.from(new Set(purls), (purl, at) => ({
      type: 'library',
      name: `component ${at}`,
      purl,
    }));
    const { projectUuid } = await importBom(service, name, bomOf(components));
    return findings(projectUuid);
  };
  const findings = async (projectUuid: string): Promise<Map<string, Set<string>>> => {
    const rows = await service.db
      .selectFrom('finding')
      .innerJoin('component', 'component.id', 'finding.component_id')
      .innerJoin('vulnerability', 'vulnerability.id', 'finding.vulnerability_id')
      .innerJoin('project', 'project.id', 'finding.project_id')
      .select(['component.purl', 'vulnerability.vuln_id'])
      .where('project.uuid', '=', projectUuid)
      .where('finding.inactive_since', 'is', null)
      .execute();
    const byPurl = Map.groupBy(rows, ({ purl }) => purl ?? '');
    return new Map(Array.from(byPurl, ([purl, all]) => [purl, new Set(all.map(({ vuln_id }) => vuln_id))]));
  };
  const isFound = (found: Map<string, Set<string>>, purl: string, vulnId: string) =>
    found.get(toCanonical(purl))?.has(vulnId) ?? false;

  it.each(readdirOf('matching/sbom-expected', '.cdx.json'))(
    'finds the expected vulnerabilities in %s',
    async (file) => {
      const document = readFileSync(join(TEST_DATA, 'matching/sbom-expected', file), 'utf8');
      const { projectUuid } = await importBom(service, file, document);
      const found = await findings(projectUuid);
      const score = new Score();
      const expected = read<{ purl: string; vulnerabilities: string[] }>(
        `matching/sbom-expected/${file.replace('.cdx.', '.expected.')}`,
      );
      for (const { purl, vulnerabilities } of expected) {
        const ids = found.get(toCanonical(purl)) ?? new Set();
        for (const id of vulnerabilities) score.add(true, ids.has(id), `${id} ${purl}`);
        for (const id of ids) if (!vulnerabilities.includes(id)) score.add(false, true, `${id} ${purl}`);
      }
      score.expectAtLeast(0.99);
    },
  );

  it('answers as osv.dev does', async () => {
    interface Truth extends Versioned {
      readonly affected_by: readonly string[];
      readonly not_affected_by: readonly string[];
    }
    const rows = read<Truth>('matching/osv_query_truth.json');
    const found = await analyze('osv truth', rows.map(toPurl));
    const score = new Score();
    for (const row of rows) {
      const purl = toPurl(row);
      for (const id of row.affected_by) score.add(true, isFound(found, purl, id), `${id} ${purl}`);
      for (const id of row.not_affected_by) score.add(false, isFound(found, purl, id), `${id} ${purl}`);
    }
    score.expectAtLeast(0.99);
  });

  it('finds the same in a Go module whatever part of its path is the subpath', async () => {
    const all = documentsOf('Go').flatMap(goModules);
    const modules = [...new Map(all.map((one) => [`${one.name}@${one.version}`, one])).values()];
    const spelled = modules.map(({ name, version }) => {
      const [first, second, third, ...rest] = name.split('/');
      const root = [first, second, third].join('/');
      return {
        plain: `pkg:golang/${name}@${version}`,
        split: `pkg:golang/${root}@${version}#${rest.join('/')}`,
      };
    });
    const found = await analyze(
      'go modules',
      spelled.flatMap(({ plain, split }) => [plain, split]),
    );
    const score = new Score();
    for (const { plain, split } of spelled) {
      const [expected, ids] = [plain, split].map((purl) => found.get(toCanonical(purl)) ?? new Set<string>());
      for (const id of new Set([...(expected ?? []), ...(ids ?? [])])) {
        score.add(expected?.has(id) ?? false, ids?.has(id) ?? false, `${id} ${split}`);
      }
    }
    process.stderr.write(`Go modules with a subpath: ${score}\n`);
    score.expectAtLeast(1);
  });

  it('agrees with human labels', async () => {
    interface Label extends Versioned {
      readonly advisory: string;
      readonly verdict: 'must_find' | 'must_not_find' | 'context_needed';
    }
    const labels = read<Label>('matching/labels_joined_with_corpus.json').filter(
      ({ verdict }) => verdict !== 'context_needed',
    );
    const found = await analyze('labels', labels.map(toPurl));
    const wrong = labels.filter(
      (label) => isFound(found, toPurl(label), label.advisory) !== (label.verdict === 'must_find'),
    );
    expect(wrong).toEqual([]);
  });

  it('finds what an image scanner finds with the same advisories', async () => {
    const advisories = Object.values(
      readOne<Record<string, ScannerAdvisory[]>>('matching/trivy/advisories.json'),
    ).flat();
    const matchable = advisories.flatMap((advisory) => {
      const affected = toAffected(advisory);
      return affected ? [{ ...advisory, affected }] : [];
    });
    const byId = Map.groupBy(matchable, ({ vulnerability }) => vulnerability);
    await record(
      Array.from(byId, ([id, all]) => ({
        source: 'OSV' as const,
        vulnId: `scanner-${id}`,
        packages: all.map(({ affected }) => affected),
      })),
    );
    const targets = Object.values(readOne<Record<string, ScannedTarget>>('matching/trivy/expected.json'));
    const expected = targets
      .flatMap(({ results }) => results.flatMap(({ vulnerabilities }) => vulnerabilities))
      // The scanner reports advisories of Red Hat and for Rust differently.
      .filter(({ id, purl }) => byId.has(id) && !/^pkg:(rpm\/(centos|redhat)|cargo)\//.test(purl))
      .map((found) => ({ ...found, purl: withSource(found, byId.get(found.id) ?? []) }));
    const found = await analyze(
      'scanner',
      expected.map(({ purl }) => purl),
    );
    const missing = expected.filter(({ purl, id }) => !isFound(found, purl, `scanner-${id}`));
    expect(missing).toEqual([]);
    const known = new Set(expected.map(({ purl, id }) => `${toCanonical(purl)} scanner-${id}`));
    const wrong = [...found].flatMap(([purl, ids]) => [...ids].map((id) => `${purl} ${id}`));
    expect(wrong.filter((pair) => pair.includes(' scanner-') && !known.has(pair))).toEqual([]);
  });

  it('finds in the SBOM of that scanner what the scanner finds, also by source packages', async () => {
    const document = 'matching/trivy/sbom/fluentd-multiple-lockfiles-cyclonedx.json';
    const { projectUuid } = await importBom(
      service,
      'scanned',
      readFileSync(join(TEST_DATA, document), 'utf8'),
    );
    const { body } = await service.asAdmin('GET', `/api/v1/finding/project/${projectUuid}`);
    const found = (body as { component: { purl: string }; vulnerability: { vulnId: string } }[])
      .filter(({ vulnerability }) => vulnerability.vulnId.startsWith('scanner-'))
      .map(({ component, vulnerability }) => `${component.purl} ${vulnerability.vulnId}`);
    const { 'fluentd-multiple-lockfiles': target } = readOne<Record<string, ScannedTarget>>(
      'matching/trivy/expected.json',
    );
    const expected = target?.results.flatMap(({ vulnerabilities }) =>
      vulnerabilities.map(({ purl, id }) => `${toCanonical(purl)} scanner-${id}`),
    );
    expect([...new Set(found)].sort()).toEqual([...new Set(expected)].sort());
  });

  it.each(['purl_match_pairs', 'distro_match_pairs'])('decides all of %s', async (table) => {
    interface Pair {
      readonly vulnerable: string;
      readonly range: VersionBounds;
      readonly component: string;
      readonly match: boolean;
    }
    const pairs = read<Pair>(`matching/${table}.json`);
    await record(
      pairs.map(({ vulnerable, range }, at) => {
        const version = parsePackageUrl(vulnerable)?.version;
        const isExact = Object.keys(range).length === 0 && version != null;
        const packages = [{ purl: vulnerable, versions: [isExact ? { version } : range] }];
        return { source: 'OSV', vulnId: `${table}-${at}`, packages };
      }),
    );
    const found = await analyze(
      table,
      pairs.map(({ component }) => component),
    );
    const wrong = pairs.filter(
      ({ component, match }, at) => isFound(found, component, `${table}-${at}`) !== match,
    );
    expect(wrong).toEqual([]);
    expect(await misexplained(table, pairs)).toEqual([]);
  });

  /** Returns the pairs whose explanation differs from the table. */
  const misexplained = async (table: string, pairs: readonly Pair[]) => {
    const answers = await Promise.all(
      pairs.map(async ({ component, match }, at) => {
        const named = { purl: toCanonical(component), cpe: null, version: null };
        const { id } = await service.db
          .selectFrom('vulnerability')
          .select('id')
          .where('vuln_id', '=', `${table}-${at}`)
          .executeTakeFirstOrThrow();
        const packages = await listPackageStatements(service.db, id);
        return { match, said: explainMatch(named, { isRejected: false, packages, cpes: [] }) };
      }),
    );
    return answers.filter(({ match, said }) => said.affected !== match);
  };

  it('finds the versions that PyPI records list in their ranges', async () => {
    await load(
      documentsOf('PyPI').map((document) => ({
        ...document,
        affected: document.affected?.map((affected) => ({ ...affected, versions: [] })),
      })),
    );
    // Without events: encoding so many would take most of the time.
    const project = service.db.selectFrom('project').select('id').where('uuid', '=', listedProject);
    await analyzeProjects(service.context, [(await project.executeTakeFirstOrThrow()).id], {
      trigger: undefined,
    });
    const found = await findings(listedProject);
    const wrong = rows.filter((row) => isFound(found, toListedPurl(row), row.id) !== row.affected);
    expect(1 - wrong.length / rows.length, JSON.stringify(wrong.slice(0, 40))).toBeGreaterThanOrEqual(0.995);
  });
});

/** Modules of a record in a sub-folder of a repository, each with an affected version. */
function goModules(document: OsvDocument): { name: string; version: string }[] {
  return (document.affected ?? []).flatMap((affected) => {
    const { package: named, ranges = [] } = affected as {
      package: { name: string };
      ranges?: { events: { introduced?: string }[] }[];
    };
    const major = /\/v(\d+)$/.exec(named.name)?.[1];
    const isDeep = named.name.split('/').length > 3;
    const introduced = ranges.flatMap(({ events }) => events.flatMap((event) => event.introduced ?? []))[0];
    if (!isDeep || introduced === undefined) return [];
    return [{ name: named.name, version: `v${introduced === '0' ? `${major ?? '0'}.0.1` : introduced}` }];
  });
}

interface Listed {
  readonly id: string;
  readonly package: string;
  readonly version: string;
  readonly affected: boolean;
}

function toListedPurl(row: Listed): string {
  return toPurl({ ecosystem: 'PyPI', name: row.package, version: row.version });
}

interface Pair {
  readonly vulnerable: string;
  readonly range: VersionBounds;
  readonly component: string;
  readonly match: boolean;
}

interface Versioned {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
}

function toPurl({ ecosystem, name, version }: Versioned): string {
  return `${toPackageUrl({ ecosystem, name })}@${encodeURIComponent(version)}`;
}

function toCanonical(purl: string): string {
  return canonical(purl)?.purl ?? purl;
}

function readdirOf(path: string, ending: string): string[] {
  return isAtHand ? readdirSync(join(TEST_DATA, path)).filter((file) => file.endsWith(ending)) : ['nothing'];
}
