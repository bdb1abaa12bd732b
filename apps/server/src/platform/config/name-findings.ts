import { describeEntry, type Entry, type Findings } from './config-entries.ts';
import { hasExpression } from './expressions.ts';
import { toEnvironmentName } from './property-key.ts';

/** Reports names that set nothing. */
export function reportNames(
  entries: readonly Entry[],
  isReferred: (name: string) => boolean,
  findings: Findings,
): void {
  for (const entry of entries) {
    if (entry.meaning.kind === 'secret file' && entry.raw.trim() !== '') {
      findings.problems.push(`${describeEntry(entry)} ${explainSecretFile(entry, entry.meaning.name)}`);
    } else if (entry.meaning.kind !== 'unknown' || !isReferred(entry.name)) {
      const sentence = explainName(entry);
      if (sentence !== undefined) findings.warnings.push(sentence);
    }
  }
}

/** A warning about a name that sets nothing. Undefined for settings, and for names of other programs. */
export function explainName(entry: Entry): string | undefined {
  const { meaning } = entry;
  const written = describeEntry(entry);
  switch (meaning.kind) {
    case 'secret file':
      return `${written} is empty and has no effect; remove it.`;
    case 'logging level':
      return `${written} is ignored; set levels by logger, for example ${loggingExample(entry)}.`;
    case 'removed':
      return `${written} no longer exists and is ignored. ${meaning.replacement}`;
    case 'peer':
      return `${written} is known to Dependency-Track and has no effect here.`;
    case 'profile':
      return `${written} is ignored: properties cannot depend on the profile; set it on the nodes that need it.`;
    case 'shared':
      return `${written} is not read, because other programs use that name too. ${suggestName(meaning.name)}`;
    case 'unknown':
      return explainUnknown(entry, meaning.nearest);
    default:
      return undefined;
  }
}

/** Contract "Upgrade to v0.7.0", file secrets: the expression `${file::<path>}` replaces the `.file` properties. */
export function explainSecretFile(entry: Entry, name: string): string {
  return `is no longer supported and refuses the start. Write ${toFileAssignment(entry, name)} instead.`;
}

export function toFileAssignment(entry: Pick<Entry, 'raw' | 'source'>, name: string): string {
  const path = hasExpression(entry.raw) ? '<path>' : entry.raw.trim();
  return `${entry.source === 'environment' ? toEnvironmentName(name) : name}=\${file::${path}}`;
}

function loggingExample({ source }: Entry): string {
  return source === 'environment' ? 'SVC_LOGGING_LEVEL_ROOT=debug' : 'svc.logging.level.root=debug';
}

function suggestName(name: string): string {
  return `If it is meant for this service, set ${toEnvironmentName(name)}.`;
}

function explainUnknown(entry: Entry, nearest: string | undefined): string {
  if (!looksLikeName(entry.name))
    return `${entry.where}: no property has the name at the start of this line.`;
  const suggestion = entry.source === 'environment' && nearest ? toEnvironmentName(nearest) : nearest;
  const hint = suggestion
    ? `The nearest known name is ${suggestion}.`
    : 'All names are listed in docs/configuration.md.';
  return `${describeEntry(entry)} is not a known property and is ignored. ${hint}`;
}

/** A line of a pasted key or certificate may parse as a name. It must not be repeated. */
export function looksLikeName(name: string): boolean {
  return /^[A-Za-z][\w"-]*(?:[._][\w"-]+)+$/.test(name) && name.length <= 120;
}
