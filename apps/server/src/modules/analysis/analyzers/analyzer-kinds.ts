import type { AnalyzerKind } from './analyzer-kind.ts';
import { ossIndexKind } from './oss-index/oss-index-kind.ts';
import { snykKind } from './snyk/snyk-kind.ts';
import { trivyKind } from './trivy/trivy-kind.ts';
import { vulnDbKind } from './vuln-db/vuln-db-kind.ts';

/** All external analyzers. */
export const analyzerKinds: readonly AnalyzerKind[] = [ossIndexKind, snykKind, trivyKind, vulnDbKind];
