import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { MirrorSource } from '../mirror-source.ts';
import { mirrorOsv } from './mirror-osv.ts';
import { readOsvFile } from './read-osv-file.ts';

export const osvSource: MirrorSource = {
  name: 'osv',
  displayName: 'OSV',
  asserter: mirrorAsserter('osv', 'OSV', 'OSV'),
  owns: 'OSV',
  mirror: mirrorOsv,
  readFile: readOsvFile,
};
