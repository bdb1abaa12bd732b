export interface LinkedReference {
  readonly url: string;
  readonly label: string;
}

const LINK = /\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^\s<>)]+)>?\s*\)|(https?:\/\/[^\s<>()[\]]+)/g;

/** The links in a Markdown text, each address once. Everything else in the text is ignored. */
export function parseReferences(markdown: string): LinkedReference[] {
  const byUrl = new Map<string, LinkedReference>();
  for (const [, label = '', linked, bare] of markdown.matchAll(LINK)) {
    const url = linked ?? bare ?? '';
    if (!byUrl.has(url)) byUrl.set(url, { url, label: label.trim() || url });
  }
  return [...byUrl.values()];
}
