import { expect, test } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['GET https://a:b@host/x failed', 'GET https://[hidden]@host/x failed'],
  ['GET https://host/x?apiKey=1&b=2 failed', 'GET https://host/x?[hidden] failed'],
  ['sent Authorization: Bearer abc.def-ghi_1', 'sent Authorization: [hidden] [hidden]'],
  ['the token 12345678 expired', 'the token [hidden] expired'],
  ['password=geheim, user=ada', 'password=[hidden], user=ada'],
  ['{"api_key": "geheim"}', '{"api_key": [hidden]"}'],
  ['The password is wrong.', 'The password is wrong.'],
])('%s', (message, shown) => {
  expect(hideSecrets(message)).toBe(shown);
});
