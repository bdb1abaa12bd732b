import { Button } from '@mantine/core';
import type { Activity } from '@tallyman/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useList } from '../../api/list-query.ts';
import { Chip } from '../../ui/chip.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ActivityItem } from './activity-item.tsx';
import styles from './activity-panel.module.css';
import { activityLoader, isRunning } from './activity-query.ts';

interface ActivityPanelProps {
  readonly running: readonly Activity[];
  /** Whether the user has not seen this failure. */
  readonly isNew: (item: Activity) => boolean;
  /** The button that opens and closes the panel. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: (options: { readonly returnsFocus: boolean }) => void;
}

/** Running work first, then what has ended, latest first. */
export function ActivityPanel({ running, isNew, opener, onClose }: ActivityPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useOutsideClick(panel, opener, () => onClose({ returnsFocus: false }));
  useEscape(() => onClose({ returnsFocus: panel.current?.contains(document.activeElement) ?? false }));
  const onLeave = () => onClose({ returnsFocus: false });
  const [onlyFailed, setOnlyFailed] = useState(false);
  const state = onlyFailed ? 'FAILED' : undefined;
  const list = useList(['listActivity', 'ended', state], activityLoader(state));
  const ended = list.rows.filter((item) => !isRunning(item));
  return (
    <section ref={panel} className={styles.panel} role="dialog" aria-label="Activity" tabIndex={-1}>
      <header className={styles.header}>
        <h2>Activity</h2>
        <Chip isOn={onlyFailed} onToggle={() => setOnlyFailed(!onlyFailed)}>
          Only failed
        </Chip>
      </header>
      {!onlyFailed && running.length > 0 && (
        <Section title="Running" items={running} isNew={isNew} onLeave={onLeave} />
      )}
      {list.error && <Problem error={list.error} onRetry={list.retry} />}
      {ended.length > 0 && <Section title="Ended" items={ended} isNew={isNew} onLeave={onLeave} />}
      {!list.isPending && ended.length === 0 && (onlyFailed || running.length === 0) && (
        <p className={styles.empty}>
          {onlyFailed ? 'Nothing has failed.' : 'Uploads, imports and failed notifications appear here.'}
        </p>
      )}
      {list.hasMore && (
        <div className={styles.more}>
          <Button variant="subtle" loading={list.isFetching} onClick={list.loadMore}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

/** Wherever the focus is: the command menu, which opens the panel too, returns it to its own button. */
function useEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current();
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

function useOutsideClick(
  panel: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const handlePress = ({ target }: PointerEvent) => {
      const isInside = [panel, opener].some(({ current }) => current?.contains(target as Node));
      if (!isInside) latest.current();
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [panel, opener]);
}

interface SectionProps {
  readonly title: string;
  readonly items: readonly Activity[];
  readonly isNew: (item: Activity) => boolean;
  readonly onLeave: () => void;
}

function Section({ title, items, isNew, onLeave }: SectionProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.items}>
        {items.map((item) => (
          <ActivityItem key={item.id} item={item} isNew={isNew(item)} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}
