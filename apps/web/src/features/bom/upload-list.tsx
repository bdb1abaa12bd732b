import { type BomUpload, bomOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './upload-list.module.css';

const STATES: Record<BomUpload['state'], string> = {
  PENDING: 'In progress',
  PROCESSED: 'Processed',
  UNCHANGED: 'Unchanged: the same document as before',
  FAILED: 'Failed',
};

/** Every document that was uploaded for a project, the latest first, and what became of it. */
export function UploadList({ project }: { readonly project: string }) {
  const { data, error, refetch } = useQuery(
    apiQuery(bomOperations.listBomUploads, { params: { uuid: project }, query: { limit: 100 } }),
  );
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.body.length === 0) {
    return (
      <EmptyState title="No uploads yet">
        <p>Drop a bill of materials on this page to upload it for this version.</p>
      </EmptyState>
    );
  }
  return (
    <Table label="Uploads">
      <thead>
        <tr>
          <th scope="col">Uploaded</th>
          <th scope="col">By</th>
          <th scope="col">State</th>
          <th scope="col">Format</th>
          <th scope="col" className="number">
            Components
          </th>
          <th scope="col" className="number">
            New
          </th>
          <th scope="col" className="number">
            Gone
          </th>
        </tr>
      </thead>
      <tbody>
        {data.body.map((upload) => (
          <tr key={upload.token}>
            <td>
              <Time at={upload.uploadedAt} />
            </td>
            <td>
              <bdi>{upload.uploadedBy}</bdi>
            </td>
            <td>
              {STATES[upload.state]}
              {upload.failure && <p className={styles.failure}>{upload.failure}</p>}
            </td>
            <td>
              CycloneDX {upload.specVersion} {upload.format}
            </td>
            <Count of={upload.components} />
            <Count of={upload.componentsAdded} />
            <Count of={upload.componentsRemoved} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Count({ of }: { readonly of: number | undefined }) {
  return <td className="number">{of === undefined ? '–' : formatCount(of)}</td>;
}
