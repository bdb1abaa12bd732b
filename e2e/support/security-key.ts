import type { Page } from 'playwright-core';

/** Gives the browser a security key in software that is touched whenever the page asks for it. Running axe removes it. */
export async function plugInSecurityKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  });
}
