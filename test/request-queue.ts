import type { Clock } from '#kernel/discord/clock.ts'
import { createRequestQueue, type RequestQueue } from '#kernel/discord/request-queue.ts'
import type { Lane } from '#kernel/discord/lanes.ts'

/** A request queue with a clock that the test advances, and the requests that have left so far. */
export function stageRequestQueue() {
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  const left: string[] = []
  const clock: Clock = {
    now: () => time,
    later(run, ms) {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => (timers = timers.filter(one => one !== timer))
    },
  }
  const requestQueue = createRequestQueue(clock)
  return {
    requestQueue,
    left,
    clock,
    /** Queues a request that is answered at once; until it ends, no other request of its bucket leaves. */
    ask(lane: Lane, bucket: string, name = lane as string, owner?: string, how?: Parameters<RequestQueue['add']>[4]) {
      const leave = () => {
        left.push(name)
        requestQueue.answered(bucket)
      }
      requestQueue.add(lane, bucket, leave, owner, how)
    },
    /** Advances the clock to a time. */
    goTo(until: number) {
      for (;;) {
        const next = timers.toSorted((one, other) => one.at - other.at)[0]
        if (!next || next.at > until) break
        timers = timers.filter(one => one !== next)
        // Like real ones, a timer fires slightly early.
        time = Math.max(time, next.at - 0.5)
        next.run()
      }
      time = until
    },
  }
}
