/** Style sheet of the pages that the server renders. Supports light and dark mode. */
export const pageStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; }
body { color: light-dark(#1a1a1a, #ededed); background: light-dark(#ffffff, #121212); }
a { color: light-dark(#1d4ed8, #9db8ff); }
h1 { font-size: 1.9rem; letter-spacing: -.02em; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
pre, code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .875rem; }
pre { background: var(--soft); border-radius: .5rem; padding: .9rem 1.1rem; overflow-x: auto; }
nav a { display: inline-block; margin: 0 .9rem .3rem 0; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .1rem .9rem; }
#tools { display: grid; gap: .3rem; margin: 1rem 0; justify-items: stretch; }
#tools[hidden], section[hidden], details[hidden] { display: none; }
input, textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: Field; color: FieldText; }
textarea { font-family: ui-monospace, monospace; font-size: .875rem; }
button { font: inherit; padding: .4rem .9rem; border-radius: .4rem; border: 1px solid var(--line); cursor: pointer; }
form { margin: 0 0 1rem; display: grid; gap: .5rem; justify-items: start; }
form label, form pre { width: 100%; box-sizing: border-box; }
form pre { max-height: 30rem; overflow: auto; }
:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
summary { cursor: pointer; padding: .5rem 0; }
summary code { font-weight: 600; }
summary span { opacity: .75; margin-left: .6rem; }
.method { display: inline-block; min-width: 4.2rem; }
.gone { text-decoration: line-through; }
`;
