// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const scheme = read('mantine-color-scheme-value');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = scheme === 'dark' || (scheme !== 'light' && prefersDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.setAttribute('data-density', read('tallyman-density') ?? 'normal');
  document.documentElement.setAttribute('data-single-keys', read('tallyman-single-keys') ?? 'on');
})();
