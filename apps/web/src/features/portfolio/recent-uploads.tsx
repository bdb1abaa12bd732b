import { projectOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './overview-page.module.css';

const MAX_SHOWN = 5;

/** The projects whose bill of materials was imported last. */
export function RecentUploads() {
  const { data, error, refetch } = useQuery(
    apiQuery(projectOperations.listProjects, {
      query: { orderBy: 'lastBomImport', sort: 'desc', limit: MAX_SHOWN },
    }),
  );
  const uploaded = data?.body.filter(({ lastBomImport }) => lastBomImport !== undefined);
  return (
    <Card title="Latest bills of materials">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {uploaded?.length === 0 && <p className="muted">None was uploaded yet.</p>}
      {uploaded && uploaded.length > 0 && (
        <ul className={styles.rows}>
          {uploaded.map(({ uuid, name, version, lastBomImport = 0 }) => (
            <li key={uuid} className={styles.row}>
              <Link
                to="/projects/$uuid"
                params={{ uuid }}
                search={{ tab: 'uploads' }}
                className={styles.name}
                title={name}
              >
                <bdi>{name}</bdi> <bdi className="muted">{version}</bdi>
              </Link>
              <span className="muted">
                <Time at={lastBomImport} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
