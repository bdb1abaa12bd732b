export interface DocumentSubject {
  readonly name: string;
  readonly version: string;
}

/** What a CycloneDX document says it describes; nothing when it does not say, or is no such document. */
export function findDocumentSubject(text: string): DocumentSubject | undefined {
  const { name, version } = text.trimStart().startsWith('<') ? fromXml(text) : fromJson(text);
  return name ? { name, version: version ?? '' } : undefined;
}

interface Found {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

function fromJson(text: string): Found {
  try {
    const { metadata } = JSON.parse(text) as { metadata?: { component?: Record<string, unknown> } };
    const { name, version } = metadata?.component ?? {};
    return {
      name: typeof name === 'string' ? name : undefined,
      version: typeof version === 'string' ? version : undefined,
    };
  } catch {
    return {};
  }
}

/** By hand: a browser's XML parser is a sink that Trusted Types guard, and two plain texts are all that is wanted. */
function fromXml(text: string): Found {
  const [, metadata = ''] = /<metadata\b[^>]*>([\s\S]*?)<\/metadata>/.exec(text) ?? [];
  const [, component = ''] = /<component\b[^>]*>([\s\S]*?)<\/component>/.exec(metadata) ?? [];
  return { name: textOf(component, 'name'), version: textOf(component, 'version') };
}

function textOf(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<&]*)</${element}>`).exec(xml) ?? [];
  return text?.trim();
}
