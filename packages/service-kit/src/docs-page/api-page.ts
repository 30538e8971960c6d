import { errorAnchor, errorCatalogue } from '@sluice/contracts'
import type { OpenApiDocument } from '../http/description/openapi-document.ts'
import type { Answer } from '../http/route.ts'
import { findExample } from './find-example.ts'
import { type Html, html } from './html.ts'
import { isObject, type JsonObject, listAt, objectAt, resolved, textAt } from './json-value.ts'
import { pageAnswer } from './page.ts'
import { schemaView, typeWords } from './schema-view.ts'

type DescribedOperation = { method: string; path: string; operation: JsonObject }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** `GET /docs`: an OpenAPI document as one page for people, without a script. */
export function apiPage(document: OpenApiDocument): Answer {
  const groups = Map.groupBy(operationsOf(document), ({ path }) => groupOf(path))
  const names = [...groups.keys()]
  return pageAnswer({
    title: `${document.info.title}: the API`,
    lead: html`<p>${document.info.description}</p><p>Sign in with a user name and password (Basic) or an API key
(<code>Authorization: Bearer …</code>). Every answer has an <code>X-Request-Id</code>.
<a href="/docs/errors">All errors</a>.</p>`,
    navigation: html`<ul>${names.map(name => html`<li><a href="#${groupAnchor(name)}">${name}</a></li>`)}</ul>`,
    main: html`${names.map(name => groupSection(name, groups.get(name) ?? [], document))}`,
  })
}

function operationsOf({ paths }: OpenApiDocument): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method]
      if (!isObject(operation)) return []
      const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]
      return [{ method: method.toUpperCase(), path, operation: { ...operation, parameters } }]
    }),
  )
}

/** Groups a path by its first fixed segment; a path that begins with a parameter is about the owner's collections. */
function groupOf(path: string): string {
  const first = path.split('/').find(segment => segment !== '') ?? ''
  return first.startsWith('{') ? 'collections' : first
}

/** Another text, another anchor: `/a/{b}` is `-a-:b`, other characters are their code. */
const anchorOf = (text: string) =>
  text
    .replaceAll(/[^\w/{}]/g, character => `.${character.charCodeAt(0)}`)
    .replaceAll('/', '-')
    .replaceAll('{', ':')
    .replaceAll('}', '')
const groupAnchor = (name: string) => `about-${anchorOf(name)}`

function groupSection(name: string, operations: readonly DescribedOperation[], document: OpenApiDocument): Html {
  const sections = operations.map(one => operationSection(one, document))
  return html`<h2 id="${groupAnchor(name)}">${name}</h2>${sections}`
}

function operationSection({ method, path, operation }: DescribedOperation, document: OpenApiDocument): Html {
  const id = anchorOf(`${method.toLowerCase()}${path}`)
  return html`<section id="${id}"><h3><span class="method">${method}</span> <code>${path}</code></h3>
<p>${textAt(operation, 'summary')}</p>
${parameterTable(operation, document)}${bodyView(operation, document)}${answerViews(operation, document)}${errorLinks(operation, document)}</section>`
}

const PLACES: Readonly<Record<string, string>> = { path: 'path', query: 'query', header: 'header' }

function parameterTable(operation: JsonObject, document: OpenApiDocument): Html | undefined {
  const parameters = listAt(operation, 'parameters').map(parameter => resolved(parameter, document))
  if (parameters.length === 0) return undefined
  const rows = parameters.map(
    parameter => html`<tr><th scope="row"><code>${textAt(parameter, 'name')}</code></th>
<td>${PLACES[textAt(parameter, 'in')]}</td><td>${typeWords(objectAt(parameter, 'schema'))}</td><td>${parameterWords(parameter)}</td></tr>`,
  )
  return html`<div class="scroll"><table><caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}

const parameterWords = (parameter: JsonObject) =>
  textAt(parameter, 'description') || textAt(objectAt(parameter, 'schema'), 'description')

function bodyView(operation: JsonObject, document: OpenApiDocument): Html | undefined {
  const content = objectAt(resolved(operation.requestBody, document), 'content')
  return Object.keys(content).length > 0 ? contentView('Request body', content, document) : undefined
}

function answerViews(operation: JsonObject, document: OpenApiDocument): Html {
  const answers = Object.entries(objectAt(operation, 'responses')).filter(([status]) => /^[123]/.test(status))
  return html`${answers.map(([status, answer]) => answerView(status, resolved(answer, document), document))}`
}

function answerView(status: string, answer: JsonObject, document: OpenApiDocument): Html {
  const title = `Answer ${status}: ${textAt(answer, 'description')}`
  const names = Object.keys(objectAt(answer, 'headers')).filter(name => name !== 'X-Request-Id')
  const headers = names.length > 0 ? html`<p class="quiet">Headers: ${names.join(', ')}</p>` : undefined
  const content = objectAt(answer, 'content')
  return Object.keys(content).length > 0
    ? html`${contentView(title, content, document)}${headers}`
    : html`<p>${title}</p>${headers}`
}

/** Several media types have one schema here: it is shown once. */
function contentView(title: string, content: JsonObject, document: OpenApiDocument): Html {
  const types = Object.keys(content)
  const media = objectAt(content, types[0] ?? '')
  return html`<details><summary>${title} <span class="quiet">${types.join(' or ')}</span></summary>${exampleView(media, document)}${schemaView(media.schema, document)}</details>`
}

function exampleView(media: JsonObject, document: OpenApiDocument): Html | undefined {
  const example = findExample(media, document)
  if (example === undefined) return undefined
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 1)
  return html`<pre><code>${text}</code></pre>`
}

function errorLinks(operation: JsonObject, document: OpenApiDocument): Html | undefined {
  const codes = Object.entries(objectAt(operation, 'responses'))
    .filter(([status]) => status !== 'default')
    .flatMap(([, answer]) => listAt(resolved(answer, document), 'x-codes'))
    .filter(isErrorCode)
  if (codes.length === 0) return undefined
  const links = codes.map(
    (code, index) =>
      html`${index > 0 ? ', ' : ''}<a href="/docs/errors#${errorAnchor(code)}"><code>${code}</code></a> (${errorCatalogue[code].status})`,
  )
  return html`<p>Errors: ${links}</p>`
}

const isErrorCode = (code: unknown): code is keyof typeof errorCatalogue =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code)
