import { toBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { afterAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../../platform/ids.ts';
import { toNotification } from '../../notifications/event-row.ts';
import { sampleEvent } from './sample-events.ts';
import { createTemplateThreads } from './template-threads.ts';

/** One tag that scans a long list many times: the engine checks no limit within a tag. */
const SLOW_TAG = `{% assign a = (1..200000) %}{% if ${Array(500).fill('a contains 0').join(' or ')} %}{% endif %}`;

describe('Custom templates', () => {
  const threads = createTemplateThreads();
  afterAll(() => threads.close());
  const now = new Date();
  const notification = toBinary(
    NotificationSchema,
    toNotification(sampleEvent('NEW_VULNERABILITY', now), newUuid(), now),
  );
  const render = (template: string, mimeType = 'text/plain') =>
    threads.render({
      template,
      mimeType,
      notification,
      baseUrl: 'https://tally.example',
      variables: { n: 1 },
    });

  it('have access to the notification and the variables of the publisher', async () => {
    expect(await render('{{ group }} {{ notification.level }} {{ baseUrl }} {{ n }}')).toBe(
      'NEW_VULNERABILITY LEVEL_INFORMATIONAL https://tally.example 1',
    );
  });

  it('are stopped if they do not end inside a tag, while the main thread stays responsive', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 10);
    const others = Promise.allSettled([render(SLOW_TAG), render('{{ group }}')]);
    const [slow, next] = await others.finally(() => clearInterval(counting));
    expect(slow).toMatchObject({
      status: 'rejected',
      reason: {
        name: 'TemplateError',
        message: 'The template was stopped because rendering took too long.',
      },
    });
    expect(next).toMatchObject({ status: 'fulfilled', value: 'NEW_VULNERABILITY' });
    expect(turns).toBeGreaterThan(10);
  });

  it('fail again at once after they were stopped', async () => {
    await expect(render(SLOW_TAG)).rejects.toThrow('rendering took too long');
    expect(await render('{{ group }}')).toBe('NEW_VULNERABILITY');
  });

  it('are stopped with a reason if their output is too large', async () => {
    const doubling =
      '{% assign s = "x" %}{% for a in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}';
    await expect(render(doubling)).rejects.toThrow('it builds too much text or too long lists');
  });

  it('are checked without being rendered', async () => {
    await threads.check('{{ a }}', 'text/plain');
    await expect(threads.check('{% if %}', 'text/plain')).rejects.toMatchObject({ name: 'TemplateError' });
  });

  it('are not rendered with a notification of many megabytes', async () => {
    const large = threads.render.bind(threads, {
      template: '{{ group }}',
      mimeType: 'text/plain',
      notification: new Uint8Array(5_000_000),
      baseUrl: '',
      variables: {},
    });
    expect(large).toThrow('The notification is too large');
  });
});
