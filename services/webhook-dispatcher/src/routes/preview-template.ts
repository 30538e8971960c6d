import { type Refusal, refuseFields, templatePreview, templateQuestion, webhookId } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import type { z } from 'zod'
import { clientView } from '../domain/exchange/client-view.ts'
import { previewTemplate as preview } from '../domain/mail/preview-template.ts'
import { viewOf } from '../domain/request/delivery-payload.ts'
import { parseTemplate } from '../domain/template/parse-template.ts'
import type { TemplateView } from '../domain/template/render-template.ts'
import { templateFault } from '../domain/webhook/webhook-faults.ts'
import { findEvent } from '../log/find-event.ts'
import type { LogStore } from '../ports/log-store.ts'
import { parseSmallBody } from './webhook-answer.ts'

export type PreviewTemplate = { log: Pick<LogStore, 'event'> }

/** What stands in the place of the webhook in an event's view. */
const NO_WEBHOOK = { _id: webhookId.parse('preview'), name: 'Preview' }

/** `POST /webhooks/templates/preview`: what a template gives for a view or an event, as a delivery would render it. */
export const previewTemplate = ({ log }: PreviewTemplate): Operation => ({
  id: 'previewTemplate',
  tag: 'webhooks',
  summary: 'Render a template with a view or an event',
  examples: {
    body: { template: '{"flights":{{flights}}}', as: 'json', view: { flights: 2 } },
    answers: { 200: { output: '{"flights":2}', validJson: true, variables: ['flights'] } },
  },
  body: templateQuestion,
  answers: { 200: templatePreview },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const question = parseSmallBody(templateQuestion, request)
    const parsed = parseTemplate(question.template)
    if (parsed.kind === 'invalid') return refuseFields([templateFault('template', parsed)])
    const seen = await viewFor(question, log)
    if (seen.kind === 'refuse') return seen
    const shown = preview(parsed.template, seen.view, question.as)
    if (shown.kind === 'failed') return refuseFields([{ path: 'template', message: shown.reason }])
    const { output, validJson, variables } = shown
    return ok({ output, validJson, variables })
  },
})

type PreviewView = { kind: 'view'; view: TemplateView } | Refusal

async function viewFor(
  { view = {}, event }: z.infer<typeof templateQuestion>,
  log: Pick<LogStore, 'event'>,
): Promise<PreviewView> {
  if (event !== undefined) {
    const found = await findEvent(event, log)
    return 'kind' in found ? found : { kind: 'view', view: viewOf(found, NO_WEBHOOK) }
  }
  const seen = clientView(view)
  return seen.kind === 'view' ? seen : refuseFields([{ path: 'view', message: 'It is nested too deeply.' }])
}
