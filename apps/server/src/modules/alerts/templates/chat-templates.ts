/** The engine escapes outputs for JSON. Text from outside is also escaped for the markup of the chat. */

export const SLACK_TEMPLATE = `{
  "text": "{{ notification.title | slack }}",
  "blocks": [
    {"type": "header", "text": {"type": "plain_text", "text": "{{ notification.title | truncate: 150 }}"}},
    {"type": "context", "elements": [{"type": "mrkdwn", "text": "*{{ level }}* | *{{ scope }}* | {{ group }}"}]},
    {"type": "divider"},
    {"type": "section", "text": {"type": "mrkdwn", "text": "{{ notification.content | default: notification.title | truncate: 1500 | slack }}"}
    {%- if facts.size > 0 %}, "fields": [
      {%- for fact in facts limit: 10 -%}
      {"type": "mrkdwn", "text": "*{{ fact.name }}*\\n{{ fact.value | truncate: 900 | slack }}"}{% unless forloop.last %},{% endunless %}
      {%- endfor -%}
    ]{% endif %}}
    {%- if links.size > 0 %},
    {"type": "actions", "elements": [
      {%- for link in links -%}
      {"type": "button", "text": {"type": "plain_text", "text": "{{ link.name }}"}, "action_id": "link-{{ forloop.index }}", "url": "{{ link.url }}"}{% unless forloop.last %},{% endunless %}
      {%- endfor -%}
    ]}{% endif %}
  ]
}`;

export const TEAMS_TEMPLATE = `{
  "@type": "MessageCard",
  "@context": "http://schema.org/extensions",
  "summary": "{{ notification.title | markdown }}",
  "title": "{{ notification.title | markdown }}",
  "themeColor": "{% if level == 'ERROR' %}C4314B{% elsif level == 'WARNING' %}F8A800{% else %}0078D4{% endif %}",
  "sections": [
    {
      "activityTitle": "{{ group }}",
      "activitySubtitle": "{{ timestamp }}",
      "facts": [
        {"name": "Level", "value": "{{ level }}"},
        {"name": "Scope", "value": "{{ scope }}"}
        {%- for fact in facts %},
        {"name": "{{ fact.name }}", "value": "{{ fact.value | truncate: 900 | markdown }}"}
        {%- endfor %}
      ],
      "text": "{{ notification.content | truncate: 5000 | markdown }}"
    }
  ]
  {%- if links.size > 0 %},
  "potentialAction": [
    {%- for link in links -%}
    {"@type": "OpenUri", "name": "{{ link.name }}", "targets": [{"os": "default", "uri": "{{ link.url }}"}]}{% unless forloop.last %},{% endunless %}
    {%- endfor -%}
  ]{% endif %}
}`;

const MARKDOWN_BODY =
  `**{{ notification.title | markdown }}**\\n{{ level }} \\\\| {{ scope }} \\\\| {{ group }}\\n\\n` +
  `{{ notification.content | truncate: 3000 | markdown }}\\n` +
  `{% for fact in facts %}\\n- **{{ fact.name }}:** {{ fact.value | truncate: 900 | markdown }}{% endfor %}` +
  `{% if links.size > 0 %}\\n\\n{% for link in links %}[{{ link.name }}]({{ link.url }}){% unless forloop.last %} \\\\| {% endunless %}{% endfor %}{% endif %}`;

export const MATTERMOST_TEMPLATE = `{
  "username": "Tallyman",
  "text": "${MARKDOWN_BODY}"
}`;

export const WEBEX_TEMPLATE = `{
  "markdown": "${MARKDOWN_BODY}"
}`;
