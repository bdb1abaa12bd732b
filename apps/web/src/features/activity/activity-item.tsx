import type { Activity } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './activity-item.module.css';
import { describeKind, describeRunning, describeSubject } from './describe-activity.ts';

interface ActivityItemProps {
  readonly item: Activity;
  /** A failure that the user has not seen. */
  readonly isNew?: boolean;
  readonly onLeave?: () => void;
}

/** One piece of work: what it is about, how far it is or why it failed, and a link to its details. */
export function ActivityItem({ item, isNew = false, onLeave }: ActivityItemProps) {
  const { state, started_at, ended_at, requested_by, reason, progress } = item;
  return (
    <li className={styles.item}>
      <span className={styles.state} data-state={state}>
        <Icon name={STATES[state].icon} size={14} />
        <span className="visually-hidden">{STATES[state].word}</span>
      </span>
      <div className={styles.content}>
        <p className={styles.subject}>
          <Details item={item} onLeave={onLeave}>
            <bdi>{describeSubject(item)}</bdi>
          </Details>
          {isNew && <span className={styles.new}>new</span>}
        </p>
        <p className="muted">
          <bdi>{describeKind(item)}</bdi>
          {requested_by !== undefined && (
            <>
              {' by '}
              <bdi>{requested_by}</bdi>
            </>
          )}
          {' · '}
          <Time at={ended_at ?? started_at} />
          {state === 'RUNNING' && ` · ${describeRunning(item)}`}
        </p>
        {state === 'RUNNING' && progress?.total !== undefined && progress.total > 0 && (
          <progress
            className={styles.progress}
            max={progress.total}
            value={progress.done}
            aria-label={`Progress of ${describeSubject(item)}`}
          />
        )}
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      </div>
    </li>
  );
}

const STATES = {
  RUNNING: { icon: 'clock', word: 'Running: ' },
  COMPLETED: { icon: 'check', word: 'Finished: ' },
  FAILED: { icon: 'warning', word: 'Failed: ' },
} as const;

interface DetailsProps {
  readonly item: Activity;
  readonly onLeave: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Leads to the page that has the details: the receipt, the uploads of the project, or the data sources. */
function Details({ item: { kind, id, project }, onLeave, children }: DetailsProps) {
  if (kind === 'MIRROR_RUN') {
    return (
      <Link to="/" onClick={onLeave}>
        {children}
      </Link>
    );
  }
  if (!project) return <span>{children}</span>;
  const search = kind === 'VEX_IMPORT' ? { receipt: id } : {};
  return (
    <Link
      to="/projects/$uuid"
      params={{ uuid: project.uuid }}
      search={kind === 'DELIVERY' ? {} : { tab: 'uploads', ...search }}
      onClick={onLeave}
    >
      {children}
    </Link>
  );
}
