import { wireDate } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { type ServiceFacts, serviceAnswer } from './service-facts.ts'

const answer = z
  .object({
    id: z.string(),
    roles: z.array(z.string()),
    via: z.enum(['password', 'key', 'session']),
    key: z
      .object({
        id: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        expiresAt: wireDate,
      })
      .optional(),
    service: serviceAnswer,
  })
  .meta({
    id: 'Whoami',
    examples: [
      {
        id: 'ada',
        roles: ['crew'],
        via: 'password',
        service: { id: 'sluice', version: '0.1.0', tier: 'shared', defaultDatabase: 'sluice' },
      },
    ],
  })

/** `GET /whoami`: who the caller is, by what credentials, and which installation says so. */
export const showWhoami = ({ service }: { service: ServiceFacts }): Operation => ({
  id: 'showWhoami',
  tag: 'session',
  summary: 'Says who you are signed in as',
  answers: { 200: answer },
  errors: ['UNAUTHENTICATED'],
  async handle({ caller: { principal } }) {
    const { id, roles, via, key } = principal
    if (!key) return ok({ id, roles, via, service })
    const shownKey = { id: key.id, name: key.name, roles, expiresAt: { $date: key.expiresAt } }
    return ok({ id, roles, via, key: shownKey, service })
  },
})
