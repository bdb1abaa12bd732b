import { Skeleton } from '@mantine/core';
import { type Component, componentOperations, findingOperations, HASH_NAMES } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Card, Columns } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DependencyPaths } from '../portfolio/dependency-paths.tsx';
import { ComponentFindings } from './component-findings.tsx';
import styles from './component-page.module.css';
import { OtherProjects } from './other-projects.tsx';

const route = getRouteApi('/components/$uuid');

/** One component of a project: what identifies it, its licence and findings, and where else it is used. */
export function ComponentPage() {
  const { uuid } = route.useParams();
  const query = useQuery(apiQuery(componentOperations.getComponent, { params: { uuid } }));
  const maySeeFindings = useMayCall(findingOperations.listFindings);
  if (!query.data) {
    return (
      <Page title="Component" trail={<Link to="/components">Components</Link>}>
        {query.error ? (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={14} width={240} />
        )}
      </Page>
    );
  }
  const component = query.data.body;
  const { project } = component;
  return (
    <Page
      title={component.name}
      trail={<Trail component={component} />}
      facts={<ComponentHeadline component={component} />}
    >
      <Columns>
        <Card title="Identity">
          <Identity component={component} />
        </Card>
        <Card title="Licence and origin">
          <Origin component={component} />
        </Card>
      </Columns>
      {maySeeFindings && <ComponentFindings component={component} />}
      <Columns>
        <Card title="How it gets in">
          <DependencyPaths project={project.uuid} component={component.uuid} />
          <Link
            to="/projects/$uuid"
            params={{ uuid: project.uuid }}
            search={{ tab: 'dependencies', to: component.uuid }}
          >
            Show among all dependencies
          </Link>
        </Card>
        {component.purl && <OtherProjects component={component} purl={component.purl} />}
      </Columns>
    </Page>
  );
}

function Trail({ component: { project } }: { readonly component: Component }) {
  return (
    <>
      <Link to="/projects">Projects</Link>
      <span aria-hidden="true">/</span>
      <Link to="/projects/$uuid" params={{ uuid: project.uuid }} search={{ tab: 'components' }}>
        <bdi>{project.name}</bdi> <bdi>{project.version}</bdi>
      </Link>
    </>
  );
}

function ComponentHeadline({ component }: { readonly component: Component }) {
  const { version, group, classifier, isInternal, scope } = component;
  return (
    <>
      {version && <bdi className="mono">{version}</bdi>}
      {group && (
        <>
          {' · '}
          <bdi>{group}</bdi>
        </>
      )}
      {` · ${classifier.toLowerCase().replaceAll('_', ' ')}`}
      {scope && ` · ${scope.toLowerCase()}`}
      {isInternal && ' · made in-house'}
    </>
  );
}

function Identity({ component }: { readonly component: Component }) {
  const identifiers: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Package URL', component.purl],
    ['CPE', component.cpe],
    ['SWID tag', component.swidTagId],
    ...HASH_NAMES.map((name) => [name.toUpperCase().replaceAll('_', '-'), component[name]] as const),
  ];
  const known = identifiers.filter(([, value]) => value);
  if (known.length === 0) {
    return (
      <p className="muted">
        It has no package URL and no CPE name, so that no vulnerability can be matched to it.
      </p>
    );
  }
  return (
    <Facts>
      {known.map(([name, value]) => (
        <Fact key={name} name={name}>
          <Copyable text={value ?? ''} />
        </Fact>
      ))}
      {component.filename && <Fact name="File">{component.filename}</Fact>}
    </Facts>
  );
}

function Origin({ component }: { readonly component: Component }) {
  const {
    resolvedLicense,
    license,
    licenseExpression,
    licenseUrl,
    supplier,
    publisher,
    authors = [],
  } = component;
  const people = authors.map(({ name }) => name).filter(Boolean);
  return (
    <Facts>
      <Fact name="Licence">
        {licenseExpression ?? resolvedLicense?.licenseId ?? license ?? 'Unknown'}
        {resolvedLicense && (
          <>
            {' '}
            <Link to="/licenses/$id" params={{ id: resolvedLicense.licenseId }}>
              <bdi>{resolvedLicense.name}</bdi>
            </Link>
          </>
        )}
      </Fact>
      {licenseUrl && (
        <Fact name="Licence text">
          <ExternalLink href={licenseUrl} />
        </Fact>
      )}
      {component.copyright && <Fact name="Copyright">{component.copyright}</Fact>}
      {supplier?.name && <Fact name="Supplier">{supplier.name}</Fact>}
      {publisher && <Fact name="Publisher">{publisher}</Fact>}
      {people.length > 0 && <Fact name="Authors">{people.join(', ')}</Fact>}
      {component.description && (
        <Fact name="Description">
          <span className={styles.prose}>{component.description}</span>
        </Fact>
      )}
      {component.notes && <Fact name="Notes">{component.notes}</Fact>}
      {(component.externalReferences ?? []).map(({ type, url }) => (
        <Fact key={`${type} ${url}`} name={type.toLowerCase().replaceAll('_', ' ')}>
          <ExternalLink href={url} />
        </Fact>
      ))}
    </Facts>
  );
}
