import { deliveryOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Time } from '../../ui/time.tsx';
import styles from './overview-page.module.css';

const MOST_SHOWN = 5;

/** Notifications that could not be delivered. Nothing is shown if there are none. */
export function FailedWork() {
  const mayList = useMayCall(deliveryOperations.listDeliveries);
  const { data } = useQuery({
    ...apiQuery(deliveryOperations.listDeliveries, { query: { status: 'FAILED', limit: MOST_SHOWN } }),
    enabled: mayList,
  });
  if (!data || data.body.length === 0) return null;
  return (
    <Card title="Failed deliveries" facts={countOf(data.total ?? data.body.length, 'notification')}>
      <ul className={styles.rows}>
        {data.body.map(({ uuid, alert, notification, error, responseStatus, createdAt }) => (
          <li key={uuid} className={styles.row}>
            <span className={styles.name}>
              <bdi>{alert.name}</bdi> <bdi className="muted">{notification.title}</bdi>
            </span>
            <span className="muted">
              <Time at={createdAt} />
            </span>
            <span className={styles.failure}>
              {error ??
                (responseStatus === undefined ? 'No reason is known' : `Answered with ${responseStatus}`)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
