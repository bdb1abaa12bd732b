import { AppError } from '../../platform/errors.ts';
import { epssSource } from './epss/epss-source.ts';
import { githubSource } from './github/github-source.ts';
import { euvdSource, kevSource } from './kev/kev-source.ts';
import type { MirrorSource } from './mirror-source.ts';
import { nvdSource } from './nvd/nvd-source.ts';
import { osvSource } from './osv/osv-source.ts';
import { findSourceName } from './source-settings.ts';

/** All sources of vulnerability data. */
export const sources: readonly MirrorSource[] = [
  nvdSource,
  osvSource,
  githubSource,
  epssSource,
  kevSource,
  euvdSource,
];

/** KEV catalogues are named after their asserter. */
export function getKevSource(name: string): MirrorSource {
  if (['cisa', 'kev'].includes(name.toLowerCase())) return kevSource;
  if (['enisa', 'euvd'].includes(name.toLowerCase())) return euvdSource;
  throw new AppError(
    'not-found',
    'This catalogue of exploited vulnerabilities does not exist. Use cisa or enisa.',
  );
}

export function getSource(name: string): MirrorSource {
  const known = findSourceName(name);
  const source = sources.find((candidate) => candidate.name === known);
  if (source) return source;
  const names = sources.map((candidate) => candidate.name).join(', ');
  throw new AppError('not-found', `This source of vulnerability data does not exist. Use one of ${names}.`);
}
