import { type ReactNode, useId } from 'react'
import field from '../field.module.css'
import { Fault } from '../field.tsx'
import styles from './editor.module.css'
import { Editor } from './editor.tsx'
import type { EditorProps } from './editor-types.ts'

type EditorFieldProps = Omit<EditorProps, 'isWrong' | 'describedBy'> & {
  /** What stands beside the label. */
  beside?: ReactNode
  fault?: string | undefined
  /** Below the text, inside of the border. */
  foot?: ReactNode
}

/** An editor as a field of a form: with its label, what is wrong with it, and a line below the text. */
export function EditorField({ beside, fault, foot, ...editor }: EditorFieldProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <div className={styles.label}>
        <span aria-hidden="true">{editor.label}</span>
        {beside}
      </div>
      <Editor {...editor} isWrong={fault !== undefined} describedBy={fault ? id : undefined} />
      {foot && <div className={styles.foot}>{foot}</div>}
      {fault && <Fault id={id} text={fault} />}
    </div>
  )
}
