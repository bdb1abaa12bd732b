interface PostgresAddress {
  readonly ok: true;
  /** `postgresql://…` without user name and password, safe to log. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** Warnings about parameters that were dropped. */
  readonly notes: readonly string[];
}

export type PostgresAddressResult = PostgresAddress | { readonly ok: false; readonly why: string };

/**
 * Parses `postgresql://…` and `jdbc:postgresql://…`. All credentials are removed from the URL, so that it can be logged.
 */
export function toPostgresAddress(raw: string): PostgresAddressResult {
  const isJdbc = /^jdbc:/i.test(raw);
  const address = isJdbc ? expandJdbc(raw.slice('jdbc:'.length)) : raw;
  const match = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?(.*)$/is.exec(address);
  if (!match) return refused(schemeProblem(raw));
  const credentials = decodeUserinfo(match[1]);
  if (!credentials) return refused(ENCODING_PROBLEM);
  const rest = match[2] ?? '';
  if (/^[^/?#]*,/.test(rest)) return refused('it names several hosts; only one is supported');
  const parsed = URL.parse(`postgresql://${rest}`);
  return parsed ? readAddress(parsed, credentials, isJdbc) : refused(ENCODING_PROBLEM);
}

const ENCODING_PROBLEM =
  'it cannot be read; special characters in the user name, password, host or database must be percent-encoded';

function refused(why: string): PostgresAddressResult {
  return { ok: false, why };
}

function schemeProblem(raw: string): string {
  const scheme = /^(jdbc:)?([a-z][a-z0-9+.-]*):/i.exec(raw)?.[2]?.toLowerCase();
  const start = 'it must start with postgresql:// or jdbc:postgresql://';
  if (scheme === undefined || scheme.startsWith('postgres')) return start;
  return `${start} (the database must be PostgreSQL)`;
}

/** `jdbc:postgresql:db` and `jdbc:postgresql:/` mean a database on this machine. */
function expandJdbc(address: string): string {
  if (/^postgresql:\/\//i.test(address)) return address.replace(/^(postgresql:\/\/)(?=\/|$)/i, '$1localhost');
  return address.replace(/^postgresql:\/?/i, 'postgresql://localhost/');
}

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

function decodeUserinfo(userinfo: string | undefined): Credentials | undefined {
  if (userinfo === undefined || userinfo === '') return {};
  const [username = '', ...password] = userinfo.split(':');
  try {
    return withoutEmpty(decodeURIComponent(username), decodeURIComponent(password.join(':')));
  } catch {
    return undefined;
  }
}

function withoutEmpty(username: string | null | undefined, password: string | null | undefined): Credentials {
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
}

function readAddress(parsed: URL, userinfo: Credentials, isJdbc: boolean): PostgresAddress {
  const parameters = new URLSearchParams(parsed.search);
  const named = withoutEmpty(parameters.get('user'), parameters.get('password'));
  parameters.delete('user');
  parameters.delete('password');
  const notes: string[] = [];
  const kept = isJdbc ? translateJdbcParameters(parameters, notes) : parameters;
  parsed.search = kept.toString();
  return { ok: true, url: parsed.href, ...userinfo, ...named, notes };
}

const SAME_MEANING = new Set(['sslrootcert', 'sslcert', 'sslkey']);

function translateJdbcParameters(parameters: URLSearchParams, notes: string[]): URLSearchParams {
  const translated = new URLSearchParams();
  const dropped: string[] = [];
  for (const [name, value] of parameters) {
    if (SAME_MEANING.has(name)) translated.set(name, value);
    else if (name === 'ApplicationName') translated.set('application_name', value);
    else if (!TRANSLATED_TOGETHER.has(name)) dropped.push(name);
  }
  addOptions(parameters, translated);
  addSslMode(parameters, translated, notes);
  if (dropped.length > 0) notes.push(`the JDBC parameters ${dropped.join(', ')} have no effect here`);
  return translated;
}

const TRANSLATED_TOGETHER = new Set(['currentSchema', 'options', 'ssl', 'sslmode', 'sslfactory']);

function addOptions(from: URLSearchParams, to: URLSearchParams): void {
  const schema = from.get('currentSchema');
  const options = [
    from.get('options'),
    schema ? `-c search_path=${schema.replace(/([\\ ])/g, '\\$1')}` : null,
  ];
  const joined = options.filter((option) => option).join(' ');
  if (joined !== '') to.set('options', joined);
}

/**
 * The driver treats `require` more strictly than JDBC (it verifies the certificate) unless it is set to follow libpq. It
 * does not support `allow` and `prefer`, which fall back between plain and TLS.
 */
function addSslMode(from: URLSearchParams, to: URLSearchParams, notes: string[]): void {
  const mode = from.get('sslmode') ?? (isSwitchedOn(from.get('ssl')) ? 'verify-full' : undefined);
  if (mode === undefined) return;
  if (mode === 'allow' || mode === 'prefer') {
    notes.push(`sslmode=${mode} connects without TLS here; write sslmode=require or stricter for TLS`);
  } else if (from.get('sslfactory')?.endsWith('NonValidatingFactory')) {
    to.set('sslmode', 'no-verify');
  } else {
    to.set('sslmode', mode);
    if (mode === 'require' || mode === 'verify-ca') to.set('uselibpqcompat', 'true');
  }
}

function isSwitchedOn(value: string | null): boolean {
  return value !== null && (value === '' || value.toLowerCase() === 'true');
}
