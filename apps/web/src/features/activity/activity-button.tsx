import { UnstyledButton } from '@mantine/core';
import type { Activity } from '@tallyman/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLiveNews } from '../../api/live-updates.ts';
import { useSession } from '../../api/session.ts';
import { countOf } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './activity-button.module.css';
import { ActivityPanel } from './activity-panel.tsx';
import { type LoadedActivity, useActivityIn } from './activity-query.ts';
import { onOpenActivity } from './open-activity.ts';
import { isNewFailure, useSeenAt } from './seen-failures.ts';

const KINDS = ['UPLOADS', 'MIRRORS', 'DELIVERIES'] as const;

/** How much work runs and how much has failed since the user last looked. Opens the list of both. */
export function ActivityButton() {
  const queries = useQueryClient();
  useLiveNews(KINDS, () => void queries.invalidateQueries({ queryKey: ['listActivity'] }));
  const running = useActivityIn('RUNNING').data?.body;
  const failed = useActivityIn('FAILED').data?.body;
  const { seenAt, markSeen } = useSeenAt(useSession().username);
  const isNew = (item: Activity) => isNewFailure(item, seenAt, Date.now());
  const failures = failed?.items.filter(isNew).length ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => onOpenActivity(() => setIsOpen(true)), []);
  const close = () => {
    setIsOpen(false);
    markSeen(failed?.items ?? []);
  };
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.button}
        aria-label={['Activity', ...describeCounts(running, failures)].join(', ')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        <Icon name="activity" />
        {running !== undefined && running.total.count > 0 && (
          <span className={styles.running}>{formatTotal(running)}</span>
        )}
        {failures > 0 && <span className={styles.failed}>{failures}</span>}
      </UnstyledButton>
      {isOpen && (
        <ActivityPanel
          running={running?.items ?? []}
          isNew={isNew}
          opener={button}
          onClose={({ returnsFocus }) => {
            close();
            if (returnsFocus) button.current?.focus();
          }}
        />
      )}
    </>
  );
}

function describeCounts(running: LoadedActivity | undefined, failures: number): string[] {
  return [
    ...(running && running.total.count > 0 ? [`${formatTotal(running)} running`] : []),
    ...(failures > 0 ? [countOf(failures, 'new failure')] : []),
  ];
}

function formatTotal({ total: { count, type } }: LoadedActivity): string {
  return `${count}${type === 'EXACT' ? '' : '+'}`;
}
