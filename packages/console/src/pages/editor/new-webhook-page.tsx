import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Hook, webhooksApi } from '../../api/webhooks.ts'
import { draftOf, type HookDraft, newDraft } from '../../domain/hook-form/hook-draft.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { WithLeave } from '../../parts/states/with-leave.tsx'
import { useWebhooksPlugin, WebhooksAreOff } from '../../parts/webhook/plugin-badge.tsx'
import { useEver } from '../../state/use-ever.ts'
import styles from './editor.module.css'
import { WebhookEditorForm } from './webhook-editor.tsx'

const route = getRouteApi('/webhooks/new')

const TRAIL = [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
]

/** A webhook that is not there yet: empty, from another one, or from a request that was seen. */
export function NewWebhookPage() {
  const { from } = route.useSearch()
  const isOn = useWebhooksPlugin()
  // What is being typed stays while webhooks are switched off.
  const wasOn = useEver(isOn === true)
  return (
    <>
      <PageHead title="New Webhook" trail={TRAIL} />
      {isOn === false && <WebhooksAreOff />}
      {(isOn !== false || wasOn) && (
        <WithLeave leave="makeWebhooks" refused="You may not make webhooks">
          {from === undefined ? <Blank /> : <CopyOf id={from} />}
        </WithLeave>
      )}
    </>
  )
}

function Blank() {
  const { type = 'http', name = '', condition = '' } = route.useSearch()
  return <Begun start={Object.assign(newDraft(type), { name, condition })} />
}

function CopyOf({ id }: { id: string }) {
  const original = useQuery({ queryKey: ['webhooks', 'one', id], queryFn: () => webhooksApi.show(id) })
  return (
    <Loaded query={original} what="this webhook">
      {({ value }) => <Begun start={copiedDraft(value)} />}
    </Loaded>
  )
}

function copiedDraft(hook: Hook): HookDraft {
  const draft = draftOf(hook)
  // What is kept is kept with the original: values have to be typed anew.
  const headers = draft.headers.map(header => Object.assign({}, header, { isKept: false }))
  const signature = Object.assign({}, draft.signature, { isSecretKept: false })
  return Object.assign(draft, { name: `Copy of ${draft.name}`.slice(0, 200), headers, signature })
}

/** The form begins in the first field that has to be filled in and is not. */
function Begun({ start }: { start: HookDraft }) {
  const { event } = route.useSearch()
  const navigate = useNavigate()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input[aria-required="true"]') ?? []
    const empty = [...fields].find(({ value }) => value === '')
    empty?.focus()
  }, [])
  return (
    <div ref={form} className={styles.begun}>
      <WebhookEditorForm
        base={undefined}
        start={start}
        event={event}
        onMade={({ _id }) => void navigate({ to: '/webhooks/one', search: { id: _id }, ignoreBlocker: true })}
      />
    </div>
  )
}
