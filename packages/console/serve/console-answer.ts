import { randomBytes } from 'node:crypto'
import { chooseEncoding } from './choose-encoding.ts'
import type { ConsoleFiles } from './console-files.ts'
import type { ConsoleState } from './console-host.ts'
import { type ConsoleLook, fillPage, statePage } from './console-page.ts'
import { MAIL_PREVIEW, mailPreviewHeaders, mailPreviewPage } from './mail-preview.ts'
import { pageHeaders } from './page-headers.ts'

export type ConsoleAnswer =
  | { kind: 'content'; status: number; type: string; headers: Readonly<Record<string, string>>; body: Buffer | string }
  | { kind: 'missing' }

/** `path`: what stands behind `/console/`; empty for the first page. */
export type ConsoleQuestion = { path: string; acceptEncoding: string | undefined }

const NONCE_BYTES = 16
const HTML = 'text/html; charset=utf-8'
const FOREVER = 'public, max-age=31536000, immutable'
const MISSING: ConsoleAnswer = { kind: 'missing' }

/** Answers a `GET` below `/console`: a file of the manifest, or for every other path without a dot the page itself. */
export async function consoleAnswer(
  state: ConsoleState,
  question: ConsoleQuestion,
  look: ConsoleLook,
): Promise<ConsoleAnswer> {
  const { path } = question
  if (path === MAIL_PREVIEW) return answerPreview()
  const isFile = path.slice(path.lastIndexOf('/') + 1).includes('.')
  if (state.kind !== 'ready') return isFile ? MISSING : answerState(state)
  if (isFile) return answerFile(state.files, question)
  const nonce = newNonce()
  const body = fillPage(state.files.page, nonce, look)
  return { kind: 'content', status: 200, type: HTML, headers: pageHeaders(nonce), body }
}

/** It is there whatever the build is: what it shows comes from the page around it. */
function answerPreview(): ConsoleAnswer {
  const nonce = newNonce()
  return { kind: 'content', status: 200, type: HTML, headers: mailPreviewHeaders(nonce), body: mailPreviewPage(nonce) }
}

async function answerFile(files: ConsoleFiles, { path, acceptEncoding }: ConsoleQuestion): Promise<ConsoleAnswer> {
  const encoding = chooseEncoding(acceptEncoding)
  const file = await files.read(path, encoding)
  if (!file) return MISSING
  const coding: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  const headers = {
    'cache-control': FOREVER,
    vary: 'Accept-Encoding',
    'cross-origin-resource-policy': 'same-origin',
    ...coding,
  }
  return { kind: 'content', status: 200, type: file.type, headers, body: file.bytes }
}

function answerState(state: Exclude<ConsoleState, { kind: 'ready' }>): ConsoleAnswer {
  const nonce = newNonce()
  const headers = { ...pageHeaders(nonce), 'cache-control': 'no-store' }
  if (state.kind === 'building') {
    const text =
      'Sluice itself is running. The console is made of its sources once after a start; this page opens it then.'
    const body = statePage(nonce, 'The console is being built', text)
    return { kind: 'content', status: 200, type: HTML, headers: { ...headers, refresh: '2' }, body }
  }
  const body = statePage(nonce, 'The console is not built', state.advice)
  return { kind: 'content', status: 503, type: HTML, headers: { ...headers, 'retry-after': '30' }, body }
}

const newNonce = () => randomBytes(NONCE_BYTES).toString('base64')
