const shape =
  /^v?(?:([0-9]+)!)?([0-9]+(?:\.[0-9]+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?([0-9]*))?(?:(?:[-_.]?(?:post|rev|r)[-_.]?|-(?=[0-9]))([0-9]*))?(?:[-_.]?dev[-_.]?([0-9]*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;

const phases: ReadonlyMap<string, string> = new Map([
  ['alpha', 'a'],
  ['beta', 'b'],
  ['c', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
]);

/** The normal spelling of PEP 440 (`1.9.0alpha` is `1.9.0a0`); text that it does not allow stays as it is. */
export function normalizePypi(text: string): string {
  const match = shape.exec(text.toLowerCase());
  if (!match) return text;
  const [, epoch, release = '', phase, phaseNumber, post, dev, local] = match;
  return [
    epoch === undefined ? '' : `${plain(epoch)}!`,
    release.split('.').map(plain).join('.'),
    phase === undefined ? '' : (phases.get(phase) ?? phase) + plain(phaseNumber),
    post === undefined ? '' : `.post${plain(post)}`,
    dev === undefined ? '' : `.dev${plain(dev)}`,
    local === undefined ? '' : `+${local.replace(/[-_]/g, '.')}`,
  ].join('');
}

function plain(digits = ''): string {
  return digits.replace(/^0+(?=[0-9])/, '') || '0';
}
