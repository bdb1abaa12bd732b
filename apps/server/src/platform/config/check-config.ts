import { checkLine } from './check-line.ts';
import type { Assignment, CheckedLine, ConfigChange } from './checked-line.ts';
import { type ChosenSettings, chooseSettings } from './chosen-settings.ts';
import { DEFAULT_FILE, toFileEntry } from './config-entries.ts';
import { toDatasourceProperty } from './datasource-name.ts';
import { parsePropertiesFile, type UnreadableLine } from './properties-file.ts';
import { toKey } from './property-key.ts';
import { INIT_TASKS_DATASOURCE } from './removed-properties.ts';
import { translateFile } from './translate-file.ts';

export interface ConfigCheck {
  /** One per line that sets something, in the order of the file. */
  readonly changes: readonly ConfigChange[];
  /** The file with current names and the original comments. Contains secrets: write it to a file, do not print it. */
  readonly translated: string;
  /** The same with secrets masked, for printing. */
  readonly translatedForDisplay: string;
}

/** `tallyman config check <file>`: translates an old configuration and lists every change. */
export function checkConfig(text: string, fileName = DEFAULT_FILE): ConfigCheck {
  const { lines, problems } = parsePropertiesFile(text);
  const entries = lines.map((line) => ({ line, entry: toFileEntry(line, fileName) }));
  const lastFirst = entries.map(({ entry }) => entry).reverse();
  const chosen = chooseSettings(lastFirst, { problems: [], warnings: [] });
  const counting = new Set([...chosen.values()].map((choice) => choice.entry));
  const readable = entries.map(({ line, entry }) => checkLine(line, entry, counting.has(entry)));
  const checked = [...completeMovedDatasource(readable, chosen), ...problems.map(toUnreadable)].sort(
    (left, right) => left.change.line - right.change.line,
  );
  return {
    changes: checked.map(({ change }) => change),
    translated: translateFile(text, checked, { mask: false }),
    translatedForDisplay: translateFile(text, checked, { mask: true }),
  };
}

function toUnreadable({ line, lastLine, why }: UnreadableLine): CheckedLine {
  const change = { line, written: '', note: `${why}.`, severity: 'invalid' as const };
  return { change, lastLine, isDelicate: true };
}

/**
 * Each of the former database settings of the init tasks fell back to that of the main database. The data source that
 * replaces them needs a URL and must be chosen by name.
 */
function completeMovedDatasource(
  lines: readonly CheckedLine[],
  chosen: ChosenSettings,
): readonly CheckedLine[] {
  const moved = lines.filter((line) => line.movedField !== undefined);
  const [first] = moved;
  if (!first) return lines;
  const added = listMissing(moved, chosen);
  return lines.map((line) =>
    line === first ? { ...line, replacement: [...added, ...(line.replacement ?? [])] } : line,
  );
}

function listMissing(moved: readonly CheckedLine[], chosen: ChosenSettings): Assignment[] {
  const chooser = { name: 'svc.init.tasks.datasource.name', value: INIT_TASKS_DATASOURCE };
  const url = {
    name: toDatasourceProperty({ datasource: INIT_TASKS_DATASOURCE, field: 'url' }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is an expression of the configuration
    value: '${svc.datasource.url}',
  };
  const hasUrl = moved.some((line) => line.movedField === 'url') || chosen.has(toKey(url.name));
  return [...(chosen.has(toKey(chooser.name)) ? [] : [chooser]), ...(hasUrl ? [] : [url])];
}
