import { z } from 'zod'
import type { AskAsOwner } from '../cluster/owner-client.ts'

const created = z.object({ _id: z.string() })

/** @returns its id */
export const createWebhook = async (owner: AskAsOwner, webhook: object): Promise<string> =>
  created.parse(await owner('POST', '/webhooks', webhook))._id
