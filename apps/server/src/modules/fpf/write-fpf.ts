import type { Finding } from '@tallyman/contract';

/** Everything before the findings. */
export interface FpfHead {
  readonly meta: {
    readonly application: string;
    readonly version: string;
    readonly timestamp: string;
    readonly baseUrl?: string;
  };
  readonly project: object;
}

/** "FPF: version 1.3." */
const FPF_VERSION = '1.3';

/** The document, a block of findings at a time, in the layout of a whole one. */
export async function* writeFpf(head: FpfHead, blocks: AsyncIterable<Finding[]>): AsyncGenerator<string> {
  yield `${JSON.stringify({ version: FPF_VERSION, ...head }, null, 2).slice(0, -2)},\n  "findings": [`;
  let separator = '\n    ';
  for await (const block of blocks) {
    if (block.length === 0) continue;
    yield separator + block.map(writeFinding).join(',\n    ');
    separator = ',\n    ';
  }
  yield separator.startsWith(',') ? '\n  ]\n}\n' : ']\n}\n';
}

/** Line breaks inside of text are escaped, so that all others are of the layout. */
function writeFinding(finding: Finding): string {
  return JSON.stringify(toFpfFinding(finding), null, 2).replaceAll('\n', '\n    ');
}

/**
 * "Names as in the list of findings, plus `analysis.justification`; dates are ISO-8601 strings with milliseconds and
 * offset."
 */
export function toFpfFinding({ match: _match, ...finding }: Finding) {
  const { attributedOn, ...attribution } = finding.attribution;
  const { published, ...vulnerability } = finding.vulnerability;
  const { response: _response, ...analysis } = finding.analysis;
  return {
    component: finding.component,
    vulnerability: { ...vulnerability, ...(published === undefined ? {} : { published: toIso(published) }) },
    analysis,
    attribution: {
      ...attribution,
      ...(attributedOn === undefined ? {} : { attributedOn: toIso(attributedOn) }),
    },
    matrix: finding.matrix,
  };
}

function toIso(timestamp: number): string {
  return new Date(timestamp).toISOString().replace('Z', '+00:00');
}
