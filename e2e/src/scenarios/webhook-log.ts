import type { HttpClient } from '../http-client.ts'

export type LogEntryAnswer = { _id: string; eventId: string; status: string }

/** All entries of a webhook's log, page by page. */
export async function readLog(owner: HttpClient, webhookId: string, status: string): Promise<LogEntryAnswer[]> {
  const entries: LogEntryAnswer[] = []
  let cursor = ''
  do {
    const at = `/webhooks/${webhookId}/logs?status=${status}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page = await owner.json<{ items: LogEntryAnswer[]; next: string | null }>('GET', at)
    entries.push(...page.items)
    cursor = page.next ?? ''
  } while (cursor)
  return entries
}
