import express, { type Express, type Response } from 'express'
import type { Logger } from '../telemetry/logger.ts'
import type { OpenApiDocument } from './description/openapi-document.ts'
import { replyBySocket } from './exchange/socket-exchange.ts'
import { DESCRIPTION_PATH, notForYou } from './open-answers.ts'
import { sendProblem } from './send-answer.ts'

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
