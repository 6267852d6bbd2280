/** A dispatch as it came over the wire. */
export interface GatewayEvent {
  type: string
  data: Record<string, unknown>
}

export interface GatewayStatus {
  state: 'connecting' | 'up' | 'down'
  /** Round trip of the last heartbeat. */
  latencyMs?: number
}

export interface GatewayClient {
  send(op: number, data: unknown): void
  sessionId(): string | undefined
  close(): void
}

interface GatewayOptions {
  url: string
  token: string
  onEvent(event: GatewayEvent): void
  onStatus(status: GatewayStatus): void
}

const op = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, ack: 11 } as const
/** Closing with it leaves the session resumable. */
const ZOMBIE = 4000
const FATAL = new Set([4004, 4010, 4011, 4012, 4013, 4014])

/** Stays connected as one account: heartbeats, resumes after a drop, identifies again when the session is gone. */
export function connectGateway({ url, token, onEvent, onStatus }: GatewayOptions): GatewayClient {
  let socket: WebSocket | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let sequence: number | null = null
  let sessionId: string | undefined
  let resumeUrl = url
  let attempts = 0
  let beatSent: number | undefined
  let closed = false

  const write = (code: number, d: unknown) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op: code, d }))
  }
  const heartbeat = () => {
    if (beatSent !== undefined) return socket?.close(ZOMBIE)
    beatSent = performance.now()
    write(op.heartbeat, sequence)
    return undefined
  }
  const hello = (interval: number) => {
    clearInterval(beat)
    beat = setInterval(heartbeat, interval)
    if (sessionId === undefined)
      write(op.identify, { token, properties: { os: 'stage', browser: 'stage', device: '' } })
    else write(op.resume, { token, session_id: sessionId, seq: sequence })
  }
  const forget = () => {
    sessionId = undefined
    sequence = null
    resumeUrl = url
  }

  const dispatch = (type: string, data: Record<string, unknown>) => {
    if (type === 'READY') {
      sessionId = typeof data['session_id'] === 'string' ? data['session_id'] : undefined
      resumeUrl = typeof data['resume_gateway_url'] === 'string' ? data['resume_gateway_url'] : url
    }
    if (type === 'READY' || type === 'RESUMED') {
      attempts = 0
      onStatus({ state: 'up' })
      heartbeat()
    }
    onEvent({ type, data })
  }

  const receive = (text: string) => {
    const frame: { op: number; d: unknown; s: number | null; t: string | null } = JSON.parse(text)
    if (typeof frame.s === 'number') sequence = frame.s
    const data = (typeof frame.d === 'object' && frame.d !== null ? frame.d : {}) as Record<string, unknown>
    if (frame.op === op.dispatch && frame.t) dispatch(frame.t, data)
    else if (frame.op === op.hello) hello(Number(data['heartbeat_interval']))
    else if (frame.op === op.heartbeat) heartbeat()
    else if (frame.op === op.ack) {
      if (beatSent !== undefined) onStatus({ state: 'up', latencyMs: Math.round(performance.now() - beatSent) })
      beatSent = undefined
    } else if (frame.op === op.reconnect) socket?.close(ZOMBIE)
    else if (frame.op === op.invalid) {
      if (frame.d !== true) forget()
      socket?.close(ZOMBIE)
    }
  }

  const open = () => {
    onStatus({ state: 'connecting' })
    beatSent = undefined
    const mine = new WebSocket(`${resumeUrl}${resumeUrl.includes('?') ? '&' : '/?'}v=10&encoding=json`)
    socket = mine
    mine.addEventListener('message', event => {
      if (socket === mine && typeof event.data === 'string') receive(event.data)
    })
    mine.addEventListener('close', event => {
      if (socket !== mine) return
      clearInterval(beat)
      if (closed) return
      onStatus({ state: 'down' })
      if (FATAL.has(event.code)) return
      if (event.code === 4007 || event.code === 4009) forget()
      attempts += 1
      again = setTimeout(open, Math.min(8000, 250 * 2 ** attempts))
    })
  }
  open()

  return {
    send: write,
    sessionId: () => sessionId,
    close() {
      closed = true
      clearInterval(beat)
      clearTimeout(again)
      socket?.close(1000)
    },
  }
}
