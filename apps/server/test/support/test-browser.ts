import { request } from 'undici';

interface BrowserAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly setCookies: readonly string[];
}

interface BrowserRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Keeps cookies by origin, and follows redirects only when told to. */
export interface TestBrowser {
  send(url: string, options?: BrowserRequest): Promise<BrowserAnswer>;
  /** Sends a form. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<BrowserAnswer>;
  /** Follows redirects until one leads to an address with this start. Returns that address without requesting it. */
  followUntil(url: string, start: string): Promise<string>;
  cookie(url: string, name: string): string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const MAX_REDIRECTS = 10;

export function createTestBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const send: TestBrowser['send'] = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(url, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? FORM : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const setCookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const line of setCookies) store(jar, line);
    const location = answer.headers.location;
    return {
      status: answer.statusCode,
      location: location === undefined ? undefined : new URL(String(location), url).href,
      text: await answer.body.text(),
      setCookies,
    };
  };
  const followUntil: TestBrowser['followUntil'] = async (url, start) => {
    let next = url;
    for (let i = 0; i < MAX_REDIRECTS; i++) {
      if (next.startsWith(start)) return next;
      const answer = await send(next);
      if (answer.location === undefined) throw new Error(`${next} answered ${answer.status}: ${answer.text}`);
      next = answer.location;
    }
    throw new Error(`Too many redirects, the last one to ${next}`);
  };
  const submit: TestBrowser['submit'] = (url, fields) =>
    send(url, { method: 'POST', body: new URLSearchParams(fields).toString() });
  return { send, submit, followUntil, cookie: (url, name) => jarOf(url).get(name) };
}

function store(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', ...value] = pair.split('=');
  const isEnded = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
  if (isEnded || value.join('=') === '') jar.delete(name);
  else jar.set(name, value.join('='));
}
