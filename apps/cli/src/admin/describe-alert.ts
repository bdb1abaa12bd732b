import type { Alert } from '@tallyman/contract';
import { type Outcome, renderFacts } from '../output.ts';

export function describeAlert(alert: Alert): Outcome {
  return {
    document: alert,
    text: renderFacts([
      ['Name', alert.name],
      ['UUID', alert.uuid],
      ['State', alert.enabled ? 'enabled' : 'disabled'],
      ['Publisher', alert.publisher.name],
      ['Scope', `${alert.scope.toLowerCase()}, ${alert.notificationLevel.toLowerCase()} and above`],
      ['Groups', alert.notifyOn.join('\n') || 'none (sends nothing)'],
      [
        'Projects',
        alert.projects.map(({ name, version }) => [name, version].filter(Boolean).join(':')).join('\n'),
      ],
      ['Tags', alert.tags.map(({ name }) => name).join(', ')],
      ['Teams', alert.teams.map(({ name }) => name).join(', ')],
      ['Limited to', alert.latestOnly ? 'latest versions' : undefined],
      ['Filter', alert.filterExpression],
      ['Filter error', alert.filterError],
      ['Digest', alert.digest === 'UPLOAD' ? 'one message per project and upload' : undefined],
      ['Schedule', alert.scheduleCron],
      ['Settings', alert.publisherConfig],
    ]),
  };
}
