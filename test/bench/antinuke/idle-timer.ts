import { fork } from 'node:child_process'
import { once } from 'node:events'

const everyMs = 5

/**
 * A process that only waits: how late its timers fire shows the delay that the machine adds to everything measured
 * meanwhile.
 */
export interface IdleTimer {
  /** Ends the process. @returns how late its timers fired (ms) */
  end(): Promise<number[]>
  kill(): void
}

export function startIdleTimer(): IdleTimer {
  const child = fork(import.meta.filename)
  return {
    async end() {
      const answer = once(child, 'message')
      child.send('end')
      const [late] = (await answer) as [number[]]
      return late
    },
    kill: () => void child.kill(),
  }
}

if (process.argv[1] === import.meta.filename && process.send) {
  const late: number[] = []
  const wait = () => {
    const due = performance.now() + everyMs
    setTimeout(() => {
      late.push(Math.max(0, performance.now() - due))
      wait()
    }, everyMs)
  }
  wait()
  process.once('message', () => process.send?.(late, () => process.exit()))
  process.once('disconnect', () => process.exit())
}
