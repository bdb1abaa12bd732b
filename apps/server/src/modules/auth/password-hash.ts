import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { isTooLong } from './password-rules.ts';

/** argon2id with 19 MiB, two passes, one lane: the OWASP recommendation. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Takes the same time with and without a hash, so that response times do not reveal which users exist. */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  const comparable = isComparable(storedHash) && !isTooLong(password);
  const against = comparable ? storedHash : await hashOfNobody();
  const matches = await verify(against, isTooLong(password) ? '' : password);
  return comparable && matches;
}

function isComparable(storedHash: string | null | undefined): storedHash is string {
  return storedHash?.startsWith('$argon2') ?? false;
}

let ofNobody: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  ofNobody ??= hashPassword(randomBytes(32).toString('hex'));
  return ofNobody;
}
