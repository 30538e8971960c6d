/** Something to wait for by one waiter; a ring that comes before the wait is not lost. */
export function createBell() {
  let isRung = false
  let wake = () => {}
  return {
    ring(): void {
      isRung = true
      wake()
    },
    async rung(): Promise<void> {
      if (!isRung) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      isRung = false
    },
  }
}
