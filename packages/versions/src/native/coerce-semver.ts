const core = /^[0-9]+(?:\.[0-9]+(?:\.[0-9]+)?)?/;
const forbidden = /[^a-zA-Z0-9+.-]/g;

/**
 * The semantic version nearest to the text: three numbers without leading zeros, further numbers as build metadata,
 * anything else as a pre-release. `2.1.27.36` becomes `2.1.27+36`, `3.0.0a1` becomes `3.0.0-a1`. This is how published
 * range specifiers spell versions that are none.
 */
export function coerceSemver(text: string): string {
  const version = text.replace(/^[vV=]+/, '');
  const numbers = core.exec(version)?.[0];
  if (numbers === undefined) return version;
  const [major = '0', minor = '0', patch = '0'] = numbers.split('.').map(withoutLeadingZeros);
  const release = `${major}.${minor}.${patch}`;
  return release + spellSuffix(version.slice(numbers.length).replace(forbidden, '-'));
}

function spellSuffix(rest: string): string {
  if (rest === '') return '';
  const [head = '', ...builds] = rest.split('+');
  if (rest.startsWith('.')) return `+${[head.slice(1), ...builds].join('.')}`;
  const preRelease = head.startsWith('-') ? head.slice(1) : head;
  const build = builds.join('.');
  return (preRelease === '' ? '' : `-${preRelease}`) + (build === '' ? '' : `+${build}`);
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=[0-9])/, '');
}
