import { auditLogProperties } from './properties/audit-log.ts';
import { authProperties, ldapProperties } from './properties/auth.ts';
import { bomProperties } from './properties/bom.ts';
import { datasourceProperties } from './properties/datasource.ts';
import { findingIntegrationProperties } from './properties/finding-integrations.ts';
import { generalProperties, initProperties } from './properties/general.ts';
import { corsProperties, httpProperties, requestsProperties } from './properties/http.ts';
import { managementProperties } from './properties/management.ts';
import { notificationProperties } from './properties/notification.ts';
import { oidcProperties } from './properties/oidc.ts';
import { outgoingProperties } from './properties/outgoing.ts';
import { secretManagementProperties } from './properties/secret-management.ts';
import { taskProperties } from './properties/task.ts';
import { telemetryProperties } from './properties/telemetry.ts';
import { vexProperties } from './properties/vex.ts';
import { vulnAnalyzerProperties } from './properties/vuln-analyzer.ts';
import { vulnDataSourceProperties } from './properties/vuln-data-source.ts';
import { webProperties } from './properties/web.ts';
import type { Property } from './property.ts';

/** Every property of the service. The loader, the reference page and `tallyman config check` read this table. */
const properties = {
  ...generalProperties,
  ...initProperties,
  ...datasourceProperties,
  ...httpProperties,
  ...requestsProperties,
  ...corsProperties,
  ...webProperties,
  ...managementProperties,
  ...telemetryProperties,
  ...authProperties,
  ...ldapProperties,
  ...oidcProperties,
  ...bomProperties,
  ...vexProperties,
  ...vulnDataSourceProperties,
  ...vulnAnalyzerProperties,
  ...notificationProperties,
  ...findingIntegrationProperties,
  ...auditLogProperties,
  ...secretManagementProperties,
  ...taskProperties,
  ...outgoingProperties,
};

export type PropertyName = keyof typeof properties;

type ValueOf<P> = P extends Property<infer T> ? T : never;

export type PropertyValues = { readonly [N in PropertyName]: ValueOf<(typeof properties)[N]> };

export const propertyNames = Object.keys(properties) as PropertyName[];

/** The property without its exact value type. */
export function getProperty(name: PropertyName): Property<unknown> {
  return properties[name];
}

export const sections: readonly { readonly title: string; readonly names: readonly PropertyName[] }[] = [
  section('General', generalProperties),
  section('First start and init tasks', initProperties),
  section('Database', datasourceProperties),
  section('HTTP', { ...httpProperties, ...requestsProperties }),
  section('Cross-origin requests', corsProperties),
  section('Web interface', webProperties),
  section('Management and logging', managementProperties),
  section('OpenTelemetry', telemetryProperties),
  section('Sign-in', authProperties),
  section('LDAP', ldapProperties),
  section('OpenID Connect', oidcProperties),
  section('Bills of materials', bomProperties),
  section('VEX', vexProperties),
  section('Vulnerability data', vulnDataSourceProperties),
  section('Vulnerability analyzers', vulnAnalyzerProperties),
  section('Notifications', notificationProperties),
  section('Finding integrations', findingIntegrationProperties),
  section('Audit log', auditLogProperties),
  section('Secrets', secretManagementProperties),
  section('Scheduled tasks', taskProperties),
  section('Outgoing connections and policy bundles', outgoingProperties),
];

function section<T extends Partial<typeof properties>>(title: string, rows: T) {
  return { title, names: Object.keys(rows) as (keyof T & PropertyName)[] };
}
