import { Button } from '@mantine/core';
import {
  bomOperations,
  findingOperations,
  type Permission,
  type VulnDataSource,
  vulnDataSourceOperations,
} from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayCall, useSession } from '../../api/session.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DataSources, useLoadSources } from '../mirroring/data-sources.tsx';
import { isLoading, useDataSources, wasNeverLoaded } from '../mirroring/use-data-sources.ts';
import styles from './first-run.module.css';
import { PermissionNeeded } from './permission-needed.tsx';

/** What an empty portfolio shows: three steps to the first findings. */
export function FirstRun({ upload }: { readonly upload: ReactNode }) {
  return (
    <Page title="Welcome" facts="Three steps to the first findings">
      <ol className={styles.steps}>
        <LoadStep />
        <UploadStep upload={upload} />
        <FindingsStep />
      </ol>
    </Page>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

function LoadStep() {
  const mayLoad = useMayCall(vulnDataSourceOperations.startMirrorRun);
  const { sources, error, retry } = useDataSources();
  return (
    <Step title="Load vulnerability data">
      <p className="muted">
        Findings come from the data of these sources. A source that was never loaded finds nothing.
      </p>
      {error && <Problem error={error} onRetry={retry} />}
      {sources?.length === 0 && <p>No source is enabled. Enable one in the configuration of the service.</p>}
      {mayLoad && sources && <LoadAll sources={sources} />}
      {sources && sources.length > 0 && <DataSources sources={sources} />}
      {!mayLoad && (
        <PermissionNeeded operation={vulnDataSourceOperations.startMirrorRun}>Loading data</PermissionNeeded>
      )}
    </Step>
  );
}

function LoadAll({ sources }: { readonly sources: readonly VulnDataSource[] }) {
  const load = useLoadSources();
  const missing = sources.filter((source) => wasNeverLoaded(source) && !isLoading(source));
  if (missing.length === 0) return null;
  return (
    <div>
      {load.error && <Problem error={load.error} />}
      <Button variant="filled" loading={load.isPending} onClick={() => load.mutate(missing)}>
        Load all now
      </Button>
    </div>
  );
}

const MAY_CREATE: readonly Permission[] = [
  'PORTFOLIO_MANAGEMENT',
  'PORTFOLIO_MANAGEMENT_CREATE',
  'PROJECT_CREATION_UPLOAD',
];

function UploadStep({ upload }: { readonly upload: ReactNode }) {
  const { permissions = [] } = useSession();
  const mayCreate = MAY_CREATE.some((name) => permissions.includes(name));
  const address = document.baseURI.replace(/\/$/, '');
  return (
    <Step title="Drop a bill of materials">
      <p className="muted">
        CycloneDX, JSON or XML. {upload && 'Drop the file anywhere on this page, or choose it.'}
      </p>
      {upload ? (
        <div>{upload}</div>
      ) : (
        <PermissionNeeded operation={bomOperations.uploadBom}>Uploading</PermissionNeeded>
      )}
      {upload && !mayCreate && (
        <PermissionNeeded operation={{ access: { kind: 'any-of', permissions: MAY_CREATE } }}>
          Making a project by an upload
        </PermissionNeeded>
      )}
      <p className="muted">From a terminal or a pipeline:</p>
      <ul className={styles.commands}>
        <li>
          <Copyable text={`npx tallyman login --url ${address}`} />
        </li>
        <li>
          <Copyable text="npx tallyman bom upload bom.json --auto-create" />
        </li>
      </ul>
    </Step>
  );
}

function FindingsStep() {
  const maySee = useMayCall(findingOperations.listFindings);
  return (
    <Step title="See findings">
      <p className="muted">
        The components of the document are compared with the vulnerability data at once, and again whenever
        the data changes.
      </p>
      {maySee ? (
        <div>
          <Link to="/findings">Open Findings</Link>
        </div>
      ) : (
        <PermissionNeeded operation={findingOperations.listFindings}>Seeing findings</PermissionNeeded>
      )}
    </Step>
  );
}
