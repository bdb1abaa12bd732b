import { NativeSelect, Skeleton } from '@mantine/core';
import {
  type Access,
  bomOperations,
  componentV2Operations,
  dependencyGraphOperations,
  findingOperations,
  type Project,
  projectOperations,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { mayCall, useMayCall, useSession } from '../../api/session.ts';
import { GridSkeleton } from '../../ui/grid/grid-skeleton.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { UploadZone } from '../bom/upload-zone.tsx';
import { VexImportButton } from '../vex/vex-import-button.tsx';
import styles from './project-page.module.css';
import type { ProjectTab } from './project-search.ts';

const route = getRouteApi('/projects/$uuid');

interface TabDescription {
  readonly name: ProjectTab;
  readonly label: string;
  /** Shown to those who may call this. */
  readonly needs: { readonly access: Access };
  readonly Content: ComponentType<{ readonly project: Project }>;
}

const TABS: readonly TabDescription[] = [
  {
    name: 'overview',
    label: 'Overview',
    needs: projectOperations.getProject,
    Content: lazy(async () => ({ default: (await import('./project-overview.tsx')).ProjectOverview })),
  },
  {
    name: 'findings',
    label: 'Findings',
    needs: findingOperations.listFindings,
    Content: lazy(async () => ({ default: (await import('./project-findings.tsx')).ProjectFindings })),
  },
  {
    name: 'components',
    label: 'Components',
    needs: componentV2Operations.listProjectComponentsV2,
    Content: lazy(async () => ({ default: (await import('./project-components.tsx')).ProjectComponents })),
  },
  {
    name: 'dependencies',
    label: 'Dependencies',
    needs: dependencyGraphOperations.listDirectDependenciesOfProject,
    Content: lazy(async () => ({
      default: (await import('./project-dependencies.tsx')).ProjectDependencies,
    })),
  },
  {
    name: 'uploads',
    label: 'Uploads',
    needs: bomOperations.listBomUploads,
    Content: lazy(async () => ({ default: (await import('./project-uploads.tsx')).ProjectUploads })),
  },
];

/** One version of a project. Each tab is loaded when it is first shown. */
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
  const { tab = 'overview' } = route.useSearch();
  const tabs = useTabs();
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0];
  return (
    <Page
      title={project.name}
      fills
      trail={<Trail project={project} />}
      facts={<ProjectFacts project={project} />}
      actions={
        <>
          <VersionSwitch project={project} />
          <CompareSwitch project={project} />
          <VexImportButton project={project.uuid} />
          {upload}
        </>
      }
    >
      <nav className={styles.tabs} aria-label="Parts of the project">
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to="/projects/$uuid"
            params={{ uuid: project.uuid }}
            search={{ tab: name }}
            className={styles.tab}
            data-shown={name === shown?.name || undefined}
            aria-current={name === shown?.name ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<GridSkeleton />}>
        {shown && <shown.Content key={project.uuid} project={project} />}
      </Suspense>
    </Page>
  );
}

/** The tabs that the user may see. */
function useTabs(): readonly TabDescription[] {
  const session = useSession();
  return TABS.filter(({ needs }) => mayCall(session, needs));
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

function ProjectFacts({
  project: { version, isLatest, active, lastBomImport },
}: {
  readonly project: Project;
}) {
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

function CompareSwitch({ project }: { readonly project: Project }) {
  const navigate = useNavigate();
  const others = (project.versions ?? []).filter(({ uuid }) => uuid !== project.uuid);
  if (others.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Compare with another version"
      value=""
      data={[
        { value: '', label: 'Compare with…' },
        ...others.map(({ uuid, version }) => ({ value: uuid, label: version ?? 'without version' })),
      ]}
      onChange={(event) =>
        void navigate({
          to: '/projects/$uuid/compare/$other',
          params: { uuid: project.uuid, other: event.currentTarget.value },
        })
      }
    />
  );
}
