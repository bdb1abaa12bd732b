import { Skeleton } from '@mantine/core';
import {
  analysisOperations,
  type ChangedComponent,
  type DiffComponent,
  type DiffDirection,
  diffOperations,
  type ProjectDiff,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Card, Columns } from '../../ui/card.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { CarryOver } from './carry-over.tsx';
import styles from './compare-page.module.css';

const route = getRouteApi('/projects/$uuid/compare/$other');
const MAX_SHOWN = 500;

const DIRECTIONS: Record<DiffDirection, string> = {
  UPGRADE: 'Upgrade',
  DOWNGRADE: 'Downgrade',
  EQUIVALENT: 'Same version, spelt differently',
};

/** What changed between two versions of a project: from `other` to `uuid` of the address. */
export function ComparePage() {
  const { uuid, other } = route.useParams();
  const mayDecide = useMayCall(analysisOperations.carryOverDecisions);
  const query = useQuery(apiQuery(diffOperations.diffProjects, { params: { from: other, to: uuid } }));
  if (!query.data) {
    return (
      <Page title="Compare" trail={<Link to="/projects">Projects</Link>}>
        {query.error ? (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={14} width={240} />
        )}
      </Page>
    );
  }
  const { from, to, added, removed, changed, unchanged } = query.data.body;
  return (
    <Page
      title={`Changes from ${shorten(nameOf(from))} to ${shorten(from.name === to.name ? (to.version ?? 'no version') : nameOf(to))}`}
      trail={<Trail to={to} />}
      actions={
        <Link to="/projects/$uuid/compare/$other" params={{ uuid: from.uuid, other: to.uuid }}>
          Swap from and to
        </Link>
      }
      facts={`${countOf(unchanged, 'component')} unchanged`}
    >
      <Direction from={from} to={to} />
      {mayDecide && <CarryOver from={from} to={to} />}
      <ChangedCard changed={changed} from={from} to={to} />
      <Columns>
        <ComponentsCard
          title="Added"
          version={labelOf(to)}
          components={added}
          empty="No component was added."
        />
        <ComponentsCard
          title="Removed"
          version={labelOf(from)}
          components={removed}
          empty="No component was removed."
        />
      </Columns>
    </Page>
  );
}

function nameOf({ name, version }: ProjectDiff['from']): string {
  return [name, version].filter(Boolean).join(' ');
}

/** Both names must fit the title. */
function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

/** The version, or the name of a project without a version. */
function labelOf({ name, version }: ProjectDiff['from']): string {
  return version ?? name;
}

/** Which of the two is the earlier one is up to the reader, so the page says how it reads them. */
function Direction({ from, to }: Pick<ProjectDiff, 'from' | 'to'>) {
  return (
    <p className={styles.direction}>
      <span className="muted">From</span> <ProjectLink project={from} /> <span aria-hidden="true">→</span>{' '}
      <span className="muted">to</span> <ProjectLink project={to} />
    </p>
  );
}

function ProjectLink({ project }: { readonly project: ProjectDiff['from'] }) {
  return (
    <Link
      to="/projects/$uuid"
      params={{ uuid: project.uuid }}
      className={styles.project}
      title={nameOf(project)}
    >
      <bdi>{nameOf(project)}</bdi>
    </Link>
  );
}

function Trail({ to }: { readonly to: ProjectDiff['to'] }) {
  return (
    <>
      <Link to="/projects">Projects</Link>
      <span aria-hidden="true">/</span>
      <ProjectLink project={to} />
    </>
  );
}

interface ChangedCardProps extends Pick<ProjectDiff, 'from' | 'to'> {
  readonly changed: readonly ChangedComponent[];
}

function ChangedCard({ changed, from: before, to: after }: ChangedCardProps) {
  return (
    <Card title="Other versions" facts={formatCount(changed.length)}>
      {changed.length === 0 ? (
        <p className="muted">No component changed its version.</p>
      ) : (
        <Table label="Components in another version">
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">
                In <bdi>{labelOf(before)}</bdi>
              </th>
              <th scope="col">
                In <bdi>{labelOf(after)}</bdi>
              </th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {changed.slice(0, MAX_SHOWN).map(({ from, to, direction }) => (
              <tr key={`${from.uuid} ${to.uuid}`}>
                <td>
                  <bdi>{to.name}</bdi>
                </td>
                <VersionCell component={from} />
                <VersionCell component={to} />
                <td>{DIRECTIONS[direction]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {changed.length > MAX_SHOWN && <p className="muted">The first {MAX_SHOWN} are shown.</p>}
    </Card>
  );
}

function VersionCell({ component: { uuid, version } }: { readonly component: DiffComponent }) {
  return (
    <td>
      <Link to="/components/$uuid" params={{ uuid }}>
        <bdi className="mono">{version ?? 'without version'}</bdi>
      </Link>
    </td>
  );
}

interface ComponentsCardProps {
  readonly title: string;
  /** The version that has them. */
  readonly version: string;
  readonly components: readonly DiffComponent[];
  readonly empty: string;
}

function ComponentsCard({ title, version, components, empty }: ComponentsCardProps) {
  return (
    <Card
      title={title}
      facts={
        <>
          {formatCount(components.length)}, only in <bdi>{version}</bdi>
        </>
      }
    >
      {components.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <Table label={`${title} components`}>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Version</th>
            </tr>
          </thead>
          <tbody>
            {components.slice(0, MAX_SHOWN).map((component) => (
              <tr key={component.uuid}>
                <td>
                  <bdi>{component.name}</bdi>
                  {component.group && <bdi className="muted"> {component.group}</bdi>}
                </td>
                <VersionCell component={component} />
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {components.length > MAX_SHOWN && <p className="muted">The first {MAX_SHOWN} are shown.</p>}
    </Card>
  );
}
