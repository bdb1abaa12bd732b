import { NOTIFICATION_GROUPS } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../platform/ids.ts';
import { toNotification } from '../../notifications/event-row.ts';
import { renderTemplate } from '../templates/render-template.ts';
import { sampleEvent } from '../templates/sample-events.ts';
import { toVariables } from '../templates/template-variables.ts';
import { JSON_TEMPLATE } from '../templates/text-templates.ts';
import { toPlainJson } from './outgoing-message.ts';

describe('A notification as plain JSON', () => {
  it.each(NOTIFICATION_GROUPS)('equals the rendered JSON template for %s', (group) => {
    const now = new Date();
    const event = { ...sampleEvent(group, now), content: 'odd: "\\" </script> \u2028 ☃' };
    const notification = toNotification(event, newUuid(), now);
    const rendered = renderTemplate(
      JSON_TEMPLATE,
      'application/json',
      toVariables(notification, ''),
      'builtin',
    );
    expect(toPlainJson(notification)).toBe(rendered);
  });
});
