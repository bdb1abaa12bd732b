import { isScalar, parseDocument, visit } from 'yaml';
import { type ReadPolicy, toCheckedDraft } from '../to-checked-draft.ts';

/** Parses and validates a policy file, by the same schema as requests. */
export function readPolicyDocument(text: string): ReadPolicy {
  const document = tryParse(text);
  return 'error' in document ? { errors: [document.error] } : toCheckedDraft(document.value);
}

/** More than the longest valid policy. Parsing much YAML takes long. */
const MAX_CHARACTERS = 256 * 1024;

function tryParse(text: string): { readonly value: unknown } | { readonly error: string } {
  if (text.length > MAX_CHARACTERS) return { error: `is longer than ${MAX_CHARACTERS} characters` };
  try {
    return { value: parseYaml(text) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { error: `is not YAML: ${reason}` };
  }
}

/** Timestamps stay text, alias bombs are rejected. The parser's own check for duplicate keys is quadratic. */
function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) throw new Error(`the key ${String(name).slice(0, 50)} occurs twice`);
        seen.add(name);
      }
    },
  });
  return document.toJS({ maxAliasCount: 50 });
}
