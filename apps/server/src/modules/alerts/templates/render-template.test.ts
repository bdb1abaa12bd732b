import { describe, expect, it } from 'vitest';
import { checkTemplate, renderTemplate, TemplateError } from './render-template.ts';

const variables = { notification: { title: 'A "title" <b>', content: 'x' }, list: [1, 2, 3] };
const render = (template: string, mimeType = 'text/plain') =>
  renderTemplate(template, mimeType, variables, 'custom');

describe('Templates', () => {
  it('escape variables for their media type', () => {
    expect(JSON.parse(render('{"t":"{{ notification.title }}"}', 'application/json'))).toEqual({
      t: 'A "title" <b>',
    });
    expect(render('{{ notification.title }}', 'text/html')).toBe('A &#34;title&#34; &lt;b&gt;');
    expect(render('{{ notification.title }}')).toBe('A "title" <b>');
    expect(JSON.parse(render('{{ notification | json | raw }}', 'application/json'))).toEqual(
      variables.notification,
    );
  });

  it('do not evaluate variables as templates', () => {
    const injected = { title: '{{ "pwned" | upcase }}{% assign a = 1 %}' };
    expect(renderTemplate('{{ title }}', 'text/plain', injected, 'custom')).toBe(injected.title);
  });

  it.each([
    '{{ constructor.constructor("return process")() }}',
    '{{ notification.__proto__ }}{{ notification.constructor.name }}',
    '{{ "x".constructor }}{{ list.constructor }}',
    '{{ list | map: "constructor" }}',
    '{{ notification["constructor"]["prototype"] }}',
    '{{ process.env }}{{ global }}{{ require }}',
  ])('have access to their variables only: %s', (template) => {
    let rendered = '';
    try {
      rendered = render(template);
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError);
    }
    expect(rendered).not.toMatch(/process|function|Function|native|Object|Array/);
  });

  it.each([
    '{% include "x" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "x" %}',
    '{{ 1 | no_such_filter }}',
    '{{ list | where_exp: "x", "x == 0" }}',
    '{{ list | find_index_exp: "x", "x == 0" }}',
    '{{ list | where: "(1..1000)" }}',
    '{{ list | group_by: "a[b]" }}',
    '{% if %}',
    '{{ "open',
  ])('are rejected if they do not parse or load files: %s', (template) => {
    expect(() => render(template)).toThrow(TemplateError);
  });

  it('are rejected if they have 10 MB', () => {
    expect(() => checkTemplate('x'.repeat(10_000_000), 'text/plain')).toThrow(TemplateError);
    expect(() => checkTemplate(`${'{{ a }}'.repeat(1_500_000)}`, 'text/plain')).toThrow(TemplateError);
  });

  it.each([
    '{% for a in (1..100000000) %}x{% endfor %}',
    '{% for a in (1..30000) %}{% for b in (1..30000) %}{{ a | times: b }}{% endfor %}{% endfor %}',
    '{% assign s = "x" %}{% for a in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s | size }}',
    '{% capture s %}{% for a in (1..5000) %}0123456789{% endfor %}{% endcapture %}{% for a in (1..5000) %}{{ s | replace: "0", s }}{% endfor %}',
    '{% tablerow a in (1..100000000) %}x{% endtablerow %}',
    '{{ "x" | ljust: 1000000000 | size }}{% for a in (1..100000000) %}{% endfor %}',
  ])('are stopped if they do not end: %s', (template) => {
    expect(() => render(template)).toThrow(TemplateError);
  });

  const long = '{% capture s %}{% for a in (1..1000) %}%%%%%%%%%%{% endfor %}{% endcapture %}';
  it.each([
    `${long}{% for a in (1..40) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}{{ s | size }}`,
    `${long}{% for a in (1..400) %}{% assign s = s | url_encode %}{% endfor %}{{ s | size }}`,
    `${long}{% assign a = s | split: "x" %}{% for i in (1..20) %}{% assign a = a | concat: a %}{% endfor %}{{ a | upcase | size }}`,
    `${long}{% for a in (1..200) %}{{ s }}{% endfor %}`,
  ])('are stopped if they build a large value in small steps: %s', (template) => {
    expect(() => render(template)).toThrow('memory alloc limit exceeded');
  });

  it('may filter, group and find by the name of a property', () => {
    const items = [
      { name: 'a', of: { kind: 'x' } },
      { name: 'b', of: { kind: 'y' } },
    ];
    const template =
      '{{ items | where: "of.kind", "y" | map: "name" }} {{ items | find_index: "name", "b" }} {{ items | group_by: "of.kind" | map: "name" | join }}';
    expect(renderTemplate(template, 'text/plain', { items }, 'custom')).toBe('b 1 x y');
  });
});
