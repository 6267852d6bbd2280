import { WebSocket } from 'ws'

/** The part of a connection that sends frames. */
export interface Line {
  send(data: string | Buffer): void
  close(code: number, reason: string): void
  terminate(): void
}

/**
 * Wraps a connection so that its frames take a while to arrive, in the order in which they were sent.
 * @param lagMs returns the current delay (ms)
 */
export function inTransit(socket: WebSocket, lagMs: () => number): Line {
  const frames: { due: number; arrive: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  function deliver(): void {
    timer = undefined
    for (let first = frames[0]; first; first = frames[0]) {
      const leftMs = first.due - performance.now()
      if (leftMs > 0) {
        timer = setTimeout(deliver, leftMs).unref()
        return
      }
      frames.shift()
      first.arrive()
    }
  }

  function put(arrive: () => void): void {
    const ms = lagMs()
    if (ms === 0 && frames.length === 0) return arrive()
    frames.push({ due: performance.now() + ms, arrive })
    if (!timer) deliver()
  }

  return {
    send: data =>
      put(() => {
        if (socket.readyState === WebSocket.OPEN) socket.send(data)
      }),
    close: (code, reason) => put(() => socket.close(code, reason)),
    terminate: () => socket.terminate(),
  }
}
