import { Button } from '@mantine/core';
import { type VexImport, vexOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './vex-import-list.module.css';

const VexReceiptDialog = lazy(async () => ({
  default: (await import('./vex-receipt-dialog.tsx')).VexReceiptDialog,
}));

const STATES: Record<VexImport['state'], string> = {
  PENDING: 'In progress',
  PROCESSED: 'Processed',
  FAILED: 'Failed',
};

interface VexImportListProps {
  readonly project: string;
  /** The import whose receipt is shown. */
  readonly receipt: string | undefined;
  readonly onReceipt: (token: string | undefined) => void;
}

/** The VEX documents that were imported into a project, latest first, with their receipts. */
export function VexImportList({ project, receipt, onReceipt }: VexImportListProps) {
  const { data, error, refetch } = useQuery(
    apiQuery(vexOperations.listVexImports, { params: { uuid: project }, query: { limit: 100 } }),
  );
  return (
    <>
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.body.length === 0 && <p className="muted">No VEX document was imported yet.</p>}
      {data && data.body.length > 0 && <Imports imports={data.body} onReceipt={onReceipt} />}
      {receipt !== undefined && (
        <Suspense>
          <VexReceiptDialog token={receipt} onClose={() => onReceipt(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface ImportsProps {
  readonly imports: readonly VexImport[];
  readonly onReceipt: (token: string) => void;
}

function Imports({ imports, onReceipt }: ImportsProps) {
  return (
    <Table label="VEX imports">
      <thead>
        <tr>
          <th scope="col">Imported</th>
          <th scope="col">Receipt</th>
          <th scope="col">By</th>
          <th scope="col">State</th>
          <th scope="col">Format</th>
          <th scope="col" className="number">
            Applied
          </th>
          <th scope="col" className="number">
            Skipped
          </th>
        </tr>
      </thead>
      <tbody>
        {imports.map(({ token, uploadedAt, uploadedBy, state, failure, skipped, ...rest }) => (
          <tr key={token}>
            <td>
              <Time at={uploadedAt} />
            </td>
            <td>
              {rest.available ? (
                <Button variant="subtle" size="compact-xs" px={0} onClick={() => onReceipt(token)}>
                  Show
                </Button>
              ) : (
                '–'
              )}
            </td>
            <td>
              <bdi>{uploadedBy}</bdi>
            </td>
            <td>
              {STATES[state]}
              {(failure ?? skipped) && <p className={styles.failure}>{failure ?? skipped}</p>}
            </td>
            <td>
              CycloneDX {rest.specVersion} {rest.format}
            </td>
            <td className="number">{state === 'PROCESSED' ? formatCount(rest.totals.applied) : '–'}</td>
            <td className="number">{state === 'PROCESSED' ? formatCount(rest.totals.skipped) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
