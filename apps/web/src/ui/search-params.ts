/** Readers of search parameters. They take what a URL holds (text) and what code navigates with (typed values). */

export type SearchInput = Readonly<Record<string, unknown>>;

export function textParam(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

export function flagParam(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined;
}

export function numberParam(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function choiceParam<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** Values that are none of the choices are dropped; an empty list is as good as none. */
export function listParam<T extends string>(value: unknown, choices: readonly T[]): T[] | undefined {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const known = choices.filter((choice) => given.includes(choice));
  return known.length > 0 ? known : undefined;
}

/** `?sev=CRITICAL,HIGH&kev=true`: made to be read and shared. */
export function stringifySearch(search: SearchInput): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text !== undefined && text !== null && text !== '' && text !== false)
      parameters.set(name, String(text));
  }
  const query = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return query === '' ? '' : `?${query}`;
}

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
