import { main } from './main.ts';
import { PRODUCT_VERSION } from './product-version.ts';

/** Entry point of the CLI that is installed without the server, see scripts/build-cli.ts. */
const OLDEST_NODE = [22, 15];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
  await main(process.argv.slice(2));
} else {
  const needed = OLDEST_NODE.join('.');
  console.error(`tallyman ${PRODUCT_VERSION} needs Node.js ${needed} or newer; this is ${process.version}.`);
  process.exitCode = 1;
}
