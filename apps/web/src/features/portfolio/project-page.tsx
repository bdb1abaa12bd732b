import { NativeSelect, Skeleton } from '@mantine/core';
import { bomOperations, findingOperations, type Project, projectOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { UploadList } from '../bom/upload-list.tsx';
import { UploadZone } from '../bom/upload-zone.tsx';
import type { FindingsSearch } from '../findings/findings-search.ts';
import { FindingsView } from '../findings/findings-view.tsx';
import styles from './project-page.module.css';
import type { ProjectTab } from './project-search.ts';

const route = getRouteApi('/projects/$uuid');
const HIDDEN_COLUMNS = ['project'];

/** One version of a project: its findings and the documents that were uploaded for it. */
export function ProjectPage() {
  const { uuid } = route.useParams();
  const { data, error, refetch } = useQuery(apiQuery(projectOperations.getProject, { params: { uuid } }));
  const mayUpload = useMayCall(bomOperations.uploadBom);
  if (error && !data) {
    return (
      <Page title="Project">
        <Problem error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title="Project">
        <Skeleton height={14} width={240} />
      </Page>
    );
  }
  const project = data.body;
  if (!mayUpload) return <ProjectContent project={project} upload={null} />;
  return (
    <UploadZone project={{ uuid, label: [project.name, project.version].filter(Boolean).join(' ') }}>
      {(upload) => <ProjectContent project={project} upload={upload} />}
    </UploadZone>
  );
}

function ProjectContent({ project, upload }: { readonly project: Project; readonly upload: ReactNode }) {
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const maySeeFindings = useMayCall(findingOperations.listFindings);
  const shown = tab ?? (maySeeFindings ? 'findings' : 'uploads');
  const change = useCallback(
    (changed: Partial<FindingsSearch>, replace = false) =>
      void navigate({ search: (present) => ({ ...present, ...changed }), replace }),
    [navigate],
  );
  const frame = (content: ReactNode) => (
    <Page
      title={project.name}
      fills
      trail={<Trail project={project} />}
      facts={<Facts project={project} />}
      actions={
        <>
          <VersionSwitch project={project} />
          {upload}
        </>
      }
    >
      <nav className={styles.tabs} aria-label="Parts of the project">
        {maySeeFindings && <Tab tab="findings" shown={shown} label="Findings" uuid={project.uuid} />}
        <Tab tab="uploads" shown={shown} label="Uploads" uuid={project.uuid} />
      </nav>
      {content}
    </Page>
  );
  if (shown === 'uploads') return frame(<UploadList project={project.uuid} />);
  return (
    <FindingsView
      key={project.uuid}
      search={{ ...search, project: project.uuid }}
      onSearch={change}
      hiddenColumns={HIDDEN_COLUMNS}
    >
      {(facts, content) =>
        frame(
          <>
            <p className={styles.count}>{facts}</p>
            {content}
          </>,
        )
      }
    </FindingsView>
  );
}

function Trail({ project }: { readonly project: Project }) {
  return (
    <>
      <Link to="/projects">Projects</Link>
      {project.parent && (
        <>
          <span aria-hidden="true">/</span>
          <Link to="/projects/$uuid" params={{ uuid: project.parent.uuid }}>
            <bdi>{project.parent.name}</bdi>
          </Link>
        </>
      )}
    </>
  );
}

function Facts({ project: { version, isLatest, active, lastBomImport } }: { readonly project: Project }) {
  return (
    <>
      {version && <bdi className="mono">{version}</bdi>}
      {isLatest && ' · latest version'}
      {!active && ' · inactive'}
      {' · '}
      {lastBomImport === undefined ? (
        'no bill of materials yet'
      ) : (
        <>
          bill of materials of <Time at={lastBomImport} />
        </>
      )}
    </>
  );
}

function VersionSwitch({ project }: { readonly project: Project }) {
  const navigate = useNavigate();
  const { versions = [] } = project;
  if (versions.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Version"
      value={project.uuid}
      data={versions.map(({ uuid, version, isLatest }) => ({
        value: uuid,
        label: `${version ?? 'without version'}${isLatest ? ' (latest)' : ''}`,
      }))}
      onChange={(event) =>
        void navigate({ to: '/projects/$uuid', params: { uuid: event.currentTarget.value }, search: true })
      }
    />
  );
}

interface TabProps {
  readonly tab: ProjectTab;
  readonly shown: ProjectTab;
  readonly label: string;
  readonly uuid: string;
}

function Tab({ tab, shown, label, uuid }: TabProps) {
  return (
    <Link
      to="/projects/$uuid"
      params={{ uuid }}
      search={{ tab }}
      className={styles.tab}
      data-shown={tab === shown || undefined}
      aria-current={tab === shown ? 'page' : undefined}
    >
      {label}
    </Link>
  );
}
