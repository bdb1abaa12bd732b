import { Skeleton } from '@mantine/core';
import { componentV2Operations, type License, licenseOperations } from '@tallyman/contract';
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
import { LicenseComponents } from './license-components.tsx';
import styles from './license-page.module.css';

const route = getRouteApi('/licenses/$id');

/** One licence: who approves it, its text, and who uses it. */
export function LicensePage() {
  const { id } = route.useParams();
  const query = useQuery(apiQuery(licenseOperations.getLicense, { params: { licenseId: id } }));
  const maySeeComponents = useMayCall(componentV2Operations.listComponentsV2);
  const trail = <Link to="/licenses">Licences</Link>;
  if (!query.data) {
    return (
      <Page title="Licence" trail={trail}>
        {query.error ? (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={14} width={240} />
        )}
      </Page>
    );
  }
  const license = query.data.body;
  return (
    <Page title={license.name} trail={trail}>
      <Columns>
        <Card title="About">
          <About license={license} />
        </Card>
        {license.licenseText && (
          <Card title="Text">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
            <section className={styles.text} tabIndex={0} aria-label="Text of the licence">
              <pre dir="auto">{license.licenseText}</pre>
            </section>
          </Card>
        )}
      </Columns>
      {maySeeComponents && <LicenseComponents licenseId={license.licenseId} />}
    </Page>
  );
}

function About({ license }: { readonly license: License }) {
  const { licenseId, licenseGroups, seeAlso = [], licenseComments } = license;
  return (
    <Facts>
      <Fact name={license.isCustomLicense ? 'Id' : 'SPDX id'}>
        <Copyable text={licenseId} />
      </Fact>
      <Fact name="Origin">
        {license.isCustomLicense ? 'Custom, added to this service' : 'SPDX licence list'}
      </Fact>
      <Fact name="OSI approved">{license.isOsiApproved ? 'Yes' : 'No'}</Fact>
      <Fact name="FSF free">{license.isFsfLibre ? 'Yes' : 'No'}</Fact>
      {license.isDeprecatedLicenseId && (
        <Fact name="Deprecated">SPDX has replaced this id by another one.</Fact>
      )}
      <Fact name="Groups">{licenseGroups.map(({ name }) => name).join(', ') || 'None'}</Fact>
      {seeAlso.length > 0 && (
        <Fact name="See also">
          <ul className={styles.links}>
            {seeAlso.map((url) => (
              <li key={url}>
                <ExternalLink href={url} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {licenseComments && (
        <Fact name="Comments">
          <span className={styles.comments}>{licenseComments}</span>
        </Fact>
      )}
    </Facts>
  );
}
