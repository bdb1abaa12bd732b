import type { Service } from './start-service.ts';

/** Printed after `npm start`: addresses and next steps. */
export function startMessage(service: Service): string {
  const { apiUrl, managementUrl, database } = service;
  const lines = [
    '',
    '  Tallyman is ready.',
    '',
    ...(apiUrl
      ? [`  In a browser ${apiUrl}`, `  API          ${apiUrl}/api`]
      : ['  This node does background work only.']),
    `  Health       ${managementUrl}/health`,
    `  Metrics      ${managementUrl}/metrics`,
    `  Database     ${database}`,
    '',
  ];
  const next = apiUrl ? [nextSteps(apiUrl)] : [];
  return `${lines.join('\n')}${next}\n`;
}

export function firstSignInMessage(password: string): string {
  return [
    '',
    '  First start: sign in with',
    '    user       admin',
    `    password   ${password}`,
    '  The password is shown only now. Keep it, or change it after signing in.',
    '  Should it be lost: npx tallyman admin reset-password',
    '',
    '',
  ].join('\n');
}

function nextSteps(apiUrl: string): string {
  return [
    '',
    '  Next',
    `    npx tallyman login --url ${apiUrl}`,
    '    npx tallyman mirror run nvd        (vulnerability data; otherwise it comes at night)',
    '    npx tallyman project create "My service" --project-version 1.0.0',
    '',
    '  Stop with Ctrl-C.',
    '',
  ].join('\n');
}
