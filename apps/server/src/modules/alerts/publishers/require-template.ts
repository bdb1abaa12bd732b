import { AppError } from '../../../platform/errors.ts';
import { TemplateError } from '../templates/render-template.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import type { PublisherColumns } from './publisher-store.ts';

/** Throws if the template does not parse. */
export async function requireTemplate(
  templates: TemplateThreads,
  { template, template_mime_type: mimeType }: PublisherColumns,
): Promise<void> {
  if (template === null) return;
  try {
    await templates.check(template, mimeType);
  } catch (error) {
    throw error instanceof TemplateError ? invalidTemplate(error) : error;
  }
}

export function invalidTemplate({ message }: TemplateError): AppError {
  return new AppError('invalid', `The template cannot be used: ${message}`, {
    errors: [{ path: 'body/template', message }],
  });
}
