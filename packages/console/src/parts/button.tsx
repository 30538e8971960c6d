import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { BESIDE_WORDS, type Icon } from './icon.ts'

type ButtonProps = ComponentProps<'button'> & {
  /** `stop` stands in dialogs only. One `primary` a page. */
  look?: 'primary' | 'plain' | 'danger' | 'stop'
  icon?: Icon
  isWide?: boolean
  /** The work of the button is under way: it can't be pressed again, and keeps its focus. */
  isBusy?: boolean
  children: ReactNode
}

/** The looks of a button, for links that lead to a page and stand beside buttons. */
export const buttonClass = (look: 'primary' | 'plain' | 'danger' | 'stop' = 'plain'): string =>
  [styles.button, styles[look]].filter(Boolean).join(' ')

export function Button({ look = 'plain', icon, isWide, isBusy, children, onClick, ...rest }: ButtonProps) {
  const Shown = isBusy ? LoaderCircle : icon
  const className = [buttonClass(look), isWide && styles.wide, isBusy && styles.busy].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-disabled={isBusy || rest.disabled || undefined}
      onClick={isBusy ? event => event.preventDefault() : onClick}
    >
      {Shown && <Shown {...BESIDE_WORDS} />}
      {children}
    </button>
  )
}

/** The looks of an icon, for links that stand beside icons. */
export const iconClass = styles.icon ?? ''

type IconButtonProps = ComponentProps<'button'> & { icon: Icon; name: string }

/** A button that is an icon alone: its name is said and shown as a tooltip. */
export function IconButton({ icon: Shown, name, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.icon, className].filter(Boolean).join(' ')}
      aria-label={name}
      title={name}
    >
      <Shown {...BESIDE_WORDS} />
    </button>
  )
}
