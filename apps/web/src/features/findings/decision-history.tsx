import { analysisOperations, type Finding } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { Time } from '../../ui/time.tsx';
import styles from './finding-panel.module.css';
import { useRested } from './use-rested.ts';

/** Who decided what and when. Findings that nobody decided on have none, and are not asked for. */
export function DecisionHistory({ finding }: { readonly finding: Finding }) {
  const { analysis, component, vulnerability } = finding;
  const isDecided = analysis.state !== undefined || analysis.isSuppressed;
  const rested = useRested(component.uuid + vulnerability.uuid);
  const { data } = useQuery({
    ...apiQuery(analysisOperations.getAnalysis, {
      query: { component: component.uuid, vulnerability: vulnerability.uuid },
    }),
    enabled: isDecided && rested === component.uuid + vulnerability.uuid,
  });
  const comments = data?.body.analysisComments ?? [];
  if (!isDecided || comments.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      {data?.body.expiresAt !== undefined && (
        <p>
          The present decision lapses <Time at={data.body.expiresAt} />.
        </p>
      )}
      <ol className={styles.history}>
        {comments.toReversed().map(({ timestamp, comment, commenter }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id and never change their order
          <li key={index}>
            <p>{comment}</p>
            <p className="muted">
              {commenter ?? 'Nobody named'}, <Time at={timestamp} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
