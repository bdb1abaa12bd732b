import { CONSOLE_TEMPLATE } from '../templates/text-templates.ts';
import type { PublisherKind } from './publisher-kind.ts';

export const consolePublisher: PublisherKind = {
  extension: 'console',
  displayName: 'Console',
  description: 'Writes to the log of the node',
  template: { text: CONSOLE_TEMPLATE, mimeType: 'text/plain' },
  publish: async (message, deps) => {
    deps.writeLine((await message.render()).content.trim());
    return { result: 'delivered', destination: 'log' };
  },
};
