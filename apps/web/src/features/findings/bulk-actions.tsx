import { Button } from '@mantine/core';
import { countOf } from '../../ui/format-number.ts';
import styles from './bulk-dialog.module.css';

interface BulkActionsProps {
  /** Undefined while they are counted. */
  readonly matched: number | undefined;
  /** False while the preview is not that of the form. */
  readonly isReady: boolean;
  readonly onClose: () => void;
}

/** The buttons of a form that decides on many findings. */
export function BulkActions({ matched, isReady, onClose }: BulkActionsProps) {
  return (
    <div className={styles.actions}>
      <Button type="submit" variant="filled" disabled={!matched || !isReady}>
        {matched === undefined ? 'Apply' : `Apply to ${countOf(matched, 'finding')}`}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
