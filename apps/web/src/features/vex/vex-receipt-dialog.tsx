import { Button, Loader } from '@mantine/core';
import { vexOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SaveReceipt } from './save-receipt.tsx';
import styles from './vex-import-dialog.module.css';
import { VexReceiptView } from './vex-receipt-view.tsx';

interface VexReceiptDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** The receipt of an earlier import. */
export function VexReceiptDialog({ token, onClose }: VexReceiptDialogProps) {
  const { data, error, refetch } = useQuery(
    apiQuery(vexOperations.getVexReceipt, { params: { uuid: token } }),
  );
  return (
    <Dialog onClose={onClose} size={820} title="Receipt of a VEX import">
      <div className={styles.dialog}>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loader size={14} />}
        {data && <VexReceiptView receipt={data.body} />}
        <div className={styles.actions}>
          {data && <SaveReceipt receipt={data.body} />}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
