import { type ErrorCode, errorAnchor, errorCatalogue, errorHelp } from '@sluice/contracts'
import type { Answer } from '../http/route.ts'
import { type Html, html } from './html.ts'
import { pageAnswer } from './page.ts'

/** `GET /docs/errors`: every code of the catalogue, each where the `type` of its problem document points to. */
export function errorPage(): Answer {
  const byStatus = Map.groupBy(Object.entries(errorCatalogue), ([, { status }]) => status)
  const statuses = [...byStatus.keys()].sort((a, b) => a - b)
  return pageAnswer({
    title: 'Sluice: errors',
    lead: html`<p>Every error answer is a problem document (RFC 9457, <code>application/problem+json</code>). Its
<code>code</code> is one of these; GraphQL answers carry it under <code>extensions.code</code>. <code>detail</code> says
what was wrong this time, <code>errors</code> names the fields. Quote <code>requestId</code> when you report one.</p>`,
    navigation: html`<ul>${statuses.map(status => html`<li><a href="#status-${status}">${status}</a></li>`)}</ul>`,
    main: html`${statuses.map(status =>
      statusSection(
        status,
        (byStatus.get(status) ?? []).map(([code]) => code),
      ),
    )}`,
  })
}

function statusSection(status: number, codes: readonly string[]): Html {
  return html`<h2 id="status-${status}">Status ${status}</h2>${codes.filter(isCode).map(codeSection)}`
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

function codeSection(code: ErrorCode): Html {
  const { title, isRetriable } = errorCatalogue[code]
  const again = isRetriable
    ? html`<p class="quiet">The same request may succeed later; <code>Retry-After</code> says when.</p>`
    : undefined
  return html`<section id="${errorAnchor(code)}"><h3><code>${code}</code> ${title}</h3><p>${errorHelp[code]}</p>${again}</section>`
}
