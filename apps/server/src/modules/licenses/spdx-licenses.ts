import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import { fsfLibreLicenses } from './fsf-libre-licenses.ts';
import { describeDeprecation, findLicenseHeader } from './spdx-details.ts';

export interface SpdxLicense {
  readonly licenseId: string;
  readonly name: string;
  readonly text: string;
  readonly header: string | undefined;
  readonly comments: string | undefined;
  readonly seeAlso: readonly string[];
  readonly isOsiApproved: boolean;
  readonly isFsfLibre: boolean;
  readonly isDeprecated: boolean;
}

interface ListedLicense {
  readonly name: string;
  readonly url?: string;
  readonly osiApproved: boolean;
  readonly licenseText: string;
}

const require = createRequire(import.meta.url);

/** Increase this when the stored form of the list changes, so that it is imported again. */
const FORMAT_VERSION = 2;

/** The version of the SPDX list in the release. */
export async function getListVersion(): Promise<string> {
  const { version } = (await readJson(require.resolve('spdx-license-list/package.json'))) as {
    version: string;
  };
  return `${version}/${FORMAT_VERSION}`;
}

/** Reads the file instead of importing it: five megabytes that are needed once must not stay in memory. */
export async function loadSpdxLicenses(): Promise<SpdxLicense[]> {
  const path = require.resolve('spdx-license-list/spdx-full.json');
  const list = Object.entries((await readJson(path)) as Record<string, ListedLicense>);
  const known = new Set(list.map(([licenseId]) => licenseId));
  return list.map(([licenseId, listed]) => toSpdxLicense(licenseId, listed, known));
}

const deprecated = new Set(deprecatedIds);

function toSpdxLicense(licenseId: string, listed: ListedLicense, known: ReadonlySet<string>): SpdxLicense {
  // Ids with a plus were replaced: `GPL-2.0+` by `GPL-2.0-or-later`.
  const isDeprecated = deprecated.has(licenseId) || licenseId.endsWith('+');
  return {
    licenseId,
    name: listed.name,
    text: listed.licenseText,
    header: findLicenseHeader(licenseId, listed.licenseText),
    comments: isDeprecated ? describeDeprecation(licenseId, known) : undefined,
    seeAlso: (listed.url ?? '').split(/\s+/).filter((url) => url !== ''),
    isOsiApproved: listed.osiApproved,
    isFsfLibre: fsfLibreLicenses.has(licenseId),
    isDeprecated,
  };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
