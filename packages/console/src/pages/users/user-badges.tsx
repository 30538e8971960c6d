import { Check, CircleSlash, ShieldCheck } from 'lucide-react'
import { isRoot, type ListedUser } from '../../domain/users/user-form.ts'
import { Badge } from '../../parts/badge.tsx'
import styles from './users.module.css'

/** Whether a user can sign in, and whether he is an owner, who may do everything. */
export const UserBadges = ({ user }: { user: ListedUser }) => (
  <span className={styles.badges}>
    {user.isDisabled ? (
      <Badge look="quiet" icon={CircleSlash} word="Disabled" />
    ) : (
      <Badge look="ok" icon={Check} word="Enabled" />
    )}
    {isRoot(user) && <Badge look="warn" icon={ShieldCheck} word="Owner" />}
  </span>
)
