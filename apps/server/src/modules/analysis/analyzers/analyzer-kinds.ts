import type { AnalyzerKind } from './analyzer-kind.ts';
import { ossIndexKind } from './oss-index/oss-index-kind.ts';
import { trivyKind } from './trivy/trivy-kind.ts';

/** All external analyzers. */
export const analyzerKinds: readonly AnalyzerKind[] = [ossIndexKind, trivyKind];
