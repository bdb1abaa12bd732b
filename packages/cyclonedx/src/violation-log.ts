/** One place of a document that breaks the schema. */
export interface Violation {
  /** JSON pointer (`/components/3/purl`); `line 12` or `line 12, column 7` in XML and where syntax is broken. */
  readonly place: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** Where the violations of one document go. */
export interface ViolationLogs {
  /** The document is refused for these. */
  readonly refusing: ViolationLog;
  /** When read leniently: these are listed, and the document is taken without the members that they are about. */
  readonly ignored: ViolationLog | undefined;
}

/** Collects violations up to a cap and counts the rest, so that a hostile document cannot fill the memory. */
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

  /** Counts one that nobody needs to describe any more. */
  count(): void {
    this.#more++;
  }
}
