import type { BulkAnalysisResult } from '@tallyman/contract';
import type { ReactNode } from 'react';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './bulk-dialog.module.css';
import { STATE_WORDS } from './decision-words.ts';

interface BulkPreviewProps {
  readonly result: BulkAnalysisResult | undefined;
  readonly error: Error | null;
  readonly children?: ReactNode;
}

/** What a decision on many findings would overwrite. */
export function BulkPreview({ result, error, children }: BulkPreviewProps) {
  if (error) return <Problem error={error} />;
  if (!result) return <p role="status">Counting…</p>;
  const { matched, projects, applied, unchanged, states } = result;
  return (
    <div role="status" className={styles.preview}>
      <p>
        {countOf(matched, 'finding')} in {countOf(projects, 'project')}.{' '}
        <strong>{formatCount(applied)} will change</strong>
        {unchanged > 0 && `, ${formatCount(unchanged)} ${unchanged === 1 ? 'is' : 'are'} so already`}.
      </p>
      {states && states.length > 0 && (
        <ul className={styles.states} aria-label="What is overwritten">
          <li>Overwrites</li>
          {states.map(({ state, count }) => (
            <li key={state}>
              {STATE_WORDS[state]} <strong>{formatCount(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

interface Named {
  readonly uuid: string;
  readonly name: string;
  readonly version?: string | undefined;
}

interface DecidedSampleProps {
  readonly result: {
    readonly matched: number;
    readonly sample: readonly {
      readonly project: Named;
      readonly component: Named;
      readonly vulnerability: { readonly uuid: string };
    }[];
  };
}

/** The first findings that a decision is about. */
export function DecidedSample({ result: { sample, matched } }: DecidedSampleProps) {
  if (sample.length === 0) return null;
  return (
    <ul className={styles.sample} aria-label="Matching findings">
      {sample.map(({ project, component, vulnerability }) => (
        <li key={`${component.uuid} ${vulnerability.uuid}`}>
          <bdi>{component.name}</bdi> <bdi>{component.version}</bdi> in <bdi>{project.name}</bdi>{' '}
          <bdi>{project.version}</bdi>
        </li>
      ))}
      {matched > sample.length && <li>and {formatCount(matched - sample.length)} more</li>}
    </ul>
  );
}
