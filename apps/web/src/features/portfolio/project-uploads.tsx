import { type Project, vexOperations } from '@tallyman/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { UploadList } from '../bom/upload-list.tsx';
import { VexImportList } from '../vex/vex-import-list.tsx';
import styles from './project-uploads.module.css';

const route = getRouteApi('/projects/$uuid');

/** The documents of a project: bills of materials, and VEX documents with their receipts. */
export function ProjectUploads({ project: { uuid } }: { readonly project: Project }) {
  const { receipt } = route.useSearch();
  const navigate = useNavigate();
  const maySeeImports = useMayCall(vexOperations.listVexImports);
  const show = (token: string | undefined) =>
    void navigate({
      to: '/projects/$uuid',
      params: { uuid },
      search: { tab: 'uploads', receipt: token },
      replace: token === undefined,
    });
  if (!maySeeImports) return <UploadList project={uuid} />;
  return (
    <div className={styles.documents}>
      <Card title="Bills of materials">
        <UploadList project={uuid} />
      </Card>
      <Card title="VEX imports">
        <VexImportList project={uuid} receipt={receipt} onReceipt={show} />
      </Card>
    </div>
  );
}
