import type { Db } from '../../platform/db/database.ts';
import { joinTexts } from '../../platform/http/join-texts.ts';
import { type FoundFinding, listAllFindings } from '../findings/list-all-findings.ts';
import { listVulnerabilityBlocks } from '../findings/list-vulnerability-blocks.ts';
import { presentFinding, presentSharedVulnerability } from '../findings/present-finding.ts';
import { SYSTEM_PRINCIPAL } from '../portfolio/access/system-principal.ts';
import type { WriteOptions } from './finding-integration.ts';
import { type AssetRow, listAssets } from './participant-store.ts';
import { permanentFailure } from './push-failure.ts';
import { type KennaVuln, mergeVulns, toAsset, toDefinition, toVuln } from './to-kenna-records.ts';

/** One document for all projects that take part, without suppressed findings. */
export async function writeKennaDocument(
  db: Db,
  { projectProperty, now, onFinding }: WriteOptions,
): Promise<AsyncIterable<string>> {
  const assets = await listAssets(db, projectProperty);
  if (assets.length === 0) throw permanentFailure(`No active project has the property ${projectProperty}.`);
  return new KennaWriter(db, now, onFinding).write(assets);
}

class KennaWriter {
  readonly #db: Db;
  readonly #now: Date;
  readonly #onFinding: () => void;
  /** Ids of the vulnerabilities that the assets have. Definitions follow the assets. */
  readonly #vulnerabilityIds = new Set<number>();

  constructor(db: Db, now: Date, onFinding: () => void) {
    this.#db = db;
    this.#now = now;
    this.#onFinding = onFinding;
  }

  async *write(assets: readonly AssetRow[]): AsyncGenerator<string> {
    yield '{"skip_autoclose":false,"assets":[';
    let separator = '';
    for (const asset of assets) {
      yield `${separator}${JSON.stringify(toAsset(asset)).slice(0, -1)},"vulns":[`;
      yield* joinWithCommas(this.#listVulns(asset.id), (vuln) => JSON.stringify(vuln));
      yield ']}';
      separator = ',';
    }
    yield '],"vuln_defs":[';
    const vulnerabilities = listVulnerabilityBlocks(this.#db, this.#vulnerabilityIds);
    yield* joinWithCommas(vulnerabilities, (vulnerability) =>
      JSON.stringify(toDefinition(presentSharedVulnerability(vulnerability))),
    );
    yield ']}';
  }

  /** Findings of one vulnerability are consecutive. They are one vuln of the asset. */
  async *#listVulns(projectId: number): AsyncGenerator<KennaVuln[]> {
    let open: KennaVuln | undefined;
    const filter = { projectId, withSuppressed: false };
    for await (const block of listAllFindings(this.#db, SYSTEM_PRINCIPAL, filter)) {
      const ended: KennaVuln[] = [];
      for (const found of block) {
        const vuln = this.#toVuln(found);
        const isSame = open?.scanner_identifier === vuln.scanner_identifier;
        if (open && !isSame) ended.push(open);
        open = open && isSame ? mergeVulns(open, vuln) : vuln;
      }
      yield ended;
    }
    if (open) yield [open];
  }

  #toVuln({ row, vulnerability }: FoundFinding): KennaVuln {
    this.#onFinding();
    this.#vulnerabilityIds.add(vulnerability.id);
    return toVuln(presentFinding(row, vulnerability), this.#now);
  }
}

async function* joinWithCommas<Item>(
  blocks: AsyncIterable<Iterable<Item>>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  let separator = '';
  yield* joinTexts(blocks, (item) => {
    const text = `${separator}${write(item)}`;
    separator = ',';
    return text;
  });
}
