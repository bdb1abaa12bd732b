/** Notices that licences ask to put into source files. They are part of the licence's own text. */
const NOTICES = [
  /^[ \t]*Licensed under the Apache License, Version 2\.0[\s\S]*?limitations under the License\./m,
  /^[ \t]*This Source Code Form is subject to the terms of the Mozilla\s+Public\s+License[\s\S]*?MPL\/2\.0\/\./m,
];

/** Says "or any later version", so it fits only the ids that say the same. */
const GNU_NOTICE =
  /^[ \t]*This (?:program|library) is free software[\s\S]*?(?=\n\s*\n[ \t]*Also add information)/m;

/** The header for source files, where the text of the licence has one. */
export function findLicenseHeader(licenseId: string, text: string): string | undefined {
  const patterns = /(?:-or-later|\+)$/.test(licenseId) ? [...NOTICES, GNU_NOTICE] : NOTICES;
  const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  return found?.replaceAll(/^[ \t]+/gm, '').trim();
}

/** What a reader should know: which id to use instead of a deprecated one. */
export function describeDeprecation(licenseId: string, known: ReadonlySet<string>): string {
  const bare = licenseId.replace(/\+$/, '');
  const successor = licenseId.endsWith('+') ? `${bare}-or-later` : `${bare}-only`;
  const advice = known.has(successor) ? ` Use ${successor} instead.` : '';
  return `The identifier ${licenseId} is deprecated.${advice}`;
}
