const RULE = '-'.repeat(80);

/** The notification itself, as it is on the wire. */
export const JSON_TEMPLATE = '{"notification":{{ notification | json | raw }}}';

export const EMAIL_TEMPLATE = `{{ notification.title }}

${RULE}

{% for fact in facts %}{{ fact.name | append: ':' | ljust: 18 }}{{ fact.value }}
{% endfor %}
{{ notification.content }}

{% for link in links %}{{ link.name | append: ':' | ljust: 20 }}{{ link.url }}
{% endfor %}
${RULE}

{{ level }} | {{ scope }} | {{ group }}
{{ timestamp }}
`;

export const CONSOLE_TEMPLATE = `Notification
  Timestamp: {{ timestamp }}
  Level:     {{ level }}
  Scope:     {{ scope }}
  Group:     {{ group }}
  Title:     {{ notification.title }}
  Content:   {{ notification.content }}
{%- for fact in facts %}
  {{ fact.name | append: ':' | ljust: 10 }} {{ fact.value }}
{%- endfor %}`;

export const JIRA_TEMPLATE = `{
  "fields": {
    "project": {"key": "{{ jiraProjectKey }}"},
    "issuetype": {"name": "{{ jiraTicketType }}"},
    "summary": "{{ notification.title | truncate: 250 }}",
    "description": "{{ notification.content | truncate: 20000 | jira }}\\n
    {%- for fact in facts %}\\n*{{ fact.name }}:* {{ fact.value | jira }}{% endfor %}
    {%- for link in links %}\\n[{{ link.name }}|{{ link.url }}]{% endfor -%}
    \\n\\n{{ level }} - {{ scope }} - {{ group }} - {{ timestamp }}"
  }
}`;
