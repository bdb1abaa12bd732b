import { Button } from '@mantine/core';
import { ProblemError } from '@tallyman/client';
import { Icon } from './icons.tsx';
import styles from './problem.module.css';

interface ProblemProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

const MOST_SHOWN = 20;

/** Why something failed, in the words of the service, with the id by which its log finds the request. */
export function Problem({ error, onRetry }: ProblemProps) {
  const problem = error instanceof ProblemError ? error : undefined;
  const fields = problem?.errors ?? [];
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <div>
        <strong>{problem?.title ?? 'That did not work'}</strong>
        <p>{error.message}</p>
        {fields.length > 0 && (
          <ul className={styles.fields}>
            {fields.slice(0, MOST_SHOWN).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {fields.length > MOST_SHOWN && <p className="muted">and {fields.length - MOST_SHOWN} more</p>}
        {problem?.requestId && <p className="muted">Request {problem.requestId}</p>}
        {onRetry && (
          <Button mt={8} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
