// Writes src/rest/common_table.c, the filter of common passwords: `make common-passwords`.
//
// The list is that of the npm package zxcvbn 4.4.2 (MIT licence): the 30,000 commonest passwords of public leaks, commonest first.
// The filter has the first 10,000 with at least eight characters, which is the least that the server accepts, and ours
// below. Each is a hash of 32 bits, sorted; a random password is in the filter with a chance of 10,000 in 2^32.
import { createRequire } from 'node:module';

const COUNT = 10_000, MIN = 8;
const ours = [
  'passwort', 'passwort1', 'passwort123', 'hallo123', 'hallo1234', 'hallohallo', 'schalke04', 'borussia', 'geheim123', 'schatz123', 'ichliebedich', 'sommer2024',
  'fourfall', 'fourfall1', 'fourfall123', 'connectfour', 'connect4', 'connectfour4', 'viergewinnt', 'vier gewinnt', '4gewinnt', 'passw0rd', 'password123', 'qwertzui', 'qwertzuiop', 'changeme',
];

/** As in src/rest/common.c: FNV-1a over the UTF-8 bytes, then the finaliser of MurmurHash3. */
function hash(text) {
  let h = 0x811c9dc5;
  for (const byte of Buffer.from(text)) h = Math.imul(h ^ byte, 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const { passwords } = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js');
const listed = passwords.map((password) => password.toLowerCase()).filter((password) => password.length >= MIN);
const hashes = [...new Set([...new Set(listed)].slice(0, COUNT).concat(ours).map(hash))].sort((a, b) => a - b);
const words = hashes.map((one) => `0x${one.toString(16).padStart(8, '0')},`);
const lines = [];
for (let i = 0; i < words.length; i += 8) lines.push(`    ${words.slice(i, i + 8).join(' ')}`);
process.stdout.write(`/* Written by tools/passwords/passwords.mjs (make common-passwords): hashes of common passwords, sorted. */
/* clang-format off */
#include "rest/common.h"

const uint32_t common_table[] = {
${lines.join('\n')}
};
const size_t common_count = sizeof common_table / sizeof *common_table;
`);
