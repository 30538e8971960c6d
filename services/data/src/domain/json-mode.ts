import { type Refusal, refuse } from '@sluice/contracts'
import type { JsonMode } from '@sluice/documents'

/** How documents are written into an answer. */
export type WrittenMode = { kind: 'mode'; mode: JsonMode; mediaType: string }

const MODES: readonly JsonMode[] = ['standard', 'canonical', 'relaxed', 'shell']

/** Reads `?jsonMode=`; its letters may be of either case. */
export function readJsonMode(text: string | null): WrittenMode | Refusal {
  const mode = text === null ? 'standard' : MODES.find(name => name === text.toLowerCase())
  if (mode === undefined) {
    const message = `jsonMode is ${MODES.join(', ')}.`
    return refuse('BAD_QUERY', message, [{ path: 'jsonMode', message }])
  }
  // What MongoDB's shell reads is no JSON.
  return { kind: 'mode', mode, mediaType: mode === 'shell' ? 'text/plain; charset=utf-8' : 'application/json' }
}
