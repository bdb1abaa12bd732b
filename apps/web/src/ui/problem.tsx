import { Button } from '@mantine/core';
import { ProblemError } from '@tallyman/client';
import { Icon } from './icons.tsx';
import styles from './problem.module.css';

interface ProblemProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

const MAX_SHOWN = 20;

/** Why something failed, in the words of the service, with the id by which its log finds the request. */
export function Problem({ error, onRetry }: ProblemProps) {
  const problem = error instanceof ProblemError ? error : undefined;
  const fields = problem ? listErrors(problem) : [];
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <div>
        <strong>{problem?.title ?? 'That did not work'}</strong>
        <p>{error.message}</p>
        {fields.length > 0 && (
          <ul className={styles.fields}>
            {fields.slice(0, MAX_SHOWN).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {fields.length > MAX_SHOWN && <p className="muted">and {fields.length - MAX_SHOWN} more</p>}
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

/** Where and what is wrong: some refusals name the two apart, documents are refused with whole sentences. */
function listErrors({ errors, problem }: ProblemError): string[] {
  const { errors: given } = problem;
  const texts = Array.isArray(given) ? given.filter((error) => typeof error === 'string') : [];
  return [...errors.map(({ path, message }) => `${path} ${message}`), ...texts];
}
