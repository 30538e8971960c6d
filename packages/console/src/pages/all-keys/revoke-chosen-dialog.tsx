import { useState } from 'react'
import { allKeysApi, type ListedKey } from '../../api/admin/all-keys.ts'
import { problemOf } from '../../http/problem.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useWrite } from '../../state/use-write.ts'
import { keyName } from './key-row.tsx'
import { LastUsedOf } from './last-used-of.tsx'
import { useRefreshAllKeys } from './use-all-keys.ts'

type RevokeChosenDialogProps = {
  keys: readonly ListedKey[]
  hidesUse: boolean
  onClose(): void
}

const MOST_NAMED = 5
const IS_GONE = 404

const plural = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'key' : 'keys'}`

/** The end of the keys whose boxes are ticked. Each is revoked by itself: where one fails, those before it are. */
export function RevokeChosenDialog({ keys, hidesUse, onClose }: RevokeChosenDialogProps) {
  const refresh = useRefreshAllKeys()
  const [shown] = useState(keys)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const revoke = useWrite({
    mutationFn: async () => {
      for (const { _id } of shown.filter(key => !done.has(key._id))) {
        await revokeOrGone(_id)
        setDone(before => new Set([...before, _id]))
      }
    },
    onSuccess: () => {
      onClose()
      showToast(`${plural(shown.length)} ${shown.length === 1 ? 'is' : 'are'} revoked.`)
    },
    onSettled: refresh,
  })
  const named = shown.slice(0, MOST_NAMED).map(key => `“${keyName(key)}”`)
  const others = shown.length > MOST_NAMED ? ` and ${shown.length - MOST_NAMED} more` : ''
  return (
    <ConfirmDialog
      title={`Revoke ${plural(shown.length)}`}
      verb={done.size > 0 ? 'Go on' : `Revoke ${plural(shown.length)}`}
      error={revoke.error}
      failed={done.size > 0 ? `${plural(done.size)} revoked, then it stopped.` : 'No key was revoked.'}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        {named.join(', ')}
        {others}: the next request with one of them is refused, and they can’t be brought back.{' '}
        <LastUsedOf keys={shown} hidesUse={hidesUse} />
      </p>
    </ConfirmDialog>
  )
}

/** What somebody else has revoked meanwhile is revoked. */
async function revokeOrGone(id: string): Promise<void> {
  try {
    await allKeysApi.revoke(id)
  } catch (error) {
    if (problemOf(error).status !== IS_GONE) throw error
  }
}
