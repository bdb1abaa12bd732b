import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';

const MEMBERS: Readonly<Record<string, keyof VersionBounds>> = {
  '=': 'version',
  '>=': 'versionStartIncluding',
  '>': 'versionStartExcluding',
  '<=': 'versionEndIncluding',
  '<': 'versionEndExcluding',
};

/**
 * Contract: "comma list of comparators", such as `>= 4.0.0, < 4.3.1`. Returns undefined if it cannot be parsed; then
 * nothing is affected.
 */
export function toGithubBounds(range: string | undefined): VersionBounds | undefined {
  const parts = range?.split(',').map((part) => /^\s*(<=?|>=?|=)\s*(\S+)\s*$/.exec(part)) ?? [];
  const bounds = parts.map((part) => {
    const member = MEMBERS[part?.[1] ?? ''];
    return member === undefined || part?.[2] === undefined ? undefined : { [member]: part[2] };
  });
  if (bounds.length === 0 || bounds.includes(undefined)) return undefined;
  const { versionStartIncluding, ...others }: VersionBounds = Object.assign({}, ...bounds);
  // `>= 0` means no lower bound.
  return versionStartIncluding === undefined || versionStartIncluding === '0'
    ? others
    : { versionStartIncluding, ...others };
}
