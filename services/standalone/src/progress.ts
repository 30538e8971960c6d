/** Shows how far loading has come: on a terminal in place, else line by line. */
export function showProgress(text: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}
