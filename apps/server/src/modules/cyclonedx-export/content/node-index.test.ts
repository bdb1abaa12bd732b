import { expect, it } from 'vitest';
import { newUuid } from '../../../platform/ids.ts';
import { NodeIndex } from './node-index.ts';

it('finds the UUIDs that were set, whatever the order of the ids, and no others', () => {
  const uuids = new Map([9, 2 ** 40, 1, 77, 3].map((id) => [id, newUuid()]));
  const index = new NodeIndex([...uuids.keys()]);
  for (const [id, uuid] of uuids) index.set(id, uuid);
  index.set(5, newUuid());
  for (const [id, uuid] of uuids) expect(index.find(id)).toBe(uuid);
  expect([index.find(5), index.find(0), index.find(2 ** 41)]).toEqual([undefined, undefined, undefined]);
});
