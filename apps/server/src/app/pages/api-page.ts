import { describeAccess, type Operation } from '@tallyman/contract';
import { describeSchema } from './describe-schema.ts';
import { type Html, html, page } from './html.ts';
import { clientExample, curlExample, exampleBody, examplePath } from './request-examples.ts';

/** The page of the interface: all operations by topic, with parameters, bodies and access rule. */
export function apiPage(operations: readonly Operation[], version: string): string {
  const topics = [...Map.groupBy(operations, (operation) => operation.tag)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return page(
    'Tallyman interface',
    html`<h1>Tallyman interface</h1>
<p>Version ${version}, ${operations.length} operations. For tools: <a href="/api/openapi.json">openapi.json</a>,
<a href="/api/openapi.yaml">openapi.yaml</a>. Send a session token as <code>Authorization: Bearer …</code> or an API key
as <code>X-Api-Key</code>. Every refusal is a problem document (RFC 9457).</p>
<form id="tools" role="search" hidden>
<label for="search">Search</label><input id="search" type="search" placeholder="for example: project tag">
<span id="count" role="status"></span>
<label for="key">API key to try operations with (not stored; without one your session is used)</label>
<input id="key" type="password" autocomplete="off">
</form>
<p>In the examples <code>$URL</code> is the address of this server and <code>$KEY</code> an API key.</p>
<nav aria-label="Topics">${topics.map(([topic]) => html`<a href="#${topic}">${topic}</a>`)}</nav>
${topics.map(([topic, members]) => html`<section><h2 id="${topic}">${topic}</h2>${members.map(operationDetails)}</section>`)}
<script src="/api/page.js"></script>`,
    html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
  );
}

function operationDetails(operation: Operation): Html {
  return html`<details id="${operation.id}" ${tryData(operation)}>
<summary><code><span class="method">${operation.method}</span>${operation.path}</code><span>${operation.summary}</span></summary>
${operation.description ? html`<p>${operation.description}</p>` : html``}
<p>${describeAccess(operation.access)}${operation.deprecated ? ' Deprecated.' : ''}${operation.paged ? ' Paged.' : ''}</p>
${block('Query', operation.query && describeSchema(operation.query))}
${block('Body', operation.body && `${operation.consumes ?? 'application/json'}\n${describeSchema(operation.body)}`)}
${Object.entries(operation.responses).map(([status, schema]) =>
  block(
    `Answer ${status}`,
    schema === null ? 'no body' : `${operation.produces ?? 'application/json'}\n${describeSchema(schema)}`,
  ),
)}
${block('With curl', curlExample(operation))}
${block('With the client', clientExample(operation))}
</details>`;
}

/** What the page's script needs to send the request. Forms with files are left to the command line. */
function tryData(operation: Operation): Html {
  const body = exampleBody(operation);
  if (operation.body && body === undefined) return html``;
  return html`data-method="${operation.method}" data-path="${examplePath(operation)}" data-body="${body ?? ''}"`;
}

function block(title: string, text: string | undefined): Html {
  return text === undefined ? html`` : html`<p><b>${title}</b></p><pre tabindex="0">${text}</pre>`;
}
