import { isScalar, parseDocument, visit } from 'yaml';
import { type ReadPolicy, toCheckedDraft } from '../to-checked-draft.ts';

/** A policy as a file has it, checked by the same schema as the wire. */
export function readPolicyDocument(text: string): ReadPolicy {
  const document = tryParse(text);
  return 'error' in document ? { errors: [document.error] } : toCheckedDraft(document.value);
}

/** More than a policy of the longest texts needs; reading much YAML takes long. */
const MOST_CHARACTERS = 256 * 1024;

function tryParse(text: string): { readonly value: unknown } | { readonly error: string } {
  if (text.length > MOST_CHARACTERS) return { error: `is longer than ${MOST_CHARACTERS} characters` };
  try {
    return { value: parseYaml(text) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { error: `is no YAML: ${reason}` };
  }
}

/** Times stay text; a bomb of aliases is refused. The reader's own search for repeated keys would be quadratic. */
function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) throw new Error(`the key ${String(name).slice(0, 50)} is there twice`);
        seen.add(name);
      }
    },
  });
  return document.toJS({ maxAliasCount: 50 });
}
