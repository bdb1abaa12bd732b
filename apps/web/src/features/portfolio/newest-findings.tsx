import { type Finding, findingOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { KnownExploited } from '../../ui/known-exploited.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Time } from '../../ui/time.tsx';
import { COUNT_KEY } from '../findings/count-findings.ts';
import { findingKey } from '../findings/finding-key.ts';
import styles from './overview-page.module.css';

const MAX_SHOWN = 8;
const NEWEST = { sort: 'attribution.attributedOn', desc: true } as const;

/** The findings that were found last. Each opens in the list. */
export function NewestFindings() {
  const { data, error, refetch } = useQuery({
    queryKey: [COUNT_KEY, 'newest'],
    queryFn: async ({ signal }) =>
      (
        await call(findingOperations.listFindings, {
          query: { orderBy: NEWEST.sort, sort: 'desc', limit: MAX_SHOWN, totalCount: 'BOUNDED' },
          signal,
        })
      ).body,
  });
  return (
    <Card
      title="Newest findings"
      facts={
        <Link to="/findings" search={NEWEST}>
          Show all
        </Link>
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="muted">Nothing that is known to be vulnerable was found.</p>}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((finding) => (
            <Row key={findingKey(finding)} finding={finding} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ finding }: { readonly finding: Finding }) {
  const { vulnerability, component, attribution } = finding;
  return (
    <li className={styles.row}>
      <span className={styles.finding}>
        <Severity severity={vulnerability.severity} />
        <Link to="/findings" search={{ ...NEWEST, sel: findingKey(finding) }} className="mono">
          {vulnerability.vulnId}
        </Link>
        {vulnerability.isKev && <KnownExploited />}
      </span>
      <span className="muted">
        {attribution.attributedOn !== undefined && <Time at={attribution.attributedOn} />}
      </span>
      <span className={`${styles.second} muted`}>
        <bdi>{component.name}</bdi> <bdi>{component.version}</bdi> in <bdi>{component.projectName}</bdi>{' '}
        <bdi>{component.projectVersion}</bdi>
      </span>
    </li>
  );
}
