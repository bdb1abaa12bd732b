import { html, page } from './html.ts';

/** Shown at / if the web interface is disabled or not built. */
export function welcomePage(version: string, host: string): string {
  return page(
    'Tallyman',
    html`<h1>Tallyman is running</h1>
<p>This is version ${version}. The web interface is switched off (<code>svc.web.enabled</code>) or not built: stop the
service and run <code>npm start</code>, which builds it and says why if that fails. Everything works over the
<a href="/api">REST interface</a> and the <code>tallyman</code> command line, too.</p>
<h2>First steps</h2>
<p>Sign in with the user and the password that were shown at the first start:</p>
<pre>TOKEN=$(curl -s -d username=admin --data-urlencode 'password=…' http://${host}/api/v1/user/login)
curl -s -H "Authorization: Bearer $TOKEN" http://${host}/api/v1/project</pre>
<p>Or let the command line remember you:</p>
<pre>npx tallyman login --url http://${host}
npx tallyman project create "My service" --project-version 1.0.0
npx tallyman project list</pre>
<h2>Where to look</h2>
<ul>
<li><a href="/api">The interface, to read</a></li>
<li><a href="/api/openapi.json">OpenAPI as JSON</a> and <a href="/api/openapi.yaml">as YAML</a></li>
<li><a href="/api/version">The running version</a></li>
<li>Health and metrics are on the management port (9000 unless configured otherwise).</li>
</ul>`,
  );
}
