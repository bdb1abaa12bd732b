import { destinationUrl, secretName } from '../../../settings/schema-members.ts';
import { type AnalyzerKind, requireWhenEnabled } from '../analyzer-kind.ts';
import { toTrivyBlobs } from './to-trivy-blob.ts';
import { createTrivyAnalyzer, scanBlob } from './trivy-analyzer.ts';

/** A package for tests of the connection. */
const SAMPLE = {
  id: 0,
  purl: 'pkg:npm/left-pad@1.3.0',
  coordinates: 'pkg:npm/left-pad@1.3.0',
  cpe: null,
};

export const trivyKind: AnalyzerKind = {
  name: 'trivy',
  displayName: 'Trivy',
  members: {
    enabled: { schema: { type: 'boolean', title: 'Enabled' }, property: 'svc.vuln-analyzer.trivy.enabled' },
    apiUrl: {
      schema: { ...destinationUrl, title: 'Address of the Trivy server' },
      property: 'svc.vuln-analyzer.trivy.url',
    },
    apiToken: {
      schema: { ...secretName, title: 'Secret with the token of the server' },
      property: 'svc.vuln-analyzer.trivy.token-secret',
      valueProperty: 'svc.vuln-analyzer.trivy.token',
    },
    ignoreUnfixed: {
      schema: { type: 'boolean', title: 'Ignore vulnerabilities without a fix' },
      property: 'svc.vuln-analyzer.trivy.ignore-unfixed',
    },
    scanLibrary: {
      schema: { type: 'boolean', title: 'Analyse libraries' },
      property: 'svc.vuln-analyzer.trivy.scan-library',
    },
    scanOs: {
      schema: { type: 'boolean', title: 'Analyse packages of operating systems' },
      property: 'svc.vuln-analyzer.trivy.scan-os',
    },
  },
  rules: requireWhenEnabled('apiUrl'),
  addressMember: 'apiUrl',
  create: createTrivyAnalyzer,
  check: async (deps) => {
    if (deps.settings.apiUrl === undefined) return 'The address of the Trivy server is missing.';
    const [blob = {}] = toTrivyBlobs([SAMPLE], { scansLibraries: true, scansOs: false });
    await scanBlob(deps, blob, undefined);
    return undefined;
  },
};
