/** Notices for source files, as they appear in the texts of licences. */
const NOTICES = [
  /^[ \t]*Licensed under the Apache License, Version 2\.0[\s\S]*?limitations under the License\./m,
  /^[ \t]*This Source Code Form is subject to the terms of the Mozilla\s+Public\s+License[\s\S]*?MPL\/2\.0\/\./m,
];

/** Contains "or any later version", so it applies only to ids with the same meaning. */
const GNU_NOTICE =
  /^[ \t]*This (?:program|library) is free software[\s\S]*?(?=\n\s*\n[ \t]*Also add information)/m;

/** Returns the header for source files, if the text of the licence contains one. */
export function findLicenseHeader(licenseId: string, text: string): string | undefined {
  const patterns = /(?:-or-later|\+)$/.test(licenseId) ? [...NOTICES, GNU_NOTICE] : NOTICES;
  const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  return found?.replaceAll(/^[ \t]+/gm, '').trim();
}

/** Names the id to use instead of a deprecated one, if there is one. */
export function describeDeprecation(licenseId: string, known: ReadonlySet<string>): string {
  const bare = licenseId.replace(/\+$/, '');
  const successor = licenseId.endsWith('+') ? `${bare}-or-later` : `${bare}-only`;
  const advice = known.has(successor) ? ` Use ${successor} instead.` : '';
  return `The identifier ${licenseId} is deprecated.${advice}`;
}
