// Prometheus for the tests: the real one, on the rules of packaging/, scraping every second.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { path } from '../e2e/server_process.mjs';
import { ADDRESS, launch, makeFolder, run } from './processes.mjs';

/** Starts Prometheus for these nodes. */
export async function startPrometheus(nodes, { port = 9090 } = {}) {
  const folder = makeFolder('prometheus');
  const config = join(folder, 'prometheus.yml');
  copyFileSync(path('packaging/prometheus/alerts.yml'), join(folder, 'alerts.yml'));
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'fourfall', static_configs: [{ targets: nodes.map((node) => `${ADDRESS}:${node.port}`) }] }],
    }),
  );
  await run('promtool', ['check', 'config', config]);
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${ADDRESS}:${port}`];
  const prometheus = await launch('prometheus', args, { ready: /Server is ready to receive web requests/ });
  const ask = async (target) => {
    const answer = await fetch(`http://${ADDRESS}:${port}${target}`, { signal: AbortSignal.timeout(60_000) });
    const body = await answer.json();
    if (body.status !== 'success') throw new Error(`${target}: ${body.error}`);
    return body.data;
  };
  return {
    /** The series of an expression now: labels and value. */
    query: async (expr) => (await ask(`/api/v1/query?query=${encodeURIComponent(expr)}`)).result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) })),
    rules: async () => (await ask('/api/v1/rules')).groups.flatMap(({ rules }) => rules),
    stop: () => prometheus.end('SIGTERM'),
  };
}
