import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import type { ReadUser } from '../../api/users.ts'
import { isUserForm } from '../../domain/users/user-form.ts'
import { Bar } from '../../parts/bar.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { KeptBar } from '../../parts/states/kept-bar.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { useSession } from '../../session/use-session.ts'
import { useUser } from '../users/use-users.ts'
import { UserBadges } from '../users/user-badges.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { KeysCard } from './keys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { useUserDraft } from './use-user-draft.ts'
import styles from './user.module.css'
import { UserCard } from './user-card.tsx'

const route = getRouteApi('/users/one')
const TRAIL = [
  <Link key="list" to="/users">
    Users
  </Link>,
]

/** One user: what he may be, his password and his keys. */
export function UserPage() {
  const { user: id } = route.useSearch()
  const read = useUser(id)
  return (
    <Loaded query={read} what="this user" head={<PageHead title="User" trail={TRAIL} />}>
      {user => <Shown key={id} id={id} read={user} />}
    </Loaded>
  )
}

function Shown({ id, read }: { id: string; read: ReadUser }) {
  const may = useLeaves()
  const current = useSession()
  const page = `user.${id}`
  const draft = useUserDraft({ read, id, page })
  const isOneself = 'user' in current && current.user === id
  const [isGone, setIsGone] = useState(false)
  return (
    <>
      <PageHead
        title={id}
        trail={TRAIL}
        beside={<UserBadges user={draft.base.user} />}
        actions={may('makeUsers') && <UserMenu id={id} onDeleted={() => setIsGone(true)} />}
      />
      {isOneself && (
        <Bar look="plain" icon={UserRound}>
          This is you. Your own password is changed in the <Link to="/settings">settings</Link>, where your session goes
          on.
        </Bar>
      )}
      <KeptBar page={page} isDraft={isUserForm} onRestore={draft.restore} />
      <div className={styles.columns}>
        <UserCard draft={draft} />
        <div className={styles.side}>
          {may('makeUsers') && !isOneself && <PasswordCard user={id} />}
          <KeysCard user={id} />
        </div>
      </div>
      <LeaveQuestion isDirty={draft.isDirty && !isGone} />
    </>
  )
}

function UserMenu({ id, onDeleted }: { id: string; onDeleted(): void }) {
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <MenuButton
        name="More about this user"
        entries={[{ label: 'Delete', icon: Trash2, isDanger: true, run: () => setIsDeleting(true) }]}
      />
      {isDeleting && (
        <DeleteUserDialog
          user={id}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            onDeleted()
            void navigate({ to: '/users', ignoreBlocker: true })
          }}
        />
      )}
    </>
  )
}
