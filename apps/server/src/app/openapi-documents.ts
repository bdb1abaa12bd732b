import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { allOperations, type Operation, toOpenApi } from '@tallyman/contract';
import { toYaml } from './to-yaml.ts';

interface OpenApiDocuments {
  json(): Promise<string>;
  yaml(): Promise<string>;
  v2Yaml(): Promise<string>;
}

/**
 * The interface description. Everyone may ask for it, so it is made once; most nodes are never asked, so not before
 * that. Kept compressed: 50 kB instead of 7 MB.
 */
export function createOpenApiDocuments(version: string): OpenApiDocuments {
  const describe = (operations: readonly Operation[]) => toOpenApi(operations, { version });
  const v2 = () => allOperations.filter(({ path }) => path.startsWith('/api/v2/'));
  return {
    json: keepCompressed(() => JSON.stringify(describe(allOperations))),
    yaml: keepCompressed(() => toYaml(describe(allOperations))),
    v2Yaml: keepCompressed(() => toYaml(describe(v2()))),
  };
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

function keepCompressed(make: () => string): () => Promise<string> {
  let kept: Promise<Buffer> | undefined;
  return async () => {
    kept ??= compress(make());
    return (await decompress(await kept)).toString();
  };
}
