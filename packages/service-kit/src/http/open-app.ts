import { refuse } from '@sluice/contracts'
import express, { type Express, type Response } from 'express'
import type { Logger } from '../telemetry/logger.ts'
import type { OpenApiDocument } from './description/openapi-document.ts'
import { sendProblem } from './send-answer.ts'
import { replyBySocket } from './socket-exchange.ts'

export const DESCRIPTION_PATH = '/openapi.json'

/** What a service says to whom the gateway has not sent: its description, and else that there is nothing to be had. */
export function createOpenApp(description: OpenApiDocument, logger: Logger): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing')
  app.get(DESCRIPTION_PATH, (_request, response) => void response.json(description))
  app.use(({ method }, response: Response) => {
    logger.warn({ reason: 'missing', method }, 'grant.refused')
    sendProblem(replyBySocket(response), { ...notForYou, requestId: '' })
  })
  return app
}

/** The answer to a request without a grant, or with one that is not for it. */
export const notForYou = refuse('FORBIDDEN', 'This service answers the gateway only. Send the request to the gateway.')

/** The answer to a gateway whose word is too old, or of the future. */
export const outOfTime = refuse(
  'UNAVAILABLE',
  'The request took over 30 s to get here from the gateway, or a clock has jumped. Try again.',
)
