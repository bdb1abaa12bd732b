import { CSRF_HEADER } from '@tallyman/contract';

/** Search and "try it" of the interface page. Without it the page can still be read. */
export const apiScript = `'use strict';
const search = document.querySelector('#search');
const count = document.querySelector('#count');
const operations = [...document.querySelectorAll('details')];

function find() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const operation of operations) {
    const text = (operation.id + ' ' + operation.querySelector('summary').textContent).toLowerCase();
    operation.hidden = !words.every((word) => text.includes(word));
    if (!operation.hidden) found++;
  }
  for (const topic of document.querySelectorAll('section')) {
    topic.hidden = !topic.querySelector('details:not([hidden])');
  }
  count.textContent = words.length > 0 ? found + ' found' : '';
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function field(label, input) {
  return element('label', {}, label, input);
}

function addForm(operation) {
  if (operation.querySelector('form') || !operation.dataset.path) return;
  const path = element('input', { value: operation.dataset.path, spellcheck: false });
  const body = element('textarea', { value: operation.dataset.body ?? '', rows: 6, spellcheck: false });
  const output = element('pre', { hidden: true, tabIndex: 0 });
  output.setAttribute('aria-live', 'polite');
  const form = element('form', {}, element('p', {}, element('b', {}, 'Try it')), field('Path and query', path));
  if (operation.dataset.body) form.append(field('Body', body));
  form.append(element('button', {}, 'Send ' + operation.dataset.method), output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Waiting for the answer …';
    output.textContent = await send(operation.dataset.method, path.value, operation.dataset.body && body.value);
  });
  operation.append(form);
}

async function send(method, path, body) {
  const key = document.querySelector('#key').value.trim();
  const headers = { '${CSRF_HEADER}': '1' };
  if (key) headers['X-Api-Key'] = key;
  if (body) headers['Content-Type'] = 'application/json';
  try {
    const credentials = key ? 'omit' : 'same-origin';
    const url = new URL(path, location.origin);
    if (url.origin !== location.origin) return 'The path must lead to this server.';
    const answer = await fetch(url, { method, headers, credentials, body: body || undefined });
    const text = await answer.text();
    return answer.status + ' ' + answer.statusText + '\\n\\n' + pretty(text).slice(0, 100000);
  } catch (error) {
    return 'No answer: ' + error.message;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const tools = document.querySelector('#tools');
tools.hidden = false;
tools.addEventListener('submit', (event) => event.preventDefault());
search.addEventListener('input', find);
for (const operation of operations) operation.addEventListener('toggle', () => addForm(operation));
`;
