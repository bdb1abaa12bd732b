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

/** "Names as in the list of findings, plus `analysis.justification`." */
function writeFinding({ component, vulnerability, analysis, attribution, matrix }: Finding): string {
  const { response: _response, ...decision } = analysis;
  const { attributedOn, ...attributed } = attribution;
  return `{
      "component": ${write(component)},
      "vulnerability": ${writeVulnerability(vulnerability)},
      "analysis": ${write(decision)},
      "attribution": ${write({
        ...attributed,
        ...(attributedOn === undefined ? {} : { attributedOn: toIso(attributedOn) }),
      })},
      "matrix": ${JSON.stringify(matrix)}
    }`;
}

/** Findings of one vulnerability follow each other and share it: most of the document is written once. */
const written = new WeakMap<Finding['vulnerability'], string>();

function writeVulnerability(vulnerability: Finding['vulnerability']): string {
  const known = written.get(vulnerability);
  if (known !== undefined) return known;
  const { published, ...rest } = vulnerability;
  const text = write({ ...rest, ...(published === undefined ? {} : { published: toIso(published) }) });
  written.set(vulnerability, text);
  return text;
}

/** Line breaks inside of text are escaped, so that all others are of the layout. */
function write(member: object): string {
  return JSON.stringify(member, null, 2).replaceAll('\n', '\n      ');
}

/** "ISO-8601 strings with milliseconds and offset." */
function toIso(timestamp: number): string {
  return new Date(timestamp).toISOString().replace('Z', '+00:00');
}
