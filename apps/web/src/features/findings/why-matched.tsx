import { Skeleton } from '@mantine/core';
import {
  type ExplainedStatement,
  type Explanation,
  type Finding,
  matchingOperations,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './finding-panel.module.css';
import { useRested } from './use-rested.ts';

const SHOWN_STATEMENTS = 3;

/** Which statement about which versions made it a finding, and who says so. */
export function WhyMatched({ finding }: { readonly finding: Finding }) {
  const [component, vulnerability] = useRested(
    `${finding.component.uuid}:${finding.vulnerability.uuid}`,
  ).split(':');
  const { data, error, refetch } = useQuery({
    ...apiQuery(matchingOperations.explainFinding, {
      params: { component: component ?? '', vulnerability: vulnerability ?? '' },
    }),
    staleTime: 300_000,
  });
  const isCurrent = component === finding.component.uuid && vulnerability === finding.vulnerability.uuid;
  return (
    <section>
      <h3>Why it matched</h3>
      <div className={styles.why}>
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : data && isCurrent ? (
          <>
            {!isStated(data.body) && <p>{data.body.summary}</p>}
            <ul className={styles.statements}>
              {data.body.statements.slice(0, SHOWN_STATEMENTS).map((statement) => (
                <Statement
                  key={`${statement.affected} ${statement.range} ${statement.asserter}`}
                  statement={statement}
                />
              ))}
            </ul>
            {data.body.statementCount > SHOWN_STATEMENTS && (
              <p className="muted">{data.body.statementCount - SHOWN_STATEMENTS} more statements</p>
            )}
            <p className="muted">
              {data.body.reportedBy.length > 0
                ? `Reported by ${data.body.reportedBy.map(analyzerWords).join(', ')}`
                : 'No analyzer reports it now'}
            </p>
          </>
        ) : (
          <div role="status" aria-label="Loading the reason">
            <Skeleton height={10} mb={8} />
            <Skeleton height={10} width="60%" />
          </div>
        )}
      </div>
    </section>
  );
}

/** By the name that attributions have. */
function analyzerWords(name: string): string {
  return name === 'internal' ? 'the internal analyzer' : name;
}

/** The first statement is the reason. Then the summary would only repeat it. */
function isStated({ reason, statements }: Explanation): boolean {
  return statements[0]?.outcome === reason && reason !== 'OTHER_NAME';
}

function Statement({ statement }: { readonly statement: ExplainedStatement }) {
  const isWeak = statement.identifier === 'CPE';
  return (
    <li>
      {statement.detail}: <code>{statement.affected}</code> <code>{statement.range}</code>
      <span className="muted">, says {statement.asserter}</span>
      {isWeak && (
        <span className={styles.weak}>Matched by CPE name, which is less certain than a package URL</span>
      )}
    </li>
  );
}
