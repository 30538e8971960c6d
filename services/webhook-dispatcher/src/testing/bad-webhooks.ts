/** What is changed about a webhook that is right, and what the refusal names: a path, and a place in a text. */
export type BadWebhook = [what: string, change: object, error: { path: string; line?: number; column?: number }]

export const GOOD_WEBHOOK = { name: 'orders', condition: "path('/orders')", url: 'https://hooks.example.com/x' }

export const GOOD_MAIL = {
  name: 'mails',
  condition: "path('/orders')",
  type: 'email',
  email: { to: ['a@example.com'], subject: 'S {{id}}', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' },
}

/** For a dispatcher to which nothing inside is open, but one port of 127.0.0.1. */
export const BAD_WEBHOOKS: BadWebhook[] = [
  [
    'a condition that does not parse',
    { condition: "path('/a') and\nmethd('GET')" },
    { path: 'condition', line: 2, column: 1 },
  ],
  ['an inner url', { url: 'http://127.0.0.1/' }, { path: 'url' }],
  ['an opened address on another port', { url: 'http://127.0.0.1:10/' }, { path: 'url' }],
  ['credentials in the url', { url: 'https://u:p@hooks.example.com/' }, { path: 'url' }],
  ['a header that is not its to set', { headers: { Host: 'x' } }, { path: 'headers.Host' }],
  ['a header with a line break', { headers: { 'x-a': 'a\r\nb: c' } }, { path: 'headers.x-a' }],
  ['the mask of nothing', { headers: { 'x-a': '[masked]' } }, { path: 'headers.x-a' }],
  [
    'a template that does not parse',
    { transform: { enabled: true, template: 'a\n {{#b}}' } },
    { path: 'transform.template', line: 2 },
  ],
  ['a template that is missing', { transform: { enabled: true } }, { path: 'transform.template' }],
  ['a time-out out of range', { timeout_ms: 999 }, { path: 'timeout_ms' }],
  ['a field that is not known', { retries: 3 }, { path: 'retries' }],
  ['more a minute than there can be', { maxPerMinute: 60_001 }, { path: 'maxPerMinute' }],
  ['no name', { name: undefined }, { path: 'name' }],
  ['a name that breaks the line', { name: 'a\nb' }, { path: 'name' }],
  ['a name that turns text round', { name: '\u202Egnp' }, { path: 'name' }],
]

/** Faults in the part of a webhook that is about mails. */
export const BAD_MAILS: BadWebhook[] = [
  ['a subject that does not parse', { subject: 'a\n {{#b}}' }, { path: 'email.subject', line: 2 }],
  ['a body that does not parse', { bodyTemplate: '<p>\n\n{{x' }, { path: 'email.bodyTemplate', line: 3, column: 1 }],
  ['an html body that is missing', { bodyTemplate: ' ' }, { path: 'email.bodyTemplate' }],
  ['a display name', { to: ['Ann <a@example.com>'] }, { path: 'email.to.0' }],
  ['a header in an address', { cc: ['a@example.com\r\nBcc: b@example.com'] }, { path: 'email.cc.0' }],
  [
    'more than 50 recipients in all',
    {
      to: Array.from({ length: 30 }, (_, index) => `t${index}@example.com`),
      cc: Array.from({ length: 30 }, (_, index) => `c${index}@example.com`),
    },
    { path: 'email.cc' },
  ],
]
