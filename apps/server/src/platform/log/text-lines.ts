interface Entry {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
  readonly [member: string]: unknown;
}

/** Writes log entries for people: time, level, message, then the other members. */
export function textLines(destination: NodeJS.WritableStream): { write(line: string): void } {
  return { write: (line) => destination.write(`${toText(JSON.parse(line) as Entry)}\n`) };
}

function toText({ time, level, msg, err, ...rest }: Entry): string {
  const members = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const head = [time.slice(11, 23), level.padEnd(5), msg ?? '', ...members].join(' ').trimEnd();
  return err?.stack ? `${head}\n${err.stack}` : head;
}
