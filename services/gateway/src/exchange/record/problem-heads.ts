import { type ErrorCode, errorCatalogue, type HeaderList } from '@sluice/contracts'
import { type Addressee, BASIC, type LocalHead, localHead } from './local-head.ts'

/** The heads of one refusal for all whom it may be told. */
export type ProblemHeads = Record<Addressee, LocalHead>

/** What the head of a refusal depends on besides who is answered. `allow`: the methods that are possible, for a 405. */
type HeadFacts = { code: ErrorCode; retryAfterSeconds: number; allow: string | undefined }

const DEAD_TOKEN = 'Bearer error="invalid_token"'
const challenges: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: BASIC,
  INVALID_CREDENTIALS: BASIC,
  INVALID_KEY: DEAD_TOKEN,
  INVALID_TOKEN: DEAD_TOKEN,
}

/** Heads are kept for waits up to this: those of all limits of a minute. Others are made each time. */
const KEPT_SECONDS = 60
const keptHeads = new Map<ErrorCode, ProblemHeads[]>()

/** Returns the heads of a refusal. They may be shared with other answers: nobody changes them. */
export function problemHeads(facts: HeadFacts): ProblemHeads {
  const { code, retryAfterSeconds, allow } = facts
  if (allow !== undefined || !isKept(retryAfterSeconds)) return makeHeads(facts)
  const ofCode = keptHeads.get(code) ?? []
  keptHeads.set(code, ofCode)
  ofCode[retryAfterSeconds] ??= makeHeads(facts)
  return ofCode[retryAfterSeconds]
}

const isKept = (seconds: number) => Number.isInteger(seconds) && seconds >= 0 && seconds <= KEPT_SECONDS

function makeHeads({ code, retryAfterSeconds, allow }: HeadFacts): ProblemHeads {
  const headers: HeaderList = [
    ['content-type', 'application/problem+json'],
    ['cache-control', 'no-store'],
  ]
  if (allow) headers.push(['allow', allow])
  const challenge = challenges[code]
  if (challenge) headers.push(['www-authenticate', challenge])
  if (errorCatalogue[code].isRetriable) headers.push(['retry-after', String(retryAfterSeconds)])
  const anybody = localHead(headers, 'anybody')
  if (challenge !== BASIC) return { anybody, console: anybody, assistant: anybody }
  return { anybody, console: localHead(headers, 'console'), assistant: localHead(headers, 'assistant') }
}
