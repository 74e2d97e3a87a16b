// The WebSocket, Engine.IO and Socket.IO suites over TLS.
import { makeCertificate } from '../e2e/certificate.mjs';

const { cert, key } = makeCertificate();
Object.assign(process.env, { FF_TLS: '1', SIO_ECHO_CERT: cert, SIO_ECHO_KEY: key });
for (const suite of ['websocket', 'websocket_opening', 'engine_io', 'engine_io_packets', 'socket_io', 'socket_io_binary']) await import(`./${suite}.test.mjs`);
