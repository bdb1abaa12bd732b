import { randomInt } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { findVulnerabilityId } from './vulnerability-store.ts';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** "Fresh id `INT-xxxx-xxxx-xxxx`." */
export async function generateVulnId(ctx: Context): Promise<string> {
  const vulnId = `INT-${randomPart()}-${randomPart()}-${randomPart()}`;
  const isTaken = (await findVulnerabilityId(ctx.db, { source: 'INTERNAL', vulnId })) !== undefined;
  return isTaken ? generateVulnId(ctx) : vulnId;
}

function randomPart(): string {
  return Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
