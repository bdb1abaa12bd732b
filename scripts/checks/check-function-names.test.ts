import { expect, test } from 'vitest';
import { checkExceptions, checkFunctionNames } from './check-function-names.ts';
import { parseText } from './source-files.ts';

const check = (text: string) => checkFunctionNames(parseText('file.ts', text));

test.each([
  'export async function findUser(): Promise<User | undefined> {}',
  'export function findUser(): User | null {}',
  'export function getUser(): User {}',
  'export async function listUsers(): Promise<readonly User[]> {}',
  'export async function listUsers(): Promise<Paged<User>> {}',
  'export function listUsers(): AsyncIterable<User> {}',
  'export function countUsers(): number {}',
  'export function countUsers(): ReadonlyMap<Team, number> {}',
  'export function isUser(value: unknown): value is User {}',
  'export function mayAccess(): RawBuilder<SqlBool> {}',
  'type Found = User | undefined;\nexport function findUser(): Promise<Found> {}',
  'export function findUser(db: Db) { return db.selectFrom("app_user").executeTakeFirst(); }',
  'export function listUsers(db: Db) { return db.selectFrom("app_user").execute(); }',
  'export function issueToken(): string | undefined {}',
  'function getUser(): User | undefined {}',
])('accepts %s', (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ['export function findUser(): User {}', 'findUser may return undefined, but returns User'],
  [
    'export function getUser(): User | undefined {}',
    'getUser never returns undefined, but returns User | undefined',
  ],
  [
    'export function getUser(): Promise<User | null> {}',
    'getUser never returns undefined, but returns User | null',
  ],
  ['export function listUser(): User {}', 'listUser returns many, but returns User'],
  [
    'export function listUsers(): User[] | undefined {}',
    'listUsers returns many, but returns User[] | undefined',
  ],
  ['export function countUsers(): boolean {}', 'countUsers returns numbers, but returns boolean'],
  ['export function isUser(): AppError {}', 'isUser returns a boolean, but returns AppError'],
  ['export function findUser() { return user; }', 'findUser may return undefined; declare what it returns'],
])('refuses %s', (text, message) => {
  expect(check(text)).toEqual([`file.ts:1: ${message}`]);
});

test('an exception for a function that does not exist is an error', () => {
  const files = [parseText('file.ts', 'export function findUser(): User {}')];
  const exceptions = ['file.ts findUser', 'file.ts findTeam', 'gone.ts findUser'];
  expect(checkExceptions(files, exceptions)).toEqual([
    'file.ts findTeam does not exist; delete the exception',
    'gone.ts findUser does not exist; delete the exception',
  ]);
});
