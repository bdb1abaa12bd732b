import type { ProjectListItem } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { mergeProjects } from './merge-projects.ts';

const project = (uuid: string, name = uuid) => ({ uuid, name }) as ProjectListItem;

test('updates rows in their places, and counts those that are new or gone', () => {
  const shown = [project('a'), project('b'), project('c')];
  const present = [project('d'), project('c', 'renamed'), project('a')];
  expect(mergeProjects(shown, present)).toEqual({
    rows: [project('a'), project('b'), project('c', 'renamed')],
    added: 1,
    gone: 1,
  });
});
