import { property } from '../property.ts';
import { boolean, integer, milliseconds, postgresUrl, secretText, text } from '../value-types.ts';

export const datasourceProperties = {
  'svc.datasource.url': property(postgresUrl, {
    carriedOver: true,
    oldNames: ['database.url'],
    description:
      'PostgreSQL to use, as `postgresql://host:port/database` or `jdbc:postgresql://host:port/database`. ' +
      'If unset, the embedded PostgreSQL under `svc.data.directory` is used.',
  }),
  'svc.datasource.username': property(text, {
    carriedOver: true,
    oldNames: ['database.username'],
    description: 'Database user. Overrides a user name in the URL.',
  }),
  'svc.datasource.password': property(secretText, {
    carriedOver: true,
    oldNames: ['database.password'],
    description: 'Password of the database user. Overrides a password in the URL.',
  }),
  'svc.datasource.pool.enabled': property(boolean, {
    default: true,
    carriedOver: true,
    oldNames: ['database.pool.enabled'],
    description: 'Whether connections are reused. If false, each use opens a new connection.',
  }),
  'svc.datasource.pool.max-size': property(integer(1, 10_000, 20), {
    default: 20,
    carriedOver: true,
    oldNames: ['database.pool.max.size'],
    description:
      'Maximum number of open connections of this node: 15 % for readiness, authentication and ' +
      'sign-in, 40 % for jobs, the rest for requests; at least 6. The job queue has up to 4 additional ones.',
  }),
  'svc.datasource.pool.min-idle': property(integer(0, 10_000, 2), {
    default: 2,
    carriedOver: true,
    oldNames: ['database.pool.min.idle'],
    description: 'Connections that are kept open even when idle. Not more than the maximum size.',
  }),
  'svc.datasource.pool.idle-timeout-ms': property(milliseconds(0), {
    default: 300_000,
    carriedOver: true,
    oldNames: ['database.pool.idle.timeout'],
    description: 'Time after which an idle connection is closed. `0` keeps it.',
  }),
  'svc.datasource.pool.max-lifetime-ms': property(milliseconds(0), {
    default: 600_000,
    carriedOver: true,
    oldNames: ['database.pool.max.lifetime'],
    description: 'Time after which a connection is replaced as soon as it is idle. `0` keeps it.',
  }),
};
