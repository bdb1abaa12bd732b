/**
 * A value as YAML. Scalars are written as JSON, which is valid YAML. YAML libraries would block the event loop for a
 * quarter of a second.
 */
export function toYaml(value: unknown): string {
  const parts: string[] = [];
  write(parts, value, '\n');
  return `${parts.join('').trimStart()}\n`;
}

/** `line` is the line break and the indentation of the members. */
function write(parts: string[], value: unknown, line: string): void {
  if (typeof value !== 'object' || value === null) parts.push(' ', JSON.stringify(value));
  else if (Array.isArray(value)) writeItems(parts, value, line);
  else writeMembers(parts, value, line);
}

function writeItems(parts: string[], items: readonly unknown[], line: string): void {
  if (items.length === 0) parts.push(' []');
  for (const item of items) {
    parts.push(line, '-');
    write(parts, item, `${line}  `);
  }
}

function writeMembers(parts: string[], value: object, line: string): void {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) parts.push(' {}');
  for (const [name, member] of members) {
    parts.push(line, writeName(name), ':');
    write(parts, member, `${line}  `);
  }
}

/** Other names are quoted, among them those that YAML does not parse as text. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_$][\w$-]*$/i;

function writeName(name: string): string {
  return PLAIN.test(name) ? name : JSON.stringify(name);
}
