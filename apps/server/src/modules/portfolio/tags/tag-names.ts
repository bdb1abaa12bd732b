interface Named {
  readonly name: string;
}

/** Lower-cased, trimmed, distinct and sorted, so that equal sets are equal lists. */
export function toTagNames(names: readonly string[]): string[] {
  return [...new Set(names.map(toTagName))].filter((name) => name !== '').sort();
}

export function toTagName(name: string): string {
  return name.trim().toLowerCase();
}

export function namesOf(tags: readonly Named[]): string[] {
  return tags.map((tag) => tag.name);
}
