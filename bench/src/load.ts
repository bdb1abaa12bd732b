/** Sends GET requests over keep-alive connections for some seconds and prints throughput and latencies. */
import { Agent, get } from 'node:http';

const [url = '', seconds = '5', connections = '16', authorization = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = authorization ? { authorization } : {};
const latencies: number[] = [];

await Promise.all(
  Array.from({ length: Number(connections) }, () => loop(Date.now() + Number(seconds) * 1000)),
);
latencies.sort((a, b) => a - b);
const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
process.stdout.write(
  JSON.stringify({ rps: Math.round(latencies.length / Number(seconds)), p50: at(0.5), p99: at(0.99) }),
);
agent.destroy();

async function loop(end: number): Promise<void> {
  while (Date.now() < end) {
    const begin = performance.now();
    await once();
    latencies.push(performance.now() - begin);
  }
}

function once(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', resolve);
    }).on('error', reject);
  });
}
