import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as breathe, setTimeout as rest } from 'node:timers/promises'
import { followFrames, type FrameEnds } from './frames.ts'

/** A delaying proxy between the gateway and a bot: events arrive late, but in order. */
export interface GatewayLink {
  /** The value for `conditions.gatewayAddress`. */
  address: string
  /** When the audit log entry with this id was delivered (Unix ms). */
  deliveredAt(entryId: string): number | undefined
  /**
   * Inserts messages between the gateway's own, up to a rate and as fast as the bot reads them. The sandbox itself
   * could not send as fast.
   * @param next returns the given number of frames
   * @returns how many were sent, and how long it took (s)
   */
  pour(
    perSecond: number,
    next: (count: number) => Buffer,
    signal: AbortSignal,
  ): Promise<{ sent: number; seconds: number }>
  /** Breaks every connection. */
  cut(): void
  close(): Promise<void>
}

/** The most unread data (bytes) that a bot may have before sending pauses. */
const mostUnread = 256 * 1024
const mostAtOnce = 250

const entryEvent = 'GUILD_AUDIT_LOG_ENTRY_CREATE'
const unixMs = () => performance.timeOrigin + performance.now()

/**
 * Passes pieces on with a delay, never before an earlier piece. They share one timer: on a busy machine, of two timers
 * due at the same time, the one that was set last and is shorter fires first.
 */
function inTheirOrder(deliver: (piece: Buffer) => void): (piece: Buffer, lateMs: number) => void {
  const waiting: { piece: Buffer; dueAt: number }[] = []
  const deliverDue = () => {
    for (let [first] = waiting; first; [first] = waiting) {
      const wait = first.dueAt - performance.now()
      if (wait >= 1) {
        setTimeout(deliverDue, wait)
        return
      }
      waiting.shift()
      deliver(first.piece)
    }
  }
  return (piece, lateMs) => {
    waiting.push({ piece, dueAt: performance.now() + lateMs })
    if (waiting.length === 1) deliverDue()
  }
}

/**
 * Starts the proxy on this machine.
 * @param to the sandbox, 'http://127.0.0.1:3100'
 * @param delayMs draws the delay of each piece that the gateway sends
 */
export async function openGatewayLink(to: URL, delayMs: () => number): Promise<GatewayLink> {
  const delivered = new Map<string, number>()
  const sockets = new Set<Socket>()

  /** Frames to a client are not masked, and bots that do not request compression get JSON. */
  function noteEntries(piece: Buffer): void {
    if (!piece.includes(entryEvent)) return
    const text = piece.toString('latin1')
    for (const part of text.split(entryEvent).slice(1)) {
      const [, id] = /"id":"(\d+)"/.exec(part) ?? []
      if (id !== undefined && !delivered.has(id)) delivered.set(id, unixMs())
    }
  }

  let latest: { bot: Socket; ends: FrameEnds } | undefined

  const server = createServer(bot => {
    const ends = followFrames()
    latest = { bot, ends }
    const gateway = connect(Number(to.port), to.hostname)
    let opened = false
    for (const [socket, other] of [
      [bot, gateway],
      [gateway, bot],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    bot.on('data', piece => gateway.write(piece))
    const deliver = (piece: Buffer) => {
      if (bot.destroyed) return
      noteEntries(piece)
      bot.write(piece)
      ends.passed(piece)
    }
    const late = inTheirOrder(deliver)
    gateway.on('data', piece => {
      // The handshake is not delayed: measurements begin after it.
      late(piece, opened ? delayMs() : 0)
      opened = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `ws://127.0.0.1:${port}/gateway`,
    deliveredAt: id => delivered.get(id),
    async pour(perSecond, next, signal) {
      const begun = performance.now()
      let sent = 0
      while (!signal.aborted) {
        const due = Math.floor(((performance.now() - begun) / 1000) * perSecond) - sent
        const takes =
          latest && !latest.bot.destroyed && latest.ends.isBetween() && latest.bot.writableLength < mostUnread
        if (latest && takes && due > 0) {
          const count = Math.min(due, mostAtOnce)
          latest.bot.write(next(count))
          sent += count
          await breathe()
        } else await rest(1)
      }
      return { sent, seconds: (performance.now() - begun) / 1000 }
    },
    cut: () => sockets.forEach(socket => void socket.destroy()),
    async close() {
      sockets.forEach(socket => void socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}
