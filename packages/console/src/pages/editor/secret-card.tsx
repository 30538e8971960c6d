import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type Hook, type NewHookSecret, webhooksApi } from '../../api/webhooks.ts'
import { exactTime } from '../../domain/times.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { SecretDialog } from '../../parts/dialog/secret-dialog.tsx'
import { Choices } from '../../parts/field.tsx'
import { useWrite } from '../../state/use-write.ts'

const GRACES = [
  { value: '0', label: 'not at all' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '2592000', label: '30 days' },
]
export const SECRET_SAYS =
  'This is the only time it is shown. Whoever receives the deliveries verifies their signatures with it.'

/** The signing secret: a hint of it, and a new one. */
export function SecretCard({ hook, isHeld }: { hook: Hook; isHeld: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const [made, setMade] = useState<NewHookSecret>()
  const { secretHint, previousUntil, name } = hook
  return (
    <Card
      title="Signature"
      help="signature"
      actions={
        <Button icon={KeyRound} disabled={isHeld} onClick={() => setIsAsking(true)}>
          Rotate secret
        </Button>
      }
    >
      <p className="quiet">
        Each delivery is signed with the secret <code>whsec_…{secretHint}</code>, which is not shown again.
        {previousUntil && ` The one before it signs beside it until ${exactTime(previousUntil.$date)}.`}
        {isHeld && ' Save what you have changed before you rotate it.'}
      </p>
      {isAsking && (
        <RotateDialog
          hook={hook}
          onClose={() => setIsAsking(false)}
          onRotated={secret => {
            setIsAsking(false)
            setMade(secret)
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={`“${name}” has a new secret`}
          secret={made.secret}
          says={SECRET_SAYS}
          onDone={() => setMade(undefined)}
        >
          <p className="small quiet">The old one signs beside it until {exactTime(made.previousUntil.$date)}.</p>
        </SecretDialog>
      )}
    </Card>
  )
}

type RotateSecretProps = { hook: Hook; onClose(): void; onRotated(secret: NewHookSecret): void }

function RotateDialog({ hook, onClose, onRotated }: RotateSecretProps) {
  const queryClient = useQueryClient()
  const [grace, setGrace] = useState<readonly string[]>(['86400'])
  const rotate = useWrite({
    mutationFn: () => webhooksApi.rotate(hook._id, Number(grace[0])),
    onSuccess: secret => {
      onRotated(secret)
      return queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      title={`Rotate the secret of “${hook.name}”`}
      verb="Rotate secret"
      look="primary"
      error={rotate.error}
      failed="The secret was not rotated."
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>A new secret is made and shown once. Receivers that verify signatures need it.</p>
      <Choices label="The old secret signs on for" kind="radio" choices={GRACES} chosen={grace} onChange={setGrace} />
    </ConfirmDialog>
  )
}
