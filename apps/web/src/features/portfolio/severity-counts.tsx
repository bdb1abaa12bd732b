import type { ProjectMetrics } from '@tallyman/contract';
import { countOf, formatShortCount } from '../../ui/format-number.ts';
import styles from './severity-counts.module.css';

const SHOWN = ['critical', 'high', 'medium', 'low'] as const;

/** The findings of a project as one bar, in which each severity has its number. */
export function SeverityCounts({ metrics }: { readonly metrics: ProjectMetrics }) {
  const parts = SHOWN.filter((severity) => metrics[severity] > 0);
  if (parts.length === 0) return <span className="muted">{countOf(metrics.vulnerabilities, 'finding')}</span>;
  const words = parts.map((severity) => `${metrics[severity]} ${severity}`).join(', ');
  return (
    <span className={styles.counts} title={words}>
      <span className="visually-hidden">{words}</span>
      {parts.map((severity) => (
        <span key={severity} aria-hidden="true" data-severity={severity}>
          {formatShortCount(metrics[severity])}
        </span>
      ))}
    </span>
  );
}
