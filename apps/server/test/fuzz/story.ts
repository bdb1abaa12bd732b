import type { Json } from '../support/sample-of.ts';
import { accessStory } from './story-access.ts';
import { decisionStory } from './story-decisions.ts';
import { portfolioStory } from './story-portfolio.ts';

/** Sends one request as the administrator of the run; answers the JSON of the answer. */
export type Call = (id: string, said?: Said) => Promise<StoryAnswer>;

export interface Said {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Instead of the administrator's. */
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a black-box caller reads answers of every shape
export type StoryAnswer = any;

export interface StoryPlace {
  readonly call: Call;
  /** Different in every round: names must not be taken. */
  readonly round: string;
  /** Takes webhooks and serves an empty feed. */
  readonly receiver: string;
}

/**
 * A short working day with every operation: it makes the portfolio that the generated requests run over, and shows
 * that each operation can succeed. An operation that is new in the contract needs a line here.
 */
export async function tellStory(place: StoryPlace): Promise<void> {
  await systemStory(place);
  await accessStory(place);
  const portfolio = await portfolioStory(place);
  await decisionStory(place, portfolio);
}

async function systemStory({ call }: StoryPlace): Promise<void> {
  for (const id of [
    'getVersion',
    'getOpenApiJson',
    'getOpenApiYaml',
    'getOpenApiV2Yaml',
    'getApiPage',
    'getWelcomePage',
    'getPageStyle',
    'isOidcAvailable',
    'getSystemCapabilities',
    'listPermissions',
    'listConfigProperties',
    'listCwes',
  ]) {
    await call(id);
  }
  await call('getCwe', { params: { cweId: '79' } });
  await call('calculateCvss', { query: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' } });
  await call('calculateOwasp', {
    query: { vector: 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3' },
  });
  const property = { groupName: 'general', propertyName: 'welcome.message.enabled' };
  await call('updateConfigProperty', { body: { ...property, propertyValue: 'true' } });
  await call('updateConfigProperties', { body: [{ ...property, propertyValue: 'false' }] });
  await call('getPublicConfigProperty', { params: property });
  await call('getInternalConfigProperty', { params: property });
}
