/** The text between two quotes of a JSON document; as it stands when its escapes are wrong. */
export function unescapeKey(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
