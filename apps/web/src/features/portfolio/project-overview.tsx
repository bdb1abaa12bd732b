import { findingOperations, type Project } from '@tallyman/contract';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayCall } from '../../api/session.ts';
import { Card, Columns } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { SeverityTrend } from '../metrics/severity-trend.tsx';
import { DataAge } from './data-age.tsx';
import { FindingCounts } from './finding-counts.tsx';
import styles from './project-overview.module.css';

const route = getRouteApi('/projects/$uuid');

/** What the project is, how many findings it has, and how old that knowledge is. */
export function ProjectOverview({ project }: { readonly project: Project }) {
  const maySeeFindings = useMayCall(findingOperations.listFindings);
  return (
    <div className={styles.overview}>
      {maySeeFindings && <FindingCounts project={project.uuid} />}
      <ProjectTrend project={project.uuid} />
      <Columns>
        <Card title="Project">
          <ProjectDetails project={project} />
        </Card>
        <DataAge project={project} />
      </Columns>
    </div>
  );
}

function ProjectTrend({ project }: { readonly project: string }) {
  const { days } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SeverityTrend
      project={project}
      days={days}
      onDays={(chosen) => void navigate({ search: (now) => ({ ...now, days: chosen }), replace: true })}
    />
  );
}

function ProjectDetails({ project }: { readonly project: Project }) {
  const {
    group,
    description,
    classifier,
    publisher,
    supplier,
    tags = [],
    purl,
    cpe,
    children = [],
  } = project;
  return (
    <Facts>
      {description && <Fact name="Description">{description}</Fact>}
      {group && <Fact name="Group">{group}</Fact>}
      {classifier && <Fact name="Type">{classifier.toLowerCase().replaceAll('_', ' ')}</Fact>}
      {publisher && <Fact name="Publisher">{publisher}</Fact>}
      {supplier?.name && <Fact name="Supplier">{supplier.name}</Fact>}
      <Fact name="Tags">{tags.map(({ name }) => name).join(', ') || 'None'}</Fact>
      {purl && (
        <Fact name="Package URL">
          <Copyable text={purl} />
        </Fact>
      )}
      {cpe && (
        <Fact name="CPE">
          <Copyable text={cpe} />
        </Fact>
      )}
      {children.length > 0 && (
        <Fact name="Contains">
          <ul className={styles.links}>
            {children.map(({ uuid, name, version }) => (
              <li key={uuid}>
                <Link to="/projects/$uuid" params={{ uuid }}>
                  <bdi>{name}</bdi> <bdi>{version}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <References project={project} />
    </Facts>
  );
}

function References({ project: { externalReferences = [] } }: { readonly project: Project }) {
  if (externalReferences.length === 0) return null;
  return (
    <Fact name="References">
      <ul className={styles.links}>
        {externalReferences.map(({ type, url }) => (
          <li key={`${type} ${url}`}>
            <span className="muted">{type}</span> <ExternalLink href={url} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}
