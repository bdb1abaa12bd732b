import type { Config } from '../../platform/config/load-config.ts';

const SOURCE_NAMES = ['nvd', 'osv', 'github', 'epss', 'kev'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

export interface SourceSettings {
  readonly isEnabled: boolean;
  readonly url: string;
  readonly cron: string;
  /** API key or token. Never logged or shown. */
  readonly secret: string | undefined;
  /** For OSV. */
  readonly ecosystems: readonly string[];
}

export function findSourceName(name: string): SourceName | undefined {
  return SOURCE_NAMES.find((candidate) => candidate === name.toLowerCase());
}

export function toSourceSettings(config: Config, name: SourceName): SourceSettings {
  return {
    isEnabled: config[`svc.vuln-data-source.${name}.enabled`],
    url: config[`svc.vuln-data-source.${name}.url`].replace(/\/+$/, ''),
    cron: config[`svc.vuln-data-source.${name}.cron`],
    secret: secretOf(config, name),
    ecosystems: name === 'osv' ? config['svc.vuln-data-source.osv.ecosystems'] : [],
  };
}

function secretOf(config: Config, name: SourceName): string | undefined {
  if (name === 'nvd') return config['svc.vuln-data-source.nvd.api-key'];
  return name === 'github' ? config['svc.vuln-data-source.github.token'] : undefined;
}
