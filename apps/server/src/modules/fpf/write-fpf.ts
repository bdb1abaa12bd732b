import type { Finding } from '@tallyman/contract';
import { joinTexts } from '../../platform/http/join-texts.ts';

/** The members before the findings. */
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

/** Writes the document in pieces, indented as `JSON.stringify` would indent all of it. */
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
    const { response: _response, expiresAt: _expiresAt, ...decision } = analysis;
    const { attributedOn, ...attributed } = attribution;
    const separator = this.#separator;
    this.#separator = ',\n    ';
    return `${separator}{
      "component": ${formatMember(component)},
      "vulnerability": ${this.#writeVulnerability(vulnerability)},
      "analysis": ${formatMember(decision)},
      "attribution": ${formatMember({
        ...attributed,
        ...(attributedOn === undefined ? {} : { attributedOn: this.#formatAttributedOn(attributedOn) }),
      })},
      "matrix": ${JSON.stringify(matrix)}
    }`;
  }

  /** Consecutive findings of one vulnerability share its object, so that its text is reused. */
  #writeVulnerability(vulnerability: Finding['vulnerability']): string {
    if (this.#vulnerability?.from === vulnerability) return this.#vulnerability.text;
    const { published, ...rest } = vulnerability;
    const text = formatMember({
      ...rest,
      ...(published === undefined ? {} : { published: formatTime(published) }),
    });
    this.#vulnerability = { from: vulnerability, text };
    return text;
  }

  /** Findings of one analysis have the same time, so that its text is reused. */
  #formatAttributedOn(timestamp: number): string {
    if (this.#attribution?.on !== timestamp)
      this.#attribution = { on: timestamp, text: formatTime(timestamp) };
    return this.#attribution.text;
  }
}

/** Line breaks inside strings are escaped, so that all others belong to the indentation. */
function formatMember(member: object): string {
  return JSON.stringify(member, null, 2).replaceAll('\n', '\n      ');
}

/** "ISO-8601 strings with milliseconds and offset." */
function formatTime(timestamp: number): string {
  return new Date(timestamp).toISOString().replace('Z', '+00:00');
}
