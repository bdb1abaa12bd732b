import type { Finding } from '@tallyman/contract';
import { joinTexts } from '../../platform/http/join-texts.ts';

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

/** The document, some findings at a time, in the layout of a whole one. */
export async function* writeFpf(
  head: FpfHead,
  blocks: AsyncIterable<Iterable<Finding>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ version: FPF_VERSION, ...head }, null, 2).slice(0, -2)},\n  "findings": [`;
  const writer = new FindingWriter();
  yield* joinTexts(blocks, (finding) => writer.write(finding));
  yield writer.hasWritten ? '\n  ]\n}\n' : ']\n}\n';
}

class FindingWriter {
  #separator = '\n    ';
  #vulnerability: { readonly from: Finding['vulnerability']; readonly text: string } | undefined;
  #attribution: { readonly on: number; readonly text: string } | undefined;

  get hasWritten(): boolean {
    return this.#separator.startsWith(',');
  }

  /** "Names as in the list of findings, plus `analysis.justification`." */
  write({ component, vulnerability, analysis, attribution, matrix }: Finding): string {
    const { response: _response, ...decision } = analysis;
    const { attributedOn, ...attributed } = attribution;
    const separator = this.#separator;
    this.#separator = ',\n    ';
    return `${separator}{
      "component": ${write(component)},
      "vulnerability": ${this.#writeVulnerability(vulnerability)},
      "analysis": ${write(decision)},
      "attribution": ${write({
        ...attributed,
        ...(attributedOn === undefined ? {} : { attributedOn: this.#toIsoOnce(attributedOn) }),
      })},
      "matrix": ${JSON.stringify(matrix)}
    }`;
  }

  /** Findings of one vulnerability follow each other and share it: most of the document is written once. */
  #writeVulnerability(vulnerability: Finding['vulnerability']): string {
    if (this.#vulnerability?.from === vulnerability) return this.#vulnerability.text;
    const { published, ...rest } = vulnerability;
    const text = write({ ...rest, ...(published === undefined ? {} : { published: toIso(published) }) });
    this.#vulnerability = { from: vulnerability, text };
    return text;
  }

  /** What one analysis found has one time. */
  #toIsoOnce(timestamp: number): string {
    if (this.#attribution?.on !== timestamp) this.#attribution = { on: timestamp, text: toIso(timestamp) };
    return this.#attribution.text;
  }
}

/** Line breaks inside of text are escaped, so that all others are of the layout. */
function write(member: object): string {
  return JSON.stringify(member, null, 2).replaceAll('\n', '\n      ');
}

/** "ISO-8601 strings with milliseconds and offset." */
function toIso(timestamp: number): string {
  return new Date(timestamp).toISOString().replace('Z', '+00:00');
}
