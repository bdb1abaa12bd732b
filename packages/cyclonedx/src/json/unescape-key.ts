/** Decodes a JSON string without its quotes. Returns it unchanged if its escapes are invalid. */
export function unescapeKey(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
