import { hash, randomUUID } from 'node:crypto'
import { type Refusal, type RepeatMark, refuse } from '@sluice/contracts'
import { encodeDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { ServiceRequest, WriteClaim } from '../http/route.ts'
import type { Platform } from '../service/platform.ts'
import { observing } from '../telemetry/meter-of.ts'
import {
  type AnswerClaimant,
  type ClaimOutcome,
  createKeptAnswers,
  type KeptAnswer,
  type KeptAnswers,
  LostClaimError,
} from './kept-answers.ts'
import { createSeal, type Seal } from './seal.ts'

type BegunRequest =
  | {
      kind: 'claimed'
      claim: WriteClaim
      /** Whether `settle` was called; the transaction may have been rolled back all the same. */
      isSettled(): boolean
      release(): Promise<void>
    }
  | { kind: 'kept'; outcome: Document; mark: RepeatMark }
  | (Refusal & { mark?: RepeatMark })

/** What makes a request one that is carried out once. */
export type Repeats = {
  /** To be waited for before requests are taken. */
  open(): Promise<void>
  /** @param key of the header */
  begin(request: ServiceRequest, key: string): Promise<BegunRequest>
  /** Forgets what is kept of a user who is deleted. */
  forgetUser(user: string): Promise<void>
}

/** The most bytes of BSON that are kept of one document; of a larger one its version is. */
const MAX_KEPT_BYTES = 64 * 1024
const TRIM_EVERY = 256

type RepeatsPlatform = Pick<Platform, 'store' | 'changes' | 'db' | 'internalSecrets'>

export function createRepeats({ store, changes, db, internalSecrets }: RepeatsPlatform): Repeats {
  const kept = createKeptAnswers({ store, db, now: changes.storeTime })
  const trim = trimmer(kept)
  return {
    open: kept.open,
    forgetUser: kept.forgetUser,
    async begin(request, key) {
      const user = request.caller.principal.id
      if (user === null) return refuse('BAD_REQUEST', ANONYMOUS, [{ path: 'Idempotency-Key', message: ANONYMOUS }])
      const subject = subjectOf(request, key)
      const _id = hash('sha256', subject, 'base64url')
      const seal = createSeal(internalSecrets, { subject, record: _id })
      const digest = digestOf(request)
      const content = seal.close({ digest })
      const claimant = { _id, user, content, token: randomUUID(), first: request.requestId }
      const sent = { seal, digest }
      const outcome = await claimOrRelease(kept, claimant, record => compare(record, sent) === 'same')
      if (outcome === 'contended') return inUse(claimant.first)
      if (outcome.kind === 'there') return answerRepeat(outcome.record, sent)
      trim(user)
      return claimed({ kept, claimant, seal }, outcome)
    },
  }
}

/** A claim whose answer got lost would stand in the way of who sends the request again. */
async function claimOrRelease(
  kept: KeptAnswers,
  ...[claimant, isSame]: Parameters<KeptAnswers['claim']>
): Promise<ClaimOutcome | 'contended'> {
  try {
    return await kept.claim(claimant, isSame)
  } catch (error) {
    if (error instanceof LostClaimError) return 'contended'
    kept.release(claimant).catch(() => undefined)
    throw error
  }
}

const ANONYMOUS =
  'Without a sign-in nobody can be told from others, so that no answer can be kept for anyone. Sign in, or leave the header out.'

/** The caller, the method and the path: a key of a user is a caller of its own. One user may not guess another's. */
function subjectOf({ caller: { principal }, method, target }: ServiceRequest, key: string): string {
  return JSON.stringify([principal.id, principal.key?.id ?? null, method, pathOf(target), key])
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** Query and body: another one under the same key is no repeat. */
function digestOf({ target, rawBody }: ServiceRequest): string {
  const query = target.slice(pathOf(target).length)
  return hash('sha256', `${query}\n${hash('sha256', rawBody, 'hex')}`, 'base64url')
}

/** A request as it came by now, beside what is kept of the first one. */
type ComparedRequest = { seal: Seal; digest: string }

/** `unreadable`: the internal secrets were replaced since. */
function compare({ content }: KeptAnswer, { seal, digest }: ComparedRequest): 'same' | 'other' | 'unreadable' {
  const kept = seal.open(content)
  if (!kept) return 'unreadable'
  return kept.digest === digest ? 'same' : 'other'
}

type ClaimParts = { kept: KeptAnswers; claimant: AnswerClaimant; seal: Seal }

function claimed({ kept, claimant, seal }: ClaimParts, { before }: ClaimOutcome & { kind: 'claimed' }): BegunRequest {
  let isSettled = false
  const claim: WriteClaim = {
    progress: before?.sealed === undefined ? undefined : seal.open(before.sealed),
    async settle(inside, outcome) {
      await kept.settle(inside, claimant, seal.close(outcome))
      isSettled = true
    },
    note: (inside, progress) => kept.note(inside, claimant, seal.close(progress)),
    fits: outcome => encodeDocument(outcome).length <= MAX_KEPT_BYTES,
  }
  return { kind: 'claimed', claim, isSettled: () => isSettled, release: () => kept.release(claimant) }
}

function answerRepeat(record: KeptAnswer, sent: ComparedRequest): BegunRequest {
  const { first, state, sealed = '' } = record
  const unreadable = { ...refuse('CONFLICT', UNREADABLE), mark: { of: first, isKept: false } }
  switch (compare(record, sent)) {
    case 'unreadable':
      return unreadable
    case 'other':
      return refuse('IDEMPOTENCY_KEY_REUSED', REUSED)
    case 'same': {
      if (state === 'open') return inUse(first)
      const outcome = sent.seal.open(sealed)
      return outcome ? { kind: 'kept', outcome, mark: { of: first, isKept: true } } : unreadable
    }
  }
}

const REUSED =
  'This Idempotency-Key came with another body or query before. Send the same request again, or a new key with this one.'
const UNREADABLE =
  'A request with this Idempotency-Key came before. What it was can not be read any more, as the internal secrets were replaced since. Look at what is stored.'

/** Says that the first request is under way. @param first its id, where it is known */
export function inUse(first: string): Refusal & { mark: RepeatMark } {
  const detail = 'The first request with this Idempotency-Key is under way. Send the same request again shortly.'
  return { ...refuse('IDEMPOTENCY_KEY_IN_USE', detail), mark: { of: first, isKept: false } }
}

/** Looks from time to time whether too much is kept; a request does not wait for it. */
function trimmer(kept: Pick<KeptAnswers, 'trim'>): (user: string) => void {
  let claims = 0
  let dropped = 0
  const description = 'Kept answers that were dropped before their 24 hours, as there were too many'
  observing('repeats').counter('kept_answers_dropped', description, () => dropped)
  return user => {
    claims += 1
    if (claims % TRIM_EVERY !== 0) return
    kept.trim(user).then(
      count => {
        dropped += count
      },
      // It is tried again before long.
      () => undefined,
    )
  }
}
