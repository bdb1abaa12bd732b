import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/icons.tsx';
import styles from './data-sources.module.css';
import { useDataSources, wasNeverLoaded } from './use-data-sources.ts';

interface SourcesNoticeProps {
  /** The sources are on the same page, so that no link is needed. */
  readonly isOnOverview?: boolean;
}

/** Stands above lists and counts that lack what a source would have found. */
export function SourcesNotice({ isOnOverview = false }: SourcesNoticeProps) {
  const { sources = [] } = useDataSources();
  const missing = sources.filter(wasNeverLoaded).map(({ display_name }) => display_name);
  if (missing.length === 0) return null;
  return (
    <p className={styles.notice}>
      <Icon name="warning" size={14} />
      <span>
        <strong>Never loaded:</strong> {missing.join(', ')}. What only they know is missing here.{' '}
        {!isOnOverview && <Link to="/">Data sources</Link>}
      </span>
    </p>
  );
}
