import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { keysApi, type OwnKey } from '../../api/keys.ts'
import { lastUseWords } from '../../domain/last-use.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'

type RevokeDialogProps = { apiKey: OwnKey; onClose(): void; onRevoked(key: OwnKey): void }

/** The end of a key, which can't be undone. */
export function RevokeDialog({ apiKey, onClose, onRevoked }: RevokeDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const revoke = useMutation({ mutationFn: () => keysApi.revoke(apiKey._id), onSuccess: () => onRevoked(apiKey) })
  const { lastUsedAt } = apiKey
  return (
    <Dialog
      title={`Revoke “${apiKey.name}”`}
      isSmall
      initialFocus={cancel}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button look="stop" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke key
          </Button>
        </>
      }
    >
      {revoke.isError && <FaultSummary title="The key was not revoked." error={revoke.error} />}
      <p className="quiet">
        The next request with <code>slk_…{apiKey.hint}</code> is refused, and the key can’t be brought back.{' '}
        {lastUseWords(lastUsedAt)}
      </p>
    </Dialog>
  )
}
