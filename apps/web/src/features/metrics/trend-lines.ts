import type { TrendSeverity } from './to-trend.ts';

interface TrendLine {
  readonly word: string;
  /** A design token. */
  readonly color: string;
  readonly width: number;
  /** Lengths of dashes and gaps, so that lines differ without colour. */
  readonly dash?: number[];
}

export const TREND_LINES: Readonly<Record<TrendSeverity, TrendLine>> = {
  critical: { word: 'Critical', color: '--tm-critical', width: 2.5 },
  high: { word: 'High', color: '--tm-high', width: 1.5 },
  medium: { word: 'Medium', color: '--tm-medium', width: 1.5, dash: [6, 3] },
  low: { word: 'Low', color: '--tm-low', width: 1.5, dash: [2, 3] },
  unassigned: { word: 'Unrated', color: '--tm-info', width: 1.5, dash: [1, 5] },
};
