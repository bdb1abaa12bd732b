import type { Activity } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { describeKind, describeRunning, describeSubject } from './describe-activity.ts';

const UPLOAD: Activity = { kind: 'BOM_UPLOAD', id: 'a', state: 'RUNNING', started_at: 0 };
const project = { uuid: 'p', name: 'shop', version: '1.2' };
const source = { name: 'osv', display_name: 'OSV' };
const notification = { id: 'n', title: 'Vulnerability data was not updated' };

test.each([
  [{ ...UPLOAD, project }, 'Bill of materials', 'shop 1.2'],
  [{ ...UPLOAD, kind: 'MIRROR_RUN', source }, 'Vulnerability data', 'OSV'],
  [
    { ...UPLOAD, kind: 'DELIVERY', alert: { name: 'Chat' }, notification },
    'Notification of alert Chat',
    notification.title,
  ],
] satisfies [Activity, string, string][])('names kind and subject: %j', (item, kind, subject) => {
  expect([describeKind(item), describeSubject(item)]).toEqual([kind, subject]);
});

test.each([
  [undefined, 'waiting'],
  [{ done: 0 }, 'running'],
  [{ phase: 'downloading npm', done: 2, total: 5 }, 'downloading npm, 40 %'],
  [{ phase: 'recording', done: 1200 }, 'recording, 1,200'],
  [{ phase: 'recording', done: 7, total: 5 }, 'recording, 100 %'],
])('describes the progress of an activity: %j', (progress, text) => {
  expect(describeRunning(progress ? { progress } : {})).toBe(text);
});
