import { Copy } from 'lucide-react'
import { Button, IconButton } from '../button.tsx'
import { showToast } from '../toast.tsx'
import { copyText } from './copy-text.ts'

type CopyButtonProps = {
  text: string
  /** What is copied: "the address". */
  what: string
  isIcon?: boolean
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, what, isIcon }: CopyButtonProps) {
  const copy = async () => {
    if (await copyText(text)) showToast(`Copied: ${what}.`)
  }
  if (isIcon) return <IconButton icon={Copy} name={`Copy ${what}`} onClick={() => void copy()} />
  return (
    <Button icon={Copy} onClick={() => void copy()}>
      Copy
    </Button>
  )
}
