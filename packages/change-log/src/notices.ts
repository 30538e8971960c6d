import { change } from '@sluice/contracts'
import type { Signals } from '@sluice/signals'
import { z } from 'zod'
import type { Notice } from './follow/followers.ts'

const noticeText = change.extend({ epoch: z.int() })

type NoticeListener = { notice(notice: Notice): void; gap(): void }

/** The pushed half of the log: fast, and allowed to get lost. Nothing here is waited for: polls do without it. */
export function createNotices(signals: Signals, db: string, listener: NoticeListener) {
  const channel = `changes.${db}`
  let subscription: Promise<(() => Promise<void>) | undefined> | undefined

  function message(text: string) {
    const notice = noticeText.safeParse(parse(text))
    // One that can't be read comes from a newer version: the poll brings what it meant.
    if (notice.success) listener.notice(notice.data)
  }

  async function subscribe() {
    try {
      const end = await signals.subscribe(channel, { message, gap: listener.gap })
      listener.gap()
      return end
    } catch {
      subscription = undefined
      return undefined
    }
  }

  return {
    /** Does nothing when subscribed, or about to be. Becoming subscribed counts as a gap. */
    connect() {
      subscription ??= subscribe()
    },
    publish(notice: Notice) {
      signals.publish(channel, JSON.stringify(notice)).catch(() => {})
    },
    /** Does not wait for a carrier that does not answer. */
    close() {
      subscription?.then(end => end?.()).catch(() => {})
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
