import { z } from 'zod'
import type { OwnerClient } from '../cluster/owner-client.ts'

const created = z.object({ _id: z.string() })

/** @returns its id */
export const createWebhook = async (owner: OwnerClient, webhook: object): Promise<string> =>
  created.parse(await owner('POST', '/webhooks', webhook))._id
