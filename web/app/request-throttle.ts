/** Starting a request takes a phone some milliseconds, and browsers send six at a time. */
const atOnce = 4

const waiting: (() => void)[] = []
let begun = 0

function afterThisTask(act: () => void): void {
  // Not a timer: browsers throttle timers in background tabs.
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
 * Undefined to start a request at once, or a promise for its turn. A page that starts twenty requests in one task does
 * not respond to taps in the meantime.
 */
export function waitForTurn(): Promise<void> | undefined {
  if (begun === 0) afterThisTask(beginNext)
  if (begun < atOnce) {
    begun += 1
    return undefined
  }
  return new Promise(resolve => void waiting.push(resolve))
}
