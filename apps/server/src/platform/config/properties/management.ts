import { property } from '../property.ts';
import { boolean, host, integer, oneOf, port, secretText, text } from '../value-types.ts';

export const managementProperties = {
  'svc.management.host': property(host, {
    default: '127.0.0.1',
    description: 'Address on which the management server (health and metrics) listens.',
  }),
  'svc.management.port': property(port, {
    default: 9000,
    description: 'Port of the management server. It listens before init tasks run. `0` uses any free port.',
  }),
  'svc.metrics.enabled': property(boolean, {
    default: true,
    carriedOver: true,
    description: 'Whether the management server serves `/metrics` for Prometheus.',
  }),
  'svc.metrics.auth.username': property(text, {
    carriedOver: true,
    description: 'User name for `/metrics` (HTTP basic authentication). Set it together with the password.',
  }),
  'svc.metrics.auth.password': property(secretText, {
    carriedOver: true,
    description: 'Password for `/metrics`.',
  }),
  'svc.metrics.retention-days': property(integer(1, 3_650, 90), {
    synonyms: ['maintenance.metrics.retention.days'],
    description:
      'Retention of the metrics of projects and components, in days. Takes precedence over the configuration property `maintenance/metrics.retention.days`.',
  }),
  'svc.logging.format': property(oneOf(['auto', 'json', 'text']), {
    default: 'auto',
    description:
      'Format of log lines: `json`, human-readable `text`, or `auto` (text on a terminal, otherwise JSON).',
  }),
};
