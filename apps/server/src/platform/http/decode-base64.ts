import { AppError } from '../errors.ts';

interface Base64Limits {
  /** Name of the text in errors. */
  readonly name: string;
  readonly maxCharacters: number;
  /** What to do with larger texts. */
  readonly advice: string;
}

const BLANK = /[ \t\r\n]+/g;
const ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** The bytes of Base64 text, both alphabets, with or without padding and line breaks. */
export async function* decodeBase64(
  chunks: AsyncIterable<Buffer>,
  { name, maxCharacters, advice }: Base64Limits,
): AsyncGenerator<Buffer> {
  let characters = 0;
  let waiting = '';
  let padded = false;
  for await (const chunk of chunks) {
    characters += chunk.length;
    if (characters > maxCharacters) {
      throw new AppError('invalid', `The ${name} has more than ${maxCharacters} characters. ${advice}`);
    }
    const text = waiting + withoutBlanks(chunk.toString('latin1'));
    const whole = text.length - (text.length % 4);
    // Padding ends the text.
    if (padded && text !== '') throw notBase64(name);
    padded = text[whole - 1] === '=';
    waiting = text.slice(whole);
    if (whole > 0) yield decodeGroups(text.slice(0, whole), name);
  }
  if (padded && waiting !== '') throw notBase64(name);
  if (waiting !== '') yield decodeLast(waiting, name);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(BLANK, '');
}

function decodeGroups(text: string, name: string): Buffer {
  if (!ALPHABET.test(text)) throw notBase64(name);
  return Buffer.from(text, 'base64');
}

function decodeLast(text: string, name: string): Buffer {
  const data = text.replace(/=+$/, '');
  if (data.length < 2 || data.length > 3) throw notBase64(name);
  return decodeGroups(data, name);
}

function notBase64(name: string): AppError {
  return new AppError('invalid', `The ${name} is not valid Base64.`);
}
