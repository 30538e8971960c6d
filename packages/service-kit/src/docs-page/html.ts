/** Text that is HTML already. Only `html` and `joinHtml` make it, so that nothing gets onto a page unescaped. */
export type Html = { readonly html: string }

type Insertion = string | number | Html | readonly Html[] | undefined

/** A template whose insertions are text: escaped, unless they are `Html` themselves. Nothing for undefined. */
export function html(strings: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  const parts = strings.map((text, index) => text + insert(insertions[index]))
  return { html: parts.join('') }
}

function insert(value: Insertion): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return 'html' in value ? value.html : value.map(part => part.html).join('')
}

const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
