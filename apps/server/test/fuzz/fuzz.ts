import { allOperations, type Operation, permissionNames } from '@tallyman/contract';
import type { Json } from '../support/sample-of.ts';
import { Corpus, type Draft } from './corpus.ts';
import { generateDraft, mutateDraft } from './generate-draft.ts';
import { HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_SEGMENTS } from './hostile-values.ts';
import { createRandom, type Random } from './random.ts';
import { encodeDraft, send, type WireAnswer, type WireRequest } from './send.ts';
import { tellStory } from './story.ts';
import { type Call, STORY_PASSWORD } from './story-place.ts';

export interface FuzzOptions {
  readonly baseUrl: string;
  /** Token of an administrator that the run does not change. */
  readonly adminToken: string;
  readonly receiver: string;
  readonly seed: number;
  readonly requests: number;
  /** Ends the run early. The requests sent so far are reported. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, failures: number) => void;
}

export interface FuzzReport {
  readonly sent: number;
  /** Number of responses by operation and status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Requests with a 5xx response or none. */
  readonly failures: readonly Failure[];
  /** Requests of the story that were rejected although they should succeed. */
  readonly refused: readonly string[];
  readonly withoutSuccess: readonly string[];
}

interface Failure {
  readonly number: number;
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

const AT_ONCE = 8;

/** Needs a job that has failed, which no request can cause. */
const CANNOT_SUCCEED = new Set(['retryWorkflowRun']);

/** The story is repeated after this many requests, to create again what was deleted. */
const ROUND = 4_000;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const run = new FuzzRun(options, await listHidden(options));
  let sent = 0;
  while (sent < options.requests && !options.signal?.aborted) {
    if (sent % ROUND === 0) await run.startRound(sent / ROUND);
    const count = Math.min(AT_ONCE, options.requests - sent);
    await run.sendBatch(sent, count);
    sent += count;
    options.onProgress?.(sent, run.failures.length);
  }
  return run.report(sent);
}

/** Ids and names that generated requests must not use: the administrator of the run and their team. */
async function listHidden({ baseUrl, adminToken }: FuzzOptions): Promise<string[]> {
  const headers = { Authorization: `Bearer ${adminToken}` };
  const { text } = await send(baseUrl, { method: 'GET', path: '/api/v1/team', headers });
  const teams = JSON.parse(text) as { uuid: string; name: string }[];
  return ['admin', ...teams.filter(({ name }) => name === 'Administrators').map(({ uuid }) => uuid)];
}

const STORY_ADDRESS = '192.0.2.1';

/**
 * Hostile sign-ins are throttled by address and by user name. Generated requests come from many addresses, so that
 * not all of them get 429. The story has its own address.
 */
function addressOf(number: number): string {
  return `10.0.${Math.floor(number / 256) % 256}.${number % 256}`;
}

function from(address: string): Readonly<Record<string, string>> {
  return { 'X-Forwarded-For': address };
}

