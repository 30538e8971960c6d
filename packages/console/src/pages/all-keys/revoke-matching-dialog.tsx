import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { allKeysApi, type ListedKey } from '../../api/admin/all-keys.ts'
import { choiceWords, type KeyChoice } from '../../domain/admin/key-search.ts'
import { revokeInSteps } from '../../domain/admin/revoke-in-steps.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { useWrite } from '../../state/use-write.ts'
import { LastUsedOf } from './last-used-of.tsx'
import { useRefreshAllKeys } from './use-all-keys.ts'

type RevokeMatchingDialogProps = { choice: KeyChoice; hidesUse: boolean; onClose(): void }

const plural = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'key' : 'keys'}`
const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

/** Revokes what a filter finds: counted first, the count typed, and gone on with until nothing is left. */
export function RevokeMatchingDialog({ choice, hidesUse, onClose }: RevokeMatchingDialogProps) {
  const refresh = useRefreshAllKeys()
  const [soFar, setSoFar] = useState(0)
  const isStopped = useRef(false)
  const count = useCount(choice)
  const revoke = useWrite({
    mutationFn: () =>
      revokeInSteps({
        revokeSome: () => allKeysApi.revokeSome(choice),
        onStep: revoked => setSoFar(before => before + revoked),
        isStopped: () => isStopped.current,
      }),
    onSettled: refresh,
  })
  const close = () => {
    isStopped.current = true
    onClose()
  }
  const { matched, last, isCounted } = count
  if (revoke.data) {
    const { left } = revoke.data
    // A request that has failed has revoked some, too.
    return <Revoked revoked={Math.max(soFar, matched - left)} left={left} onClose={onClose} />
  }
  const isTyped = matched > 0 && !revoke.isError
  return (
    <ConfirmDialog
      title="Revoke matching keys"
      verb={verbOf({ matched, hasStopped: revoke.isError })}
      {...(isTyped && { typed: String(matched) })}
      error={revoke.error ?? count.error}
      failed={failedWords({ soFar, isCounted })}
      isBusy={revoke.isPending || count.isPending}
      onConfirm={() => matched > 0 && revoke.mutate()}
      onClose={close}
    >
      <p role="status">{count.isPending ? 'Counting.' : countWords(matched, choice)}</p>
      {matched > 0 && <WhatFollows last={last} hidesUse={hidesUse} />}
      {revoke.isPending && <p>{soFar.toLocaleString()} so far.</p>}
    </ConfirmDialog>
  )
}

const WhatFollows = ({ last, hidesUse }: { last: readonly ListedKey[]; hidesUse: boolean }) => (
  <p>
    <LastUsedOf keys={last} hidesUse={hidesUse} /> The next request with one of them is refused, and they can’t be
    brought back.
  </p>
)

/** Counts what would be revoked, and finds which of them was used last. */
function useCount(choice: KeyChoice) {
  const { data, isPending, error } = useQuery({
    queryKey: ['revoke-matching', choice],
    queryFn: async (): Promise<{ matched: number; last: readonly ListedKey[] }> => {
      const matched = await allKeysApi.countMatching(choice)
      const { keys } = await allKeysApi.page(choice, { sort: '-lastUsedAt', pagesize: 1 })
      return { matched, last: keys }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { matched, last } = data ?? { matched: 0, last: [] }
  return { matched, last, isPending, isCounted: data !== undefined, error }
}

function verbOf({ matched, hasStopped }: { matched: number; hasStopped: boolean }): string {
  if (hasStopped) return 'Go on'
  return matched === 0 ? 'Revoke keys' : `Revoke ${plural(matched)}`
}

function failedWords({ soFar, isCounted }: { soFar: number; isCounted: boolean }): string {
  if (!isCounted) return 'The keys were not counted.'
  return soFar > 0 ? `${plural(soFar)} ${isOrAre(soFar)} revoked, then it stopped.` : 'It stopped.'
}

function countWords(matched: number, choice: KeyChoice): string {
  if (matched === 0) return `No key that you may revoke matches: ${choiceWords(choice)}.`
  return `${plural(matched)} ${matched === 1 ? 'matches' : 'match'}: ${choiceWords(choice)}.`
}

function Revoked({ revoked, left, onClose }: { revoked: number; left: number; onClose(): void }) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={`${plural(revoked)} ${isOrAre(revoked)} revoked`}
      isSmall
      initialFocus={close}
      onClose={onClose}
      actions={
        <Button ref={close} look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="quiet">
        {left > 0
          ? `${plural(left)} that match ${isOrAre(left)} left: revoke matching once more for them.`
          : 'None that matches is left. Each has its line in the audit.'}
      </p>
    </Dialog>
  )
}
