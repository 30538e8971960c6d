import { randomUUID } from 'node:crypto'
import { parseJson } from '@sluice/contracts'
import type { Signals } from '@sluice/signals'
import { z } from 'zod'

/** Tells the other gateways what keys have used of their minutes here. */
export type UseNotices = {
  /** @param ms how long it takes until what was used is brought back */
  used(key: string, ms: number): void
  stop(): void
}

type UseNoticesOptions = {
  signals: Signals
  db: string
  /** Another gateway has let through so much of a key. */
  onUsed(key: string, ms: number): void
}

/** What gateways let through beyond the number of a key is what comes to them in that time. */
const TELL_EVERY_MS = 250
const MAX_KEYS_TOLD = 1_000
/** A minute's worth at once, and another one while it is told of: no notice holds a key up for longer. */
const MAX_MS = 120_000

const useNotice = z.object({ by: z.string(), used: z.record(z.string().max(200), z.number().min(0).max(MAX_MS)) })

/**
 * Opens the exchange of notices, which may get lost: a gateway that hears none counts for itself alone. Nothing is sent
 * while nothing is used, and of more than 1,000 keys in a quarter of a second the others are told of 1,000.
 */
export function openUseNotices({ signals, db, onUsed }: UseNoticesOptions): UseNotices {
  const by = randomUUID()
  const channel = `key-uses.${db}`
  const own = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let subscription: Promise<(() => Promise<void>) | undefined> | undefined

  function hear(text: string): void {
    const parsed = parseJson(text)
    const notice = parsed.kind === 'parsed' ? useNotice.safeParse(parsed.value).data : undefined
    if (!notice || notice.by === by) return
    for (const [key, ms] of Object.entries(notice.used)) onUsed(key, ms)
  }

  function connect(): void {
    subscription ??= signals.subscribe(channel, { message: hear, gap() {} }).catch(() => {
      subscription = undefined
      return undefined
    })
  }

  function tell(): void {
    timer = undefined
    connect()
    const used = Object.fromEntries(own)
    own.clear()
    signals.publish(channel, JSON.stringify({ by, used })).catch(() => {})
  }

  connect()
  return {
    used(key, ms) {
      const before = own.get(key)
      if (before === undefined && own.size === MAX_KEYS_TOLD) return
      own.set(key, Math.min((before ?? 0) + ms, MAX_MS))
      timer ??= setTimeout(tell, TELL_EVERY_MS).unref()
    },
    stop() {
      clearTimeout(timer)
      subscription?.then(end => end?.()).catch(() => {})
    },
  }
}
