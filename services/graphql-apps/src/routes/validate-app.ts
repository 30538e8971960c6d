import { DOCUMENT_RULES, fieldError } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { checkNewApp } from '../check-app.ts'
import { openAccess } from '../domain/app-access.ts'
import type { AppRules } from '../domain/compile-app.ts'
import { readObject } from './app-answer.ts'
import { sentApp } from './app-shape.ts'

const verdict = z
  .object({
    valid: z.boolean(),
    errors: z.array(fieldError),
  })
  .meta({ id: 'AppVerdict', examples: [{ valid: true, errors: [] }] })

/** `POST /gql-apps/validate`: what saving would say, without saving. */
export const validateApp = ({ rules }: { rules: AppRules }): Operation => ({
  id: 'validateApp',
  tag: 'apps',
  summary: 'Check a GraphQL app without saving it',
  body: sentApp,
  // No stored app is looked at; what a `mergeRequest` sets is set before the check, as it would be in a save.
  appliedRules: DOCUMENT_RULES,
  answers: { 200: verdict },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
  async handle({ rawBody, caller }) {
    const read = readObject(rawBody)
    if (read.kind === 'refuse') return read
    const check = checkNewApp(openAccess(caller).merge(read.body), rules)
    return ok({ valid: check.kind === 'valid', errors: check.kind === 'faulty' ? check.faults : [] })
  },
})
