import type { RequestListener } from 'node:http'
import type { Logger } from '../telemetry/logger.ts'
import type { OpenApiDocument } from './description/openapi-document.ts'

/**
 * Answers whom the gateway has not sent. Few processes are ever asked: the description is made, and what serves it loaded,
 * by the first of these requests.
 */
export function createOpenListener(describe: () => OpenApiDocument, logger: Logger): RequestListener {
  let opening: Promise<RequestListener> | undefined
  const open = async (): Promise<RequestListener> => {
    const { createOpenApp } = await import('./open-app.ts')
    return createOpenApp(describe(), logger)
  }
  return (request, response) => {
    opening ??= open()
    void opening.then(app => app(request, response))
  }
}
