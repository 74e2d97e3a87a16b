// Writes the seeds of the fuzzers of what comes in from the network, below and above the wire, to tests/fuzz/corpus.
//   node tests/fuzz/make-net-corpus.mjs
// Files of other names (inputs a fuzzer found) are left alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { closePayload, frame, handshake, OP } from '../e2e/websocket_client.mjs';
import { request } from '../e2e/server_process.mjs';

const FOLDER = fileURLToPath(new URL('corpus', import.meta.url));
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

const http_head = {
  get: request('GET', '/path?a=1&b'),
  post: request('POST', '/api/games', { 'Content-Type': 'application/json', Authorization: 'Bearer x' }, '{}'),
  upgrade: handshake('/socket.io/?EIO=4&transport=websocket', {}, KEY),
  'upgrade-lines': handshake('/', { Connection: 'Upgrade\r\nConnection: keep-alive' }, KEY),
  http10: 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  absolute: 'GET http://host/x?y HTTP/1.1\r\nHost: host\r\n\r\n',
  continue: request('PUT', '/x', { 'Content-Length': 5, Expect: '100-continue' }),
  pipelined: request('GET', '/1') + request('GET', '/2'),
  half: 'GET / HTTP/1.1\r\nHost: a\r\n',
  'bad-chunked': request('POST', '/', { 'Transfer-Encoding': 'chunked' }),
  'bad-length': request('POST', '/', { 'Content-Length': '-1' }),
  'bad-length-huge': request('POST', '/', { 'Content-Length': '9'.repeat(30) }),
  'bad-length-twice': request('POST', '/', { 'Content-Length': '1\r\nContent-Length: 1' }),
  'bad-folded': 'GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n',
  'bad-feed': 'GET / HTTP/1.1\nHost: a\n\n',
  'bad-blank': 'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'bad-version': 'GET / HTTP/3.0\r\n\r\n',
  'bad-method': request('FROB', '/'),
  'bad-zero': request('GET', '/', { X: '\0' }),
  'bad-target-long': request('GET', `/${'a'.repeat(250)}`),
  'bad-headers-long': request('GET', '/', { X: 'a'.repeat(1100) }),
  'bad-lines': `GET / HTTP/1.1\r\n${'a:\r\n'.repeat(101)}\r\n`,
};

const url = {
  path: '/games/%41%2F%c3%bc',
  query: 'a=1%262+3&b&c=&=d&a=2',
  plus: 'a+b=c+d%2B',
  'bad-percent': 'a=%4',
  'bad-hex': '%zz',
  'bad-zero': 'a=%00',
  empty: '',
  odd: '&&=&==&',
};

