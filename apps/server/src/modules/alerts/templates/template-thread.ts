import { serveThread } from '../../../platform/threads/serve-thread.ts';
import { decodeNotification } from '../../notifications/notification-json.ts';
import { checkTemplate, renderTemplate, TemplateError } from './render-template.ts';
import type { TemplateResult, TemplateTask } from './template-task.ts';
import { toVariables } from './template-variables.ts';

serveThread<TemplateTask, never, TemplateResult>(async (task) => {
  try {
    return { content: work(task) };
  } catch (error) {
    if (error instanceof TemplateError) return { problem: error.message };
    throw error;
  }
});

function work(task: TemplateTask): string {
  const { template, mimeType } = task;
  if (task.kind === 'check') {
    checkTemplate(template, mimeType);
    return '';
  }
  const variables = {
    ...toVariables(decodeNotification(task.notification), task.baseUrl),
    ...task.variables,
  };
  return renderTemplate(template, mimeType, variables, 'custom');
}
