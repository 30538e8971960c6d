/** Copies a text. Over plain HTTP there is no clipboard for pages: there the old way by a selection is left. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // The browser has refused it, which the other way may still be spared.
    }
  }
  return copySelection(text)
}

function copySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  const dialog = document.querySelector('[role="alertdialog"]') ?? document.body
  dialog.append(area)
  const focused = document.activeElement
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