const bytes = (...list) => Buffer.from(list);
const zero = (options) => { // with a mask of zeros, so that seeds are the same each time
  const made = frame({ ...options, masked: false });
  made[1] |= 0x80;
  const payload = Buffer.from(options.payload ?? '');
  const head = made.length - payload.length;
  return Buffer.concat([made.subarray(0, head), bytes(0, 0, 0, 0), payload]);
};
const frames = {
  text: zero({ payload: '42["message",1]' }),
  binary: zero({ op: OP.BINARY, payload: Buffer.alloc(200, 1) }),
  long: zero({ op: OP.BINARY, payload: Buffer.alloc(66_000, 1) }),
  fragments: Buffer.concat([zero({ payload: 'a', fin: false }), zero({ op: OP.PING, payload: 'p' }), zero({ op: OP.CONTINUE, payload: 'b' })]),
  close: zero({ op: OP.CLOSE, payload: closePayload(1000, 'bye') }),
  'close-empty': zero({ op: OP.CLOSE }),
  'close-short': zero({ op: OP.CLOSE, payload: 'a' }),
  'close-code': zero({ op: OP.CLOSE, payload: closePayload(1006) }),
  'close-utf8': zero({ op: OP.CLOSE, payload: bytes(3, 232, 0xff) }),
  'bad-unmasked': bytes(0x81, 0x01, 0x61),
  'bad-rsv': bytes(0xc1, 0x80, 0, 0, 0, 0),
  'bad-op': bytes(0x83, 0x80, 0, 0, 0, 0),
  'bad-ping': bytes(0x09, 0x80, 0, 0, 0, 0),
  'bad-ping-long': bytes(0x89, 0xfe, 0, 126),
  'bad-length': bytes(0x81, 0xfe, 0, 5, 0, 0, 0, 0),
  'bad-length-sign': bytes(0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0),
  'too-big': bytes(0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
  half: bytes(0x81, 0x85, 1, 2),
};

const GAME = '"gameId":"AAAAAAAAAAE"';
const event = {
  'join-queue': '{"name":"Ann","board":"7x6","clock":{"initialMs":60000,"incrementMs":1000},"rated":true}',
  'join-queue-days': '{"board":"5x5x5","clock":{"perMoveMs":86400000}}',
  'make-move': `{${GAME},"columnIndex":3,"ply":0}`,
  'create-game': '{"board":"9x7c5","visibility":"public","player":"O","level":"hard","style":"bold","rated":false}',
  'join-game': '{"code":"abc-def"}',
  chat: `{${GAME},"text":"grüße 🟡"}`,
  'chat-quick': `{${GAME},"quick":3}`,
  match: '{"matchId":"AAAAAAAAAAI"}',
  auth: '{"token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","name":"Ann"}',
  null: 'null',
  'name-of-an-event': 'make-move',
  'bad-array': '[1]',
  'bad-types': '{"gameId":1,"columnIndex":"3","clock":[],"rated":"yes","board":7,"name":{},"code":0,"quick":-1,"text":null}',
  'bad-ranges': `{${GAME},"columnIndex":4294967296,"ply":-1,"clock":{"initialMs":-1},"quick":65536}`,
  'bad-zero': '{"name":"a\\u0000b","text":"\\u0000","code":"\\u0000"}',
  'bad-surrogate': '{"name":"\\ud800"}',
  'bad-long': `{"name":"${'ü'.repeat(300)}","matchId":"${'a'.repeat(70)}"}`,
};

const rest_body = {
  create: '{}',
  'create-all': '{"board":"7x6","clock":{"perMoveMs":1000},"rated":false,"visibility":"public","players":[{"kind":"guest","name":"Ann"},{"kind":"computer","level":"hard","style":"bold"}]}',
  'create-open': '{"players":[{"kind":"me"},{"kind":"open"}],"clock":{"initialMs":1,"incrementMs":2}}',
  move: '{"action":"drop","parameters":{"column":3},"version":0}',
  'move-far': '{"action":"drop","parameters":{"column":-2147483648}}',
  join: '{"code":"ABCDEF"}',
  'bad-key': '{"boards":"7x6"}',
  'bad-players': '{"players":[{"kind":"me"}]}',
  'bad-kind': '{"players":[{"kind":"x"},{}]}',
  'bad-nulls': '{"board":null,"clock":null,"players":[null,null]}',
  'bad-action': '{"action":"jump","parameters":[],"version":-1}',
  'bad-depth': '[[[[[[]]]]]]',
  'bad-array': '[]',
};

const token = {
  zeros: 'A'.repeat(43),
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-w',
  underscore: `${'_'.repeat(42)}8`,
  'bad-bits': `${'A'.repeat(42)}B`,
  'bad-padding': `${'A'.repeat(43)}=`,
  'bad-short': 'A'.repeat(42),
  'bad-alphabet': `${'A'.repeat(42)}+`,
  'bad-blank': `${'A'.repeat(21)} ${'A'.repeat(21)}`,
  'bad-high-bit': Buffer.from(`${'A'.repeat(36)}\x95${'A'.repeat(6)}`, 'latin1'),
};

const answer = (status, ...lines) => `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const relay = {
  poll: `${answer('200 OK', 'date: Wed, 18 Nov 2026 04:00:00 GMT', 'connection: close', 'content-length: 1', 'content-type: text/plain; charset=UTF-8')}6`,
  refusal: `${answer('400 Bad Request', 'content-length: 41', 'content-type: application/json')}{"code":1,"message":"Session ID unknown"}`,
  bare: answer('200', 'content-length: 0'),
  half: 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n',
  'bad-upgrade': answer('101 Switching Protocols', 'content-length: 0'),
  'bad-version': answer('200 OK', 'content-length: 0').replace('1.1', '1.0'),
  'bad-no-length': answer('200 OK'),
  'bad-chunked': answer('200 OK', 'transfer-encoding: chunked'),
  'bad-length-twice': answer('200 OK', 'content-length: 1', 'content-length: 2'),
  'bad-long': answer('200 OK', `x: ${'a'.repeat(600)}`),
  mark: '198.51.100.7 0123456789abcdef0123456789abcdef',
  'mark-six': '2001:db8::7 0123456789abcdef0123456789abcdef',
  'mark-long': '1'.repeat(100),
};

const proxy = {
  one: '192.0.2.7',
  several: '203.0.113.9, 10.0.0.1,10.0.0.2',
  six: '2001:db8::1, fd00::7',
  mapped: '::ffff:10.0.0.1',
  block: '10.0.0.0/8',
  'block-six': 'fd00::/8',
  'bad-block': '10.0.0.1/8',
  'bad-bits': '10.0.0.0/129',
  unknown: 'unknown, _hidden',
  ports: '192.0.2.7:80, [::1]:80',
  scheme: 'https',
  empty: ' , ,',
  long: '1'.repeat(300),
};

for (const [folder, seeds] of Object.entries({ http_head, url, frame: frames, event, rest_body, token, relay, proxy })) {
  mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  for (const [name, seed] of Object.entries(seeds)) writeFileSync(`${FOLDER}/${folder}/${name}`, seed);
}
