/** One violation of the schema. */
export interface Violation {
  /** A JSON pointer (`/components/3/purl`), or `line 12, column 7` in XML and for syntax errors. */
  readonly place: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The violations of one document. */
export interface ViolationLogs {
  /** Violations that refuse the document. */
  readonly refusing: ViolationLog;
  /** Lenient mode: violations that are only listed. The members that they concern are dropped. */
  readonly ignored: ViolationLog | undefined;
}

/** Collects violations up to a limit and counts the rest, so that a hostile document cannot exhaust memory. */
export class ViolationLog {
  readonly #cap: number;
  readonly #listed: Violation[] = [];
  #more = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  get isEmpty(): boolean {
    return this.#listed.length === 0;
  }

  get isFull(): boolean {
    return this.#listed.length >= this.#cap;
  }

  get listed(): readonly Violation[] {
    return this.#listed;
  }

  get more(): number {
    return this.#more;
  }

  add(violation: Violation): void {
    if (this.isFull) this.#more++;
    else this.#listed.push(violation);
  }

  /** Counts a violation beyond the limit. */
  count(): void {
    this.#more++;
  }
}
