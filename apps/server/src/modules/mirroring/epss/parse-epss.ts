import type { EpssScore } from '../../vulnerabilities/aliases/alias-access.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

export interface EpssScores {
  /** Date of the scores, if the file has one. */
  readonly date: string | undefined;
  readonly scores: readonly EpssScore[];
}

/** Parses comments, a header and one line per CVE. Further columns are ignored. Throws if a column is missing. */
export function parseEpss(text: string): EpssScores {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const comments = lines.filter((line) => line.startsWith('#'));
  const [header = '', ...rows] = lines.filter((line) => !line.startsWith('#'));
  const columns = header.split(',').map((name) => name.trim().toLowerCase());
  const [cve, score, percentile] = ['cve', 'epss', 'percentile'].map((name) => columns.indexOf(name));
  if (
    cve === undefined ||
    score === undefined ||
    percentile === undefined ||
    Math.min(cve, score, percentile) < 0
  ) {
    throw new UnreadableDataError('The EPSS file has no columns cve, epss and percentile.');
  }
  const scores = rows.map((row) => {
    const fields = row.split(',');
    return {
      cve: fields[cve]?.trim() ?? '',
      score: toNumber(fields[score]),
      percentile: toNumber(fields[percentile]),
    };
  });
  return { date: /score_date:([\w:.+-]+)/.exec(comments.join())?.[1], scores };
}

function toNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}
