import { property } from '../property.ts';
import { boolean, commaList, cron, integer, secretText, text, url } from '../value-types.ts';

/** An address of a source. It may contain a query and credentials, which are never shown. */
function address(example: string) {
  return property(url(['https', 'http'], example), {
    default: example,
    description: 'Address of the original or of a copy with the same layout.',
  });
}

function enabled(isEnabled: boolean, what: string) {
  return property(boolean, { default: isEnabled, description: `Whether ${what} is mirrored.` });
}

function schedule(expression: string) {
  return property(cron, { default: expression, description: 'Schedule of the mirror.' });
}

function aliasSync() {
  return property(boolean, {
    default: true,
    description: 'Whether the other ids of a vulnerability are recorded as aliases, from the next read on.',
  });
}

const FOUR_GIB = 4_294_967_296;

export const vulnDataSourceProperties = {
  'svc.vuln-data-source.nvd.enabled': enabled(true, 'the National Vulnerability Database'),
  'svc.vuln-data-source.nvd.url': property(url(['https', 'http'], 'https://nvd.nist.gov/feeds'), {
    default: 'https://nvd.nist.gov/feeds',
    description:
      'Address of the 2.0 feeds (`nvdcve-2.0-….json.gz`) or of the 2.0 API (`https://services.nvd.nist.gov/rest/json/cves/2.0`).',
  }),
  'svc.vuln-data-source.nvd.cron': schedule('0 4 * * *'),
  'svc.vuln-data-source.nvd.api-key': property(secretText, {
    description: 'Key for the API, which raises its rate limit. Feeds need none.',
  }),
  'svc.vuln-data-source.nvd.api-key-secret': property(text, {
    description: 'Name of the secret that contains the key for the API. Overrides the key itself.',
  }),
  'svc.vuln-data-source.osv.enabled': enabled(false, 'OSV'),
  'svc.vuln-data-source.osv.url': address('https://storage.googleapis.com/osv-vulnerabilities'),
  'svc.vuln-data-source.osv.cron': schedule('0 3 * * *'),
  'svc.vuln-data-source.osv.ecosystems': property(commaList, {
    default: ['Go', 'Maven', 'npm', 'NuGet', 'PyPI'],
    description: 'Ecosystems to mirror, by their names in OSV; `*` for all.',
  }),
  'svc.vuln-data-source.osv.alias-sync': aliasSync(),
  'svc.vuln-data-source.osv.incremental': property(boolean, {
    default: true,
    description:
      'Whether few changed records are read one by one. Otherwise the archive of the ecosystem is read.',
  }),
  'svc.vuln-data-source.github.enabled': enabled(false, 'the GitHub Advisory Database'),
  'svc.vuln-data-source.github.url': address('https://api.github.com/graphql'),
  'svc.vuln-data-source.github.cron': schedule('0 2 * * *'),
  'svc.vuln-data-source.github.token': property(secretText, {
    description: 'Personal access token. GitHub requires one, or a GitHub App.',
  }),
  'svc.vuln-data-source.github.token-secret': property(text, {
    description: 'Name of the secret that contains the personal access token. Overrides the token itself.',
  }),
  'svc.vuln-data-source.github.app-id': property(text, {
    description: 'Id of a GitHub App that is used instead of a personal access token.',
  }),
  'svc.vuln-data-source.github.app-installation-id': property(text, {
    description: 'Id of the installation of the GitHub App.',
  }),
  'svc.vuln-data-source.github.app-private-key': property(secretText, {
    description: 'Private key of the GitHub App, in PEM format.',
  }),
  'svc.vuln-data-source.github.app-private-key-secret': property(text, {
    description:
      'Name of the secret that contains the private key of the GitHub App. Overrides the key itself.',
  }),
  'svc.vuln-data-source.github.alias-sync': aliasSync(),
  'svc.vuln-data-source.epss.enabled': enabled(true, 'EPSS, the likelihood of exploitation,'),
  'svc.vuln-data-source.epss.url': address('https://epss.empiricalsecurity.com'),
  'svc.vuln-data-source.epss.cron': schedule('0 1 * * *'),
  'svc.vuln-data-source.kev.enabled': enabled(
    true,
    'the catalogue of known exploited vulnerabilities (CISA)',
  ),
  'svc.vuln-data-source.kev.url': address(
    'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  ),
  'svc.vuln-data-source.kev.cron': schedule('0 2 * * *'),
  'svc.vuln-data-source.euvd.enabled': enabled(
    true,
    'the catalogue of known exploited vulnerabilities of EUVD (ENISA)',
  ),
  'svc.vuln-data-source.euvd.url': address('https://euvdservices.enisa.europa.eu/api/kev/dump'),
  'svc.vuln-data-source.euvd.cron': schedule('30 8 * * *'),
  'svc.vuln-data-source.stale-after-periods': property(integer(1, 1_000, 3), {
    default: 3,
    description: 'A source whose last success is older than this many of its periods is shown as stale.',
  }),
  'svc.vuln-data-source.max-bytes': property(integer(1_024, FOUR_GIB, FOUR_GIB), {
    default: FOUR_GIB,
    description: 'Maximum size of a downloaded or imported file, in bytes.',
  }),
  'svc.vuln-data-source.history.retention-days': property(integer(0, 3_650, 90), {
    default: 90,
    description:
      'Retention of mirror runs, in days. The last runs of a source are always kept. `0` keeps all.',
  }),
};
