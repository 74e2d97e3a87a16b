// Writes the seeds of the Socket.IO fuzzers to tests/fuzz/corpus: packets of both protocols, right and wrong.
//   node tests/fuzz/make-sio-corpus.mjs
// Files of other names (inputs a fuzzer found) are left alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('corpus', import.meta.url));

const payload = {
  'one-message': '4hello',
  'three-messages': '4test1\x1e4test2\x1e4test3',
  'binary': '4hello\x1ebAQIDBA==',
  'binary-empty': 'b',
  'binary-padding-1': 'bQkI=',
  'every-type': '0\x1e1\x1e2\x1e3\x1e4\x1e5\x1e6',
  'handshake': '0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}',
  'utf8': '4€ 🔴',
  'bad-empty': '',
  'bad-separator': '\x1e',
  'bad-last-empty': '4a\x1e',
  'bad-type': 'abc',
  'bad-protocol-3': '6:4hello',
  'bad-base64': 'bA',
  'bad-base64-bits': 'bAB==',
  'bad-utf8': Buffer.from('4\xff', 'latin1'),
  'bad-too-many': Array(60).fill('6').join('\x1e'),
};

// A session: its transport, then steps of what, which, how many bytes, and those bytes.
const step = (what, which, bytes = '') => Buffer.from([what, which, Buffer.byteLength(bytes), ...Buffer.from(bytes)]);
const session = (first, ...steps) => Buffer.concat([Buffer.from([first]), ...steps]);
const [POLL, POST, BODY, PROBE, FRAME, TICK, LOSE_REQUEST, LOSE_SOCKET] = [0, 1, 2, 3, 4, 5, 6, 7];
Object.assign(payload, {
  'session-poll-post': session(1, step(POLL, 0), step(POST, 0), step(BODY, 2, '4a\x1ebQkI=')),
  'session-two-polls': session(1, step(POLL, 0), step(POLL, 0)),
  'session-two-posts': session(1, step(POST, 0), step(POST, 0)),
  'session-close-packet': session(1, step(POLL, 0), step(POST, 0), step(BODY, 2, '1')),
  'session-upgrade': session(1, step(POLL, 0), step(PROBE, 0), step(FRAME, 0, '2probe'), step(FRAME, 0, '5'), step(FRAME, 0, '4hi')),
  'session-upgrade-late': session(1, step(PROBE, 0), step(FRAME, 0, '2probe'), step(TICK, 120), step(FRAME, 0, '5')),
  'session-probe-wrong': session(1, step(PROBE, 0), step(FRAME, 0, '4x')),
  'session-socket': session(0, step(FRAME, 0, '4hello'), step(FRAME, 128, 'abc'), step(TICK, 250), step(TICK, 60), step(FRAME, 0, '3')),
  'session-closed-from-within': session(1, step(POST, 0), step(BODY, 1, '4X'), step(POLL, 0)),
  'session-lost': session(1, step(POLL, 0), step(PROBE, 0), step(LOSE_SOCKET, 0), step(LOSE_REQUEST, 1)),
});

const PLACEHOLDER = '{"_placeholder":true,"num":0}';
const packet = {
  'connect': '0',
  'connect-auth': '0{"token":"123"}',
  'connect-custom': '0/custom,{"token":"abc"}',
  'connect-query': '0/custom?a=1,',
  'disconnect': '1/custom,',
  'event': '2["message",1,"2",{"3":[true]}]',
  'event-ack': '2/custom,456["message-with-ack",1.5,null]',
  'event-text': '2["chat","<b>\\u0000 \\" € 🔴 \\u2028"]',
  'event-number': '2[7]',
  'event-minus-zero': '2[-0.0]',
  'ack': '312["bar"]',
  'connect-error': '4{"message":"Not authorized"}',
  'binary-event': `51-["baz",${PLACEHOLDER}]`,
  'binary-ack': `61-15[${PLACEHOLDER}]`,
  'bad-type': 'abc',
  'bad-payload': '2{}',
  'bad-id': '2abc["x"]',
  'bad-id-huge': '299999999999999999999["x"]',
  'bad-reserved': '2["disconnect"]',
  'bad-attachments': '50-["x"]',
  'bad-attachments-many': '599-["x"]',
  'bad-placeholder': '51-["a",{"_placeholder":true,"num":1}]',
  'bad-depth': `2${'['.repeat(20)}${']'.repeat(20)}`,
  'bad-key-twice': '2["a",{"k":1,"k":2}]',
};
const frames = (...list) => Buffer.concat(list.map((f) => (typeof f === 'string'
  ? Buffer.concat([Buffer.from([Buffer.byteLength(f)]), Buffer.from(f)])
  : Buffer.concat([Buffer.from([0x80 | f.length]), f]))));
Object.assign(packet, {
  'session-talk': frames('40', '42["message",1]', '4212["x"]', '4312[]', '41'),
  'session-custom': frames('40/custom,{}', '42/custom,["m"]', '41/custom,'),
  'session-unknown': frames('40/random', '40'),
  'session-refused': frames('40{"no":1}', '40'),
  'session-later': frames('40{"later":1}', '42["early"]'),
  'session-binary': frames('40', `451-["m",${PLACEHOLDER}]`, Buffer.from([1, 2, 3]), '42["after"]'),
  'session-binary-text': frames('40', `451-["m",${PLACEHOLDER}]`, '42["x"]'),
  'session-binary-alone': frames('40', Buffer.from([1])),
  'session-twice': frames('40', '40'),
});

// Queries of Engine.IO requests, for the reader of addresses.
const url = {
  'eio-handshake': 'EIO=4&transport=polling&t=N8hyd6w',
  'eio-websocket': 'EIO=4&transport=websocket&sid=lv_VI97HAXpY6yYWAAAC',
  'eio-b64': 'EIO=4&transport=polling&b64=1&sid=A',
  'eio-escaped': '%45IO=%34&tr%61nsport=p%6Flling&sid=%41+%2B',
  'eio-several': 'EIO=4&EIO=3&transport=abc&transport=polling&sid=A&sid=',
  'eio-empty': '',
  'eio-odd': '&&=&=a&%&%4&%zz=%',
  'eio-sid-long': `sid=${'a'.repeat(33)}`,
  'eio-sid-zero': 'sid=a%00b',
  'eio-long': `transport=polling${'x'.repeat(200)}`,
};

for (const [folder, seeds] of Object.entries({ eio_payload: payload, sio_packet: packet, url })) {
  mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  for (const [name, bytes] of Object.entries(seeds)) writeFileSync(`${FOLDER}/${folder}/${name}`, bytes);
}
