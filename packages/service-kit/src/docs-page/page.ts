import { createHash } from 'node:crypto'
import { type Answer, bytes } from '../http/route.ts'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

const styleHash = createHash('sha256').update(style).digest('base64')

/** No script, nothing from another host, no frame: the page is text and one style sheet, which the hash names. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

type DocsPage = { title: string; lead: Html; navigation: Html; main: Html }

/** A whole page as an answer, with the headers that keep it to itself. */
export function pageAnswer({ title, lead, navigation, main }: DocsPage): Answer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><h1>${title}</h1>${lead}</header>
<nav aria-label="On this page">${navigation}</nav>
<main id="content">${main}</main>
<footer><p><a href="/docs">The API</a> · <a href="/docs/errors">Errors</a> · <a href="/openapi.json">OpenAPI document</a></p></footer>
</body>
</html>
`
  return bytes(page.html, 'text/html; charset=utf-8', { headers })
}
