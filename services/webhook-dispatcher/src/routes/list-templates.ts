import { type ReadyTemplate, readyTemplate } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'

export type ListTemplates = { readyTemplates: readonly ReadyTemplate[] }

/** `GET /webhooks/templates`: templates to begin with. */
export const listTemplates = ({ readyTemplates }: ListTemplates): Operation => ({
  id: 'listTemplates',
  tag: 'webhooks',
  summary: 'List ready templates',
  answers: { 200: z.array(readyTemplate) },
  async handle() {
    return ok(readyTemplates)
  },
})