type Credentials = Readonly<Record<string, string>>;

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #corpus: Corpus;
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #failures: Failure[] = [];
  readonly #refused = new Set<string>();
  #callers: readonly Credentials[] = [];

  constructor(options: FuzzOptions, hidden: readonly string[]) {
    this.#options = options;
    this.#corpus = new Corpus(hidden);
  }

  async startRound(number: number): Promise<void> {
    const round = `${this.#options.seed}-${number}`;
    const call: Call = async (id, said = {}) => this.#callStory(number, id, said);
    await tellStory({ call, round, receiver: this.#options.receiver });
    this.#callers = await this.#createCallers(call, round);
  }

  async sendBatch(from: number, count: number): Promise<void> {
    const batch = Array.from({ length: count }, (_, at) => this.#plan(from + at));
    const answers = await Promise.all(batch.map(({ wire }) => send(this.#options.baseUrl, wire)));
    for (const [at, answer] of answers.entries()) {
      const planned = batch[at];
      if (planned) this.#record(from + at, planned, answer);
    }
  }

  get failures(): readonly Failure[] {
    return this.#failures;
  }

  report(sent: number): FuzzReport {
    const succeeded = (operation: Operation) =>
      [...(this.#statuses.get(operation.id)?.keys() ?? [])].some((status) => status < 400);
    return {
      sent,
      statuses: this.#statuses,
      failures: this.#failures,
      refused: [...this.#refused],
      withoutSuccess: allOperations
        .filter((operation) => !succeeded(operation) && !CANNOT_SUCCEED.has(operation.id))
        .map(({ id }) => id),
    };
  }

  async #callStory(round: number, id: string, said: Parameters<Call>[1] = {}): Promise<unknown> {
    const operation = allOperations.find((known) => known.id === id);
    if (!operation) throw new Error(`The contract has no operation ${id}.`);
    const draft: Draft = {
      params: said.params ?? {},
      query: Object.entries(said.query ?? {}),
      body: said.body,
    };
    const encoded = encodeDraft(operation, draft);
    const credentials = said.headers ?? { Authorization: `Bearer ${this.#options.adminToken}` };
    const headers = { ...encoded.headers, ...from(STORY_ADDRESS), ...credentials };
    const wire = { ...encoded, headers };
    const answer = await send(this.#options.baseUrl, wire);
    this.#record(-1, { operation, draft, wire }, answer);
    if (answer.status >= 400) this.#refused.add(`round ${round}: ${id} ${answer.status} ${answer.text}`);
    return parse(answer.text) ?? answer.text;
  }

  /** An administrator, signed-in users, callers with few permissions, and no credentials. */
  async #createCallers(call: Call, round: string): Promise<Credentials[]> {
    const keyOf = async (name: string, permissions: readonly string[]) => {
      const { uuid } = await call('createTeam', { body: { name: `${name} ${round}` } });
      // Otherwise it could do nothing after a few requests.
      this.#corpus.hide(uuid);
      await call('setPermissionsOfTeam', { body: { team: uuid, permissions: [...permissions] } });
      const { key, publicId } = await call('createApiKey', { params: { uuid } });
      this.#corpus.hide(publicId);
      return { 'X-Api-Key': String(key) };
    };
    const some = permissionNames.filter((name, at) => at % 3 === 0 || name === 'VIEW_PORTFOLIO');
    const administrator = await keyOf('all', permissionNames);
    const restricted = [await keyOf('some', some), await keyOf('reader', ['VIEW_PORTFOLIO'])];
    const mostly = Array.from({ length: 8 }, () => administrator);
    const none = await keyOf('none', []);
    // Several, because a generated request may end the session of one.
    const people = [];
    for (const name of ['a', 'b', 'c'])
      people.push(await this.#createPerson(call, `person-${round}-${name}`));
    return [...mostly, ...restricted, none, ...people, {}];
  }

  async #createPerson(call: Call, username: string): Promise<Credentials> {
    const password = STORY_PASSWORD;
    const named = { username, fullname: 'Person', email: 'person@example.com' };
    await call('createManagedUser', {
      body: { ...named, newPassword: password, confirmPassword: password },
    });
    await call('setPermissionsOfUser', { body: { username, permissions: [...permissionNames] } });
    return { Authorization: `Bearer ${await call('signIn', { body: { username, password } })}` };
  }

  #plan(number: number): Planned {
    const random = createRandom(this.#options.seed * 1_000_003 + number);
    const operation = random.pick(allOperations);
    const draft = this.#draft(operation, random);
    const encoded = encodeDraft(operation, draft);
    const credentials = random.pick(this.#callers);
    const headers = { ...encoded.headers, ...from(addressOf(number)), ...credentials };
    const wire = { ...encoded, headers };
    return { operation, draft, wire: random.chance(0.12) ? spoil(wire, operation, random) : wire };
  }

  #draft(operation: Operation, random: Random): Draft {
    const known = random.chance(0.5) ? this.#corpus.draftOf(operation, random) : undefined;
    const draft = known ?? generateDraft(operation, this.#corpus, random);
    return random.chance(0.4) ? mutateDraft(draft, random) : draft;
  }

  #record(number: number, { operation, draft, wire }: Planned, { status, text }: WireAnswer): void {
    const counts = this.#statuses.get(operation.id) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#statuses.set(operation.id, counts);
    if (status < 400) {
      this.#corpus.remember(operation, draft);
      const answer = parse(text);
      if (answer !== undefined) this.#corpus.learn(operation, answer);
    }
    if (status < 500) return;
    const request = `${wire.method} ${wire.path} ${String(wire.body ?? '').slice(0, 2_000)}`;
    this.#failures.push({ number, operation: operation.id, request, status, answer: text.slice(0, 500) });
  }
}

interface Planned {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly wire: WireRequest;
}

/** Breaks a request in a way that a draft cannot express. */
function spoil(wire: WireRequest, operation: Operation, random: Random): WireRequest {
  switch (random.int(3)) {
    case 0:
      return { ...wire, headers: { ...wire.headers, ...random.pick(HOSTILE_HEADERS) } };
    case 1:
      return { ...wire, body: random.pick(HOSTILE_BODIES) };
    default: {
      const path = operation.path.replaceAll(/\{\w+\}/g, () => random.pick(HOSTILE_SEGMENTS));
      return { ...wire, path: random.chance(0.5) ? path : `${path}?${random.pick(HOSTILE_SEGMENTS)}` };
    }
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
