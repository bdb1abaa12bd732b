import type { ProjectMetrics } from '@tallyman/contract';
import { formatShortCount } from '../../ui/format-number.ts';
import styles from './severity-counts.module.css';

const SHOWN = ['critical', 'high', 'medium', 'low'] as const;

/** The findings of a project by severity, in columns. */
export function SeverityCounts({ metrics }: { readonly metrics: ProjectMetrics }) {
  if (metrics.vulnerabilities === 0) return <span className="muted">None</span>;
  const words = SHOWN.map((severity) => `${metrics[severity]} ${severity}`).join(', ');
  return (
    <span className={styles.counts} title={words}>
      <span className="visually-hidden">{words}</span>
      {SHOWN.map((severity) => (
        <span key={severity} aria-hidden="true" data-severity={metrics[severity] > 0 ? severity : 'none'}>
          {formatShortCount(metrics[severity])}
        </span>
      ))}
    </span>
  );
}
