/** To begin a request takes a phone some milliseconds, and browsers send six at a time. */
const atOnce = 4

const waiting: (() => void)[] = []
let begun = 0

function afterThisTask(act: () => void): void {
  // Not a timer: browsers hold those back in pages that nobody looks at.
  const { port1, port2 } = new MessageChannel()
  const arrived = () => {
    port1.close()
    act()
  }
  port1.addEventListener('message', arrived, { once: true })
  port1.start()
  port2.postMessage(undefined)
}

function beginNext(): void {
  const next = waiting.splice(0, atOnce)
  begun = next.length
  if (begun > 0) afterThisTask(beginNext)
  for (const begin of next) begin()
}

/**
 * Whether to begin a request at once (nothing to await), or when its turn comes: a page that begins twenty in one task
 * keeps whoever taps waiting meanwhile.
 */
export function turn(): Promise<void> | undefined {
  if (begun === 0) afterThisTask(beginNext)
  if (begun < atOnce) {
    begun += 1
    return undefined
  }
  return new Promise(resolve => void waiting.push(resolve))
}
