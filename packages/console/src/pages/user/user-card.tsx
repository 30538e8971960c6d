import { useState } from 'react'
import { useSystemPath } from '../../api/service-facts.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { documentPath } from '../../domain/document-path.ts'
import type { UserForm } from '../../domain/users/user-form.ts'
import { isRoot, rolesIn, updateOf, userFormOf } from '../../domain/users/user-form.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { ConflictDialog } from '../../parts/dialog/conflict-dialog.tsx'
import { Comparison } from '../../parts/editor/comparison.tsx'
import { EditorField } from '../../parts/editor/editor-field.tsx'
import { jsonLanguage } from '../../parts/editor/json-language.ts'
import { AsRequest } from '../../parts/export/as-request.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { useKeysEverywhere } from '../../state/page-keys.ts'
import { RolesField } from '../users/roles-field.tsx'
import { useOwnerCount } from '../users/use-users.ts'
import type { UserDraft } from './use-user-draft.ts'
import styles from './user.module.css'

/** What a user may be changed in: his roles, whether he can sign in, and what else is stored with him. */
export function UserCard({ draft }: { draft: UserDraft }) {
  const may = useLeaves()
  const [isAsking, setIsAsking] = useState(false)
  const { base, form, isDirty, save, refusal, faults } = draft
  const becomesOwner = !isRoot(base.user) && isRoot({ roles: rolesIn(form.roles) })
  const ask = () => (becomesOwner ? setIsAsking(true) : draft.saveNow())
  const canSave = may('makeUsers') && isDirty
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      if (canSave) ask()
    },
  })
  return (
    <Card
      title="Roles and properties"
      actions={
        <>
          <span className="small quiet" role="status">
            {isDirty ? 'Not saved yet.' : 'All is saved.'}
          </span>
          <Button look="primary" isBusy={save.isPending} disabled={!canSave} onClick={ask}>
            Save
          </Button>
        </>
      }
    >
      {refusal && <FaultSummary title="The user was not changed." error={refusal} others={faults.others} />}
      <Fields draft={draft} />
      <UserAsRequest draft={draft} />
      {isAsking && (
        <OwnerQuestion
          user={base.user.name}
          onConfirm={() => {
            setIsAsking(false)
            draft.saveNow()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      {draft.theirs && <UserConflict draft={draft} theirs={userFormOf(draft.theirs.user)} />}
    </Card>
  )
}

function UserAsRequest({ draft: { base, form } }: { draft: UserDraft }) {
  const users = useSystemPath('users')
  const { id } = base.user
  const written = updateOf(base.user, form)
  if (id === undefined || written.kind !== 'update') return null
  return <AsRequest method="PATCH" path={`${users}/${documentPath(id)}`} etag={base.etag} body={written.update} />
}

function Fields({ draft: { base, form, faults, change, unreadable, isHeld } }: { draft: UserDraft }) {
  const isEnabledOwner = isRoot(base.user) && !base.user.isDisabled
  const isLastOwner = useOwnerCount(isEnabledOwner) === 1 && isEnabledOwner
  const held = isHeld ? unreadable?.message : undefined
  return (
    <>
      <RolesField roles={form.roles} onChange={roles => change({ roles })} fault={faults.byField.roles} />
      <div>
        <Toggle
          label="May sign in"
          isOn={!form.isDisabled}
          disabled={isLastOwner}
          onChange={isOn => change({ isDisabled: !isOn })}
        />
        <p className="small quiet">
          {isLastOwner
            ? 'This is the last owner who can sign in, who can’t be disabled: nobody could undo it.'
            : 'Switched off, all sessions end at once, and no key of this user works until it is on again.'}
        </p>
        {faults.byField.disabled && <p className={styles.fault}>{faults.byField.disabled}</p>}
      </div>
      <EditorField
        label="Own properties"
        value={form.properties}
        onChange={properties => change({ properties })}
        language={jsonLanguage}
        lines={6}
        marks={unreadable ? [unreadable] : []}
        fault={faults.byField.properties ?? held}
        foot={unreadable ? unreadable.message : 'Permissions read them as @user.name-of-the-property.'}
      />
    </>
  )
}

type OwnerQuestionProps = { user: string; onConfirm(): void; onClose(): void }

/** Asked before somebody gets the role that may do everything. */
const OwnerQuestion = ({ user, onConfirm, onClose }: OwnerQuestionProps) => (
  <ConfirmDialog
    title={`Make “${user}” an owner`}
    verb="Make owner"
    error={undefined}
    failed=""
    isBusy={false}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    The role admin may do everything: read and change all data, permissions, keys and users, and take the role from you.
  </ConfirmDialog>
)

/** Somebody else has changed the user meanwhile: both are seen, and nothing is lost. */
const UserConflict = ({ draft, theirs }: { draft: UserDraft; theirs: UserForm }) => (
  <ConflictDialog
    name={draft.base.user.name}
    isBusy={draft.save.isPending}
    onTakeTheirs={draft.takeTheirs}
    onWriteOver={draft.writeOver}
    onEditOn={draft.editOn}
  >
    <p className="quiet">
      Somebody has saved this user after you had read it. Nothing of yours is saved yet. Left: theirs, right: yours.
    </p>
    <Comparison label="Theirs and yours" before={textOf(theirs)} after={textOf(draft.form)} language={jsonLanguage} />
  </ConflictDialog>
)

const textOf = ({ roles, isDisabled, properties }: UserForm): string =>
  `"roles": ${JSON.stringify(rolesIn(roles))}\n"disabled": ${isDisabled}\n${properties}`
