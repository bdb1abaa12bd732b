import { describe, expect, it } from 'vitest';
import { publishedRows } from '../../../../test/support/published-rows.ts';
import { findCvssScores } from './find-cvss-scores.ts';
import { findOwaspScores, toOwaspLevel } from './find-owasp-scores.ts';
import { resolveSeverity } from './resolve-severity.ts';

interface ScoreRow {
  readonly vector: string;
  readonly base: number;
  readonly temporal?: number | null;
  readonly environmental?: number | null;
}

interface NvdRow {
  readonly cvss: string;
  readonly vector: string;
  readonly base: number;
  readonly severity: string;
}

interface OwaspRow {
  readonly vector: string;
  readonly invalid?: boolean;
  readonly likelihoodScore: number;
  readonly technicalImpactScore: number;
  readonly businessImpactScore: number;
  readonly likelihood: string;
  readonly technicalImpact: string;
  readonly businessImpact: string;
}

describe('published scores', () => {
  it.each(['2.0', '3.0', '3.1', '4.0'])('of CVSS %s vectors are those computed', (version) => {
    const wrong = publishedRows<ScoreRow>(`cvss/scores-v${version}.json`).filter((row) => {
      const scores = findCvssScores(row.vector);
      const agrees = (name: 'temporal' | 'environmental') =>
        (row[name] ?? undefined) === undefined || scores?.[name] === row[name];
      return (
        scores?.version !== version ||
        scores.base !== row.base ||
        !agrees('temporal') ||
        !agrees('environmental')
      );
    });
    expect(wrong).toEqual([]);
  });

  it('equal the computed scores of records, and their severities', () => {
    const wrong = publishedRows<NvdRow>('cvss/nvd_metrics.json').filter((row) => {
      const base = findCvssScores(row.vector)?.base;
      const severity = resolveSeverity(row.cvss === '2.0' ? { cvssV2: base } : { cvssV3: base });
      const published = row.severity === 'NONE' ? 'UNASSIGNED' : row.severity;
      return base !== row.base || severity !== published;
    });
    expect(wrong).toEqual([]);
  });

  it('belong to vectors that are well-formed; others have none', () => {
    const rows = publishedRows<{ vector: string }>('cvss/malformed.json');
    expect(rows.filter(({ vector }) => findCvssScores(vector) !== undefined)).toEqual([]);
  });

  it('equal the computed scores of OWASP vectors', () => {
    const wrong = publishedRows<OwaspRow>('cvss/owasp_risk_rating.json').filter((row) => {
      const scores = findOwaspScores(row.vector);
      if (row.invalid || !scores) return scores !== undefined;
      const { likelihood, technicalImpact, businessImpact } = scores;
      return (
        likelihood !== row.likelihoodScore ||
        technicalImpact !== row.technicalImpactScore ||
        businessImpact !== row.businessImpactScore ||
        toOwaspLevel(likelihood) !== row.likelihood ||
        toOwaspLevel(technicalImpact) !== row.technicalImpact ||
        toOwaspLevel(businessImpact) !== row.businessImpact
      );
    });
    expect(wrong).toEqual([]);
  });
});
