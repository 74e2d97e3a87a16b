// A client of the REST interface for the tests: every answer is checked against docs/api/openapi.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { path } from './server_process.mjs';
import { within } from './websocket_client.mjs';

const require = createRequire(path('web/package.json'));
const Ajv = require('ajv/dist/2020').default;
const addFormats = require('ajv-formats').default;

export const document = JSON.parse(readFileSync(path('docs/api/openapi.json'), 'utf8'));
export const UNUSED_ID = '0000000000001'; // a well-formed id that is not in use
export const UNUSED_TOKEN = 'A'.repeat(43); // a well-formed token that is not in use
const seen = new Set(); // "METHOD /path STATUS" of every answer that fitted the document
let usual = null;

/** Sets the server of requests without a port. */
export const setServer = (server) => (usual = server);

const ajv = addFormats(new Ajv({ strict: false }));
ajv.addSchema(document, 'api');
const pointer = (...keys) => `api#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const validators = new Map();
function validator($ref) {
  if (!validators.has($ref)) validators.set($ref, ajv.compile({ $ref }));
  return validators.get($ref);
}

/** The path template of openapi.json that matches the path of a request. */
function documented(pathname) {
  const fits = (template) => new RegExp(`^${template.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`).test(pathname);
  return Object.keys(document.paths).find(fits);
}

/** Checks an answer against openapi.json: the status must be listed, and the body must match its schema. */
function check(method, pathname, status, type, body) {
  const template = documented(pathname), operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) return;
  const listed = operation.responses[status];
  assert.ok(listed, `${method} ${template} answers ${status}, which is not documented: ${JSON.stringify(body)}`);
  const name = listed.$ref?.split('/').at(-1);
  const where = name ? ['components', 'responses', name] : ['paths', template, method.toLowerCase(), 'responses', String(status)];
  const response = name ? document.components.responses[name] : listed;
  assert.ok(response.content[type], `${method} ${template} ${status} is ${type}`);
  const validate = validator(pointer(...where, 'content', type, 'schema'));
  assert.ok(validate(body), `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`);
  seen.add(`${method} ${template} ${status}`);
}

/** One request; gives {status, body, headers}. A body that is not a string is sent as JSON. */
export async function ask(method, target, { token, body, headers = {}, port = usual.port, host = '127.0.0.1' } = {}) {
  const all = { ...headers };
  if (token) all.authorization = `Bearer ${token}`;
  if (body !== undefined && !('content-type' in all)) all['content-type'] = 'application/json';
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await within(fetch(`http://${host}:${port}${target}`, { method, headers: all, body: text }), `${method} ${target}`);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0];
  const raw = await answer.text();
  const value = type === 'application/json' && raw ? JSON.parse(raw) : raw;
  check(method, target.split('?')[0], answer.status, type, value);
  return { status: answer.status, body: value, headers: answer.headers };
}

export const get = (target, options) => ask('GET', target, options);
export const post = (target, body, options) => ask('POST', target, { body, ...options });
export const drop = (column, version) => ({ action: 'drop', parameters: { column }, ...(version === undefined ? {} : { version }) });

export function refused(answer, status, code) {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.error.code, code, JSON.stringify(answer.body));
  return answer;
}

/** A new game of two guests: its path, its state, and a token for each. */
export async function begin(wish = {}, options = {}) {
  const players = [{ kind: 'guest', name: 'Ann' }, { kind: 'guest', name: 'Bob' }];
  const { status, body } = await post('/api/games', { players, ...wish }, options);
  assert.equal(status, 201, JSON.stringify(body));
  return { path: `/api/games/${body.game.gameId}`, game: body.game, code: body.code, seats: body.seats, tokens: body.seats.map((seat) => seat.token) };
}

/** Turns guests into accounts, as rated invitations need them: a recovery code alone makes one. */
export async function enrol(tokens, options = {}) {
  for (const token of tokens) assert.equal((await post('/api/account/recovery', undefined, { token, ...options })).status, 200);
}

/** A rated game between two new accounts, like `begin`. */
export async function beginRated(wish = {}, options = {}) {
  const { tokens, seats } = await begin({}, options);
  await enrol(tokens, options);
  const { body } = await post('/api/games', { rated: true, clock: { perMoveMs: 86_400_000 }, ...wish }, { token: tokens[0], ...options });
  assert.equal((await post('/api/join', { code: body.code }, { token: tokens[1], ...options })).status, 200);
  return { path: `/api/games/${body.game.gameId}`, game: body.game, seats, tokens };
}

export async function play(made, columns, from = 0, options = {}) {
  let last;
  for (const [i, column] of columns.entries()) {
    last = await post(`${made.path}/moves`, drop(column, from + i), { token: made.tokens[(from + i) % 2], ...options });
    assert.equal(last.status, 200, JSON.stringify(last.body));
  }
  return last?.body;
}

/** Asserts that every operation whose path `isMeant` accepts was answered as documented: with success, and with 401 and 404 where listed. */
export function assertAnswered(isMeant) {
  for (const [template, item] of Object.entries(document.paths).filter(([name]) => isMeant(name)))
    for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
      const statuses = Object.keys(item[method].responses);
      const success = statuses.find((status) => status.startsWith('2'));
      const needsToken = item[method].security.every((way) => 'token' in way);
      assert.ok(seen.has(`${method.toUpperCase()} ${template} ${success}`), `${method} ${template} ${success}`);
      if (statuses.includes('401') && needsToken) assert.ok(seen.has(`${method.toUpperCase()} ${template} 401`), `${method} ${template} 401`);
      if (statuses.includes('404')) assert.ok(seen.has(`${method.toUpperCase()} ${template} 404`), `${method} ${template} 404`);
    }
}
