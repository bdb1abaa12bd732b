import { AppError } from '../../platform/errors.ts';
import { epssSource } from './epss/epss-source.ts';
import { githubSource } from './github/github-source.ts';
import { kevSource } from './kev/kev-source.ts';
import type { MirrorSource } from './mirror-source.ts';
import { nvdSource } from './nvd/nvd-source.ts';
import { osvSource } from './osv/osv-source.ts';
import { findSourceName } from './source-settings.ts';

/** Every source of vulnerability data. */
export const sources: readonly MirrorSource[] = [nvdSource, osvSource, githubSource, epssSource, kevSource];

/** Catalogues of what is exploited go by the name of who asserts it: `cisa`. */
export function getKevSource(name: string): MirrorSource {
  if (['cisa', 'kev'].includes(name.toLowerCase())) return kevSource;
  throw new AppError('not-found', 'There is no such catalogue of exploited vulnerabilities. There is cisa.');
}

export function getSource(name: string): MirrorSource {
  const known = findSourceName(name);
  const source = sources.find((candidate) => candidate.name === known);
  if (source) return source;
  const names = sources.map((candidate) => candidate.name).join(', ');
  throw new AppError('not-found', `There is no such source of vulnerability data. There are ${names}.`);
}
