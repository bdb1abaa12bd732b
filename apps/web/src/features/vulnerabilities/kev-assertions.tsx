import { vulnerabilityOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';

interface KevAssertionsProps {
  readonly source: string;
  readonly vulnId: string;
}

/** Who says that the vulnerability is exploited, and what they ask to do. */
export function KevAssertions({ source, vulnId }: KevAssertionsProps) {
  const { data, error, refetch } = useQuery(
    apiQuery(vulnerabilityOperations.listKevAssertions, { params: { source, vuln_id: vulnId } }),
  );
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data || data.body.items.length === 0) return null;
  return (
    <Card title="Known to be exploited">
      {data.body.items.map((assertion) => (
        <p key={`${assertion.asserter} ${assertion.vuln_id}`}>
          <strong>{assertion.asserter_display_name}</strong>
          {assertion.published_at !== undefined && (
            <span className="muted">
              {' '}
              <Time at={assertion.published_at} />
            </span>
          )}
          {assertion.known_ransomware && ' · used by ransomware'}
          {assertion.required_action && <> · {assertion.required_action}</>}
        </p>
      ))}
    </Card>
  );
}
