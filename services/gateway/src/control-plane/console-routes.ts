import { type ConsoleHost, type ConsoleLook, consoleAnswer } from '@sluice/console'
import { type Refusal, refuse } from '@sluice/contracts'
import { type Answer, bytes, type Operation, type Route, type ServiceRequest } from '@sluice/service-kit'

/** The console that a gateway serves: its files, and how the installation shows itself. */
export type ServedConsole = { host: ConsoleHost; look: ConsoleLook }

/** Files that are read at the same time. */
const MAX_READS = 64

/**
 * The pages of the console. They are files, so that no description of the API names them.
 * @param served undefined where there is no console
 */
export const consoleRoutes = (served: ServedConsole | undefined): readonly Route[] => {
  if (!served) return []
  const show = showConsole(served)
  return [
    ['GET', '/console', show],
    ['GET', '/console/*path', show],
  ]
}

/** `GET /console…`: a file, or the page where the path names no file. */
function showConsole({ host, look }: ServedConsole): Operation {
  let reads = 0
  return {
    id: 'showConsole',
    tag: 'description',
    summary: 'Shows the console',
    answers: { 200: 'A page or one of its files' },
    errors: ['NOT_FOUND', 'OVERLOADED'],
    async handle(request) {
      if (reads >= MAX_READS) return refuse('OVERLOADED', 'Too many files are being read at once. Try again shortly.')
      reads += 1
      try {
        return toAnswer(await consoleAnswer(host.state(), questionOf(request), look), request)
      } finally {
        reads -= 1
      }
    },
  }
}

const questionOf = ({ params, header }: ServiceRequest) => ({
  path: params.path ?? '',
  acceptEncoding: header('accept-encoding'),
})

function toAnswer(
  answer: Awaited<ReturnType<typeof consoleAnswer>>,
  { params }: Pick<ServiceRequest, 'params'>,
): Answer | Refusal {
  if (answer.kind === 'missing') return refuse('NOT_FOUND', `The console has no file ${params.path}.`)
  const { status, type, headers, body } = answer
  return bytes(body, type, { status, headers })
}
