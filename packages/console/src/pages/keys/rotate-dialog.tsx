import { useRef, useState } from 'react'
import { keysApi, type OwnKey, type SecretKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { Choices } from '../../parts/field.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { useWrite } from '../../state/use-write.ts'

const GRACES = [
  { value: '0', label: 'not at all' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '2592000', label: '30 days' },
]

type RotateDialogProps = { apiKey: OwnKey; onClose(): void; onRotated(key: SecretKey): void }

/** A new secret for a key that stays what it is. */
export function RotateDialog({ apiKey, onClose, onRotated }: RotateDialogProps) {
  const [grace, setGrace] = useState<readonly string[]>(['86400'])
  const cancel = useRef<HTMLButtonElement>(null)
  const rotate = useWrite({
    mutationFn: (seconds: number) => keysApi.rotate(apiKey._id, seconds),
    onSuccess: onRotated,
    gcTime: 0,
  })
  return (
    <Dialog
      title={`Rotate “${apiKey.name}”`}
      initialFocus={cancel}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate(Number(grace[0]))}>
            Rotate key
          </Button>
        </>
      }
    >
      <p className="quiet">
        The key keeps its name, roles and end, and gets a new secret, which is shown once. Scripts that have the old one
        need the new one.
      </p>
      {rotate.isError && <FaultSummary title="The key was not rotated." error={rotate.error} />}
      <Choices label="The old secret works on for" kind="radio" choices={GRACES} chosen={grace} onChange={setGrace} />
    </Dialog>
  )
}
