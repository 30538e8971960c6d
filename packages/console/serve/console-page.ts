import manifest from '../package.json' with { type: 'json' }

export const COLOURS = ['none', 'red', 'amber', 'green', 'blue', 'violet'] as const

/** How an installation shows itself before anybody has signed in. */
export type ConsoleLook = { name: string; colour: (typeof COLOURS)[number] }

/** The words that the build leaves in the page (`index.html`); values take their places. */
const NONCE = /__CONSOLE_NONCE__/g
const LOOK = /__CONSOLE_(NAME|COLOUR|VERSION)__/g

/** The page with its nonce, and what it shows of the installation. */
export function fillPage(page: string, nonce: string, look: ConsoleLook): string {
  const values: Readonly<Record<string, string>> = { NAME: look.name, COLOUR: look.colour, VERSION: manifest.version }
  return page.replace(LOOK, (_, word: string) => escapeHtml(values[word] ?? '')).replace(NONCE, nonce)
}

/** A page for while there are no files yet. It asks again by itself. */
export const statePage = (nonce: string, title: string, text: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${escapeHtml(title)} · Sluice</title>
<style nonce="${nonce}">body{font:14px/20px system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:36rem;padding:24px}h1{font-size:20px;line-height:28px}code{font:13px/20px ui-monospace,monospace}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>
`

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ESCAPES[character] ?? '')
