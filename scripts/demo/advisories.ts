import { type DemoPackage, type Ecosystem, toPurl } from './package-catalogue.ts';
import { createRandom, pick, pickWeighted } from './random.ts';

const OSV_ECOSYSTEMS: Readonly<Record<Ecosystem, string>> = {
  npm: 'npm',
  maven: 'Maven',
  pypi: 'PyPI',
  golang: 'Go',
  deb: 'Debian:12',
};

interface Flaw {
  readonly title: string;
  readonly cwe: number;
  readonly vectors: readonly string[];
  readonly effect: string;
}

const NETWORK = 'CVSS:3.1/AV:N/AC:L';

const FLAWS: readonly Flaw[] = [
  {
    title: 'Remote code execution through deserialization',
    cwe: 502,
    vectors: [`${NETWORK}/PR:N/UI:N/S:U/C:H/I:H/A:H`, 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    effect: 'An attacker who controls the input can run code with the rights of the application.',
  },
  {
    title: 'Path traversal when extracting archives',
    cwe: 22,
    vectors: [`${NETWORK}/PR:N/UI:R/S:U/C:N/I:H/A:N`, `${NETWORK}/PR:N/UI:N/S:U/C:H/I:N/A:N`],
    effect: 'Files outside of the target directory can be read or overwritten.',
  },
  {
    title: 'Denial of service by a regular expression',
    cwe: 1333,
    vectors: [`${NETWORK}/PR:N/UI:N/S:U/C:N/I:N/A:H`, `${NETWORK}/PR:N/UI:N/S:U/C:N/I:N/A:L`],
    effect: 'A short text keeps the process busy for minutes.',
  },
  {
    title: 'Cross-site scripting in rendered output',
    cwe: 79,
    vectors: [`${NETWORK}/PR:N/UI:R/S:C/C:L/I:L/A:N`],
    effect: 'Text that was not escaped runs as script in the browser of another user.',
  },
  {
    title: 'SQL injection in sorting options',
    cwe: 89,
    vectors: [`${NETWORK}/PR:L/UI:N/S:U/C:H/I:H/A:N`, `${NETWORK}/PR:N/UI:N/S:U/C:H/I:L/A:N`],
    effect: 'A sort option is inserted into a statement without quoting.',
  },
  {
    title: 'Secrets are written to the debug log',
    cwe: 532,
    vectors: ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N', 'CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N'],
    effect: 'Whoever can read the log obtains access tokens.',
  },
  {
    title: 'Certificates are not verified after a redirect',
    cwe: 295,
    vectors: ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N'],
    effect: 'An attacker in the network can read and change the traffic.',
  },
  {
    title: 'Out-of-bounds read while decoding images',
    cwe: 125,
    vectors: ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:L/I:N/A:L', 'CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N'],
    effect: 'A crafted file makes the process crash or reveals parts of its memory.',
  },
];

const ADVISORIES = 280;
/** Share of the advisories with a CVE. */
const WITH_CVE = 0.85;
const HOUR_MS = 3_600_000;
const OLDEST_HOURS = 700 * 24;

/** An advisory in the format of OSV. */
export interface DemoAdvisory extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly published: string;
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly severity: readonly { readonly type: string; readonly score: string }[];
  readonly affected: readonly {
    readonly package: { readonly ecosystem: string; readonly name: string; readonly purl: string };
    readonly ranges: readonly object[];
  }[];
}

/** Advisories about packages of the catalogue. */
export function createAdvisories(catalogue: readonly DemoPackage[], now: Date, seed = 23): DemoAdvisory[] {
  const random = createRandom(seed);
  return Array.from({ length: ADVISORIES }, (_, n) => {
    // Some packages have several advisories, most have none.
    const chosen = catalogue[Math.floor(random() ** 1.7 * 0.45 * catalogue.length * 2.2) % catalogue.length];
    return toOsv(random, n, chosen as DemoPackage, now);
  });
}

function toOsv(random: () => number, n: number, affected: DemoPackage, now: Date): DemoAdvisory {
  const flaw = pick(random, FLAWS);
  const published = new Date(now.getTime() - (6 + Math.floor(random() ** 2 * OLDEST_HOURS)) * HOUR_MS);
  const year = published.getUTCFullYear();
  const { introduced, fixed } = rangeOf(random, affected.versions);
  const number = String(n + 1).padStart(4, '0');
  const id = `DEMO-${year}-${number}`;
  const { ecosystem, group, name } = affected;
  const separator = ecosystem === 'maven' ? ':' : '/';
  return {
    schema_version: '1.6.0',
    id,
    // Nobody assigns numbers as high as these. Some advisories have no CVE, as in reality.
    aliases: random() < WITH_CVE ? [`CVE-${year}-99${number}`] : [],
    published: published.toISOString(),
    modified: published.toISOString(),
    summary: `${flaw.title} in ${name}`,
    details: `${flaw.effect} ${fixed ? `Version ${fixed} fixes it.` : 'There is no fixed version yet.'}`,
    severity: [{ type: 'CVSS_V3', score: pick(random, flaw.vectors) }],
    affected: [
      {
        package: {
          ecosystem: OSV_ECOSYSTEMS[ecosystem],
          name: ecosystem === 'deb' || !group ? name : `${group}${separator}${name}`,
          purl: toPurl(affected),
        },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced }, ...(fixed ? [{ fixed }] : [])] }],
      },
    ],
    database_specific: { cwe_ids: [`CWE-${flaw.cwe}`] },
    references: [{ type: 'WEB', url: `https://advisories.example/${id}` }],
  };
}

function rangeOf(random: () => number, versions: readonly string[]) {
  const kind = pickWeighted(random, { fixed: 8, open: 2 });
  const from = random() < 0.6 ? 0 : Math.floor((random() * versions.length) / 2);
  const to = from + 1 + Math.floor(random() * (versions.length - from - 1));
  return {
    introduced: from === 0 ? '0' : (versions[from] ?? '0'),
    fixed: kind === 'fixed' ? versions[to] : undefined,
  };
}
