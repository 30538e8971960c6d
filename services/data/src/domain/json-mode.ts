import { type Refusal, refuse } from '@sluice/contracts'
import type { JsonMode } from '@sluice/documents'

/** How documents are written into an answer. */
export type WrittenMode = { kind: 'mode'; mode: JsonMode; mediaType: string }

/** What documents are sent as, but for what is no JSON. */
export const JSON_MEDIA_TYPE = 'application/json'

const MODES: Readonly<Record<string, JsonMode>> = {
  standard: 'standard',
  canonical: 'canonical',
  relaxed: 'relaxed',
  shell: 'shell',
  // As the reference implementation calls them.
  strict: 'standard',
  extended: 'canonical',
}

/** Reads `?jsonMode=`; its letters may be of either case. */
export function readJsonMode(text: string | null): WrittenMode | Refusal {
  const name = text?.toLowerCase() ?? 'standard'
  const mode = Object.hasOwn(MODES, name) ? MODES[name] : undefined
  if (mode === undefined) {
    const message = `jsonMode is ${Object.keys(MODES).join(', ')}.`
    return refuse('BAD_QUERY', message, [{ path: 'jsonMode', message }])
  }
  // What MongoDB's shell reads is no JSON.
  return { kind: 'mode', mode, mediaType: mode === 'shell' ? 'text/plain; charset=utf-8' : JSON_MEDIA_TYPE }
}
