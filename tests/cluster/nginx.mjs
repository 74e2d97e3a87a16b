// nginx for the tests: the example of packaging/ as it is, but for ports, nodes and TLS.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { path } from '../e2e/server_process.mjs';
import { ADDRESS, launch, makeFolder, run, until } from './processes.mjs';

const PROGRAM = '/usr/sbin/nginx';

/** Without the lines about the letters of nodes, and about a third node: what is left knows nothing of sessions. */
const plain = (text) =>
  text
    .replace(/map \$arg_sid [^}]*\}/, '')
    .replace(/upstream fourfall_[abc] .*\n/g, '')
    .replace(/server 10\.0\.0\.13.*\n/g, '')
    .replace('http://$fourfall_node', 'http://fourfall');

/** Starts the balancer of packaging/nginx/cluster.conf in front of its three nodes; isPlain: in turns in front of two. */
export async function startNginx(nodes, { port = 8080, isPlain = false } = {}) {
  const folder = makeFolder('nginx');
  const example = readFileSync(path('packaging/nginx/cluster.conf'), 'utf8');
  const own = (isPlain ? plain(example) : example)
    .replace(/10\.0\.0\.1([123]):8080/g, (_, digit) => `${ADDRESS}:${nodes[digit - 1].port}`)
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace(/listen \[::\]:\d+.*\n/g, '\n')
    .replace(/listen 443 ssl http2;/, `listen ${ADDRESS}:${port};`)
    .replace(/ssl_\w+ .*;/g, '');
  writeFileSync(join(folder, 'fourfall.conf'), own);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} warn;
     events { worker_connections 1024; }
     http { access_log ${join(folder, 'access.log')}; ${temporary} include ${join(folder, 'fourfall.conf')}; }`,
  );
  await run(PROGRAM, ['-t', '-q', '-p', folder, '-c', file]);
  const nginx = await launch(PROGRAM, ['-p', folder, '-c', file], {});
  const url = `http://${ADDRESS}:${port}`;
  await until(async () => (await fetch(`${url}/healthz`).catch(() => ({}))).status === 200, 'nginx answers');
  return { url, stop: () => nginx.end('SIGTERM'), log: () => readFileSync(join(folder, 'access.log'), 'utf8') };
}
