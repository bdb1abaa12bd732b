import { activityOperations } from '@tallyman/contract';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { ActivityItem } from '../activity/activity-item.tsx';
import { useActivityIn } from '../activity/activity-query.ts';
import styles from './overview-page.module.css';

const MAX_SHOWN = 5;

/** Uploads, imports, mirror runs and notifications that failed. Nothing is shown if there are none. */
export function FailedWork() {
  return useMayCall(activityOperations.listActivity) ? <Failures /> : null;
}

function Failures() {
  const { data } = useActivityIn('FAILED', MAX_SHOWN);
  if (!data || data.body.items.length === 0) return null;
  const { items, total } = data.body;
  return (
    <Card title="Failed work" facts={total.type === 'EXACT' ? undefined : `the latest ${MAX_SHOWN}`}>
      <ul className={styles.rows}>
        {items.map((item) => (
          <ActivityItem key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}
