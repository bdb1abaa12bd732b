import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { showNotice } from '../../ui/notice-store.ts';
import { undoBulk } from './bulk-decision.ts';
import styles from './bulk-dialog.module.css';
import type { BulkRun } from './use-bulk-run.ts';
import { refreshLists } from './use-decide.ts';

interface ProgressProps {
  readonly run: BulkRun;
  readonly total: number;
  readonly onClose: () => void;
}

/** How much is stored, and what can be done if it was not all. */
export function BulkProgressBar({ run, total, onClose }: ProgressProps) {
  const { done } = run.progress;
  return (
    <div className={styles.preview}>
      <progress className={styles.progress} value={done} max={total} aria-label="Progress" />
      <p role="status">
        {formatCount(done)} of {formatCount(total)} stored
        {run.error && `, the next ones were not: ${run.error.message}`}
      </p>
      {run.isRunning ? (
        <div className={styles.actions}>
          <Button onClick={run.stop}>Stop</Button>
        </div>
      ) : (
        <Interrupted run={run} onClose={onClose} />
      )}
    </div>
  );
}

/** After an error or a stop. The form continues when it is submitted again. */
function Interrupted({ run, onClose }: Omit<ProgressProps, 'total'>) {
  const queries = useQueryClient();
  const { batch } = run.progress;
  const undo = async (present: string) => {
    try {
      await undoBulk(present);
      showNotice({ text: `Undone: ${countOf(run.progress.applied, 'finding')}` });
      onClose();
    } catch (error) {
      showNotice({ text: `Could not be undone: ${(error as Error).message}`, tone: 'error' });
    }
    refreshLists(queries);
  };
  return (
    <div className={styles.actions}>
      <Button type="submit" variant="filled">
        Continue
      </Button>
      {batch !== undefined && <Button onClick={() => void undo(batch)}>Undo what was stored</Button>}
      <Button variant="subtle" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
