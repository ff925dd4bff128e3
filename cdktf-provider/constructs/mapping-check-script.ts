/**
 * The script of a mapping check: plain JavaScript for `node -e`, Node 18 or later, without packages.
 * Kept as text because it is written into the stack.
 */
export const checkScript = `
const { TOCSIN_ENDPOINT, TOCSIN_API_KEY, TOCSIN_CHECK_NAME, TOCSIN_CHECK_INTEGRATION, TOCSIN_CHECK_REQUEST, TOCSIN_CHECK_EXPECT } = process.env;
const fail = (text) => { console.error(TOCSIN_CHECK_NAME + ': ' + text); process.exit(1); };
if (!TOCSIN_ENDPOINT || !TOCSIN_API_KEY) fail('set TOCSIN_ENDPOINT and TOCSIN_API_KEY for the check of the mapping.');
const base = TOCSIN_ENDPOINT.replace(/\\/+$/, '').replace(/\\/api\\/public\\/v1$/, '') + '/api/public/v1';
const expected = JSON.parse(TOCSIN_CHECK_EXPECT);
fetch(base + '/inbound-integration-mapping/evaluate', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': TOCSIN_API_KEY },
  body: JSON.stringify({ integrationId: TOCSIN_CHECK_INTEGRATION, request: JSON.parse(TOCSIN_CHECK_REQUEST) }),
}).then(async (response) => {
  const text = await response.text();
  if (!response.ok) fail('the dry run answered ' + response.status + ': ' + text.slice(0, 2000));
  const result = JSON.parse(text);
  const values = Object.fromEntries(result.attributes.map(({ name, value }) => [name, value]));
  const differences = [];
  const compare = (what, wanted, got) => {
    if (wanted !== undefined && wanted !== got) differences.push('  ' + what + ': expected ' + JSON.stringify(wanted) + ', got ' + JSON.stringify(got ?? null));
  };
  for (const name of ['outcome', 'severity', 'title']) compare(name, expected[name], result[name]);
  for (const [name, value] of Object.entries(expected.attributes ?? {})) compare('attribute ' + name, value, values[name]);
  if (differences.length > 0) fail('the mapping gives another result.\\n' + differences.join('\\n') + (result.failure ? '\\n  ' + result.failure : ''));
  console.log(TOCSIN_CHECK_NAME + ': the mapping gives the expected result.');
}).catch((error) => fail('the dry run failed: ' + (error.cause?.message ?? error.message)));
`.trim();
