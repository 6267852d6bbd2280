import type { IncomingMessage, Server } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import type { Sandbox } from '../context.ts'
import type { DocumentCheck } from '../rest/openapi/check.ts'
import type { RequestLog } from '../rest/request-log.ts'
import type { Tape } from '../recording/act-log.ts'
import type { Route } from '../rest/route.ts'
import { json } from '../rest/route.ts'
import type { Dispatch } from '../world/dispatch.ts'
import { type Connection, openConnection } from './connection.ts'
import { createDispatcher } from './dispatcher.ts'
import { handleRequest } from './requests.ts'
import type { Session } from './session.ts'
import { createSessions } from './sessions.ts'
import { inTransit } from './in-transit.ts'
import { isCompression, openTransport, type Transport } from './transport.ts'

/** Whether a fault affects the connections of this user: one application's bot, or everybody. */
type UserFilter = (userId: string) => boolean

export interface Gateway {
  emit(dispatch: Dispatch): void
  /** Handles a gateway request of a user's client without a connection: `request('1', Op.VoiceStateUpdate, {...})`. */
  request(userId: string, op: number, data: Record<string, unknown>): void
  routes: readonly Route[]
  /** Connected clients, and sessions that could still be resumed. */
  status(): { connected: number; sessions: number; bots: number }
  /** Closes connections with a code, as a failing gateway does. @returns how many */
  drop(code: number, affects?: UserFilter): number
  /** Sends op 9. */
  invalidate(resumable: boolean, affects?: UserFilter): number
  /** Sends op 7. */
  reconnect(affects?: UserFilter): number
  attach(server: Server): void
  close(): void
}

/** A session of a user without a connection: everything sent to it is lost. */
const absent = (userId: string): Session => ({
  id: '',
  token: '',
  userId,
  kind: 'user',
  intents: undefined,
  shard: [0, 1],
  sequence: 0,
  presence: undefined,
  frames: [],
  wire: undefined,
  expiry: undefined,
})

const path = /^\/gateway\/?(\?|$)/
const opReconnect = JSON.stringify({ op: 7, d: null, s: null, t: null })

export function createGateway(
  sandbox: Sandbox,
  requestLog: RequestLog,
  tape: Tape,
  document: DocumentCheck | undefined,
): Gateway {
  const url = () => `${sandbox.origin().replace(/^http/, 'ws')}/gateway`
  const sessions = createSessions(sandbox.conditions, () => sandbox.now())
  const dispatcher = createDispatcher(
    sandbox,
    sessions,
    url,
    tape,
    (where, problem) => requestLog.violate({ kind: 'gateway', where, problem }),
    (type, data) => document?.event(type, data, requestLog),
  )
  const sockets = new Map<WebSocket, { connection: Connection; transport: Transport }>()
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })

  function accept(socket: WebSocket, request: IncomingMessage) {
    const query = new URL(request.url ?? '/', 'http://sandbox').searchParams
    const version = query.get('v') ?? '10'
    if (version !== '10' && version !== '9') return socket.close(4012, 'Invalid API version.')
    if ((query.get('encoding') ?? 'json') !== 'json') return socket.close(4002, 'Only JSON is spoken here.')
    const compress = query.get('compress') ?? undefined
    if (compress !== undefined && !isCompression(compress))
      return socket.close(4002, 'This compression is not spoken here.')
    const transport = openTransport(
      inTransit(socket, () => sandbox.conditions.gatewayLagMs),
      compress,
    )
    const connection = openConnection(dispatcher, transport)
    sockets.set(socket, { connection, transport })
    socket.on('message', (data: Buffer, binary) => {
      if (binary) socket.close(4002, 'Error while decoding payload.')
      else connection.receive(data.toString())
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', code => {
      sockets.delete(socket)
      connection.closed(code)
      transport.end()
    })
  }

  function each(affects: UserFilter | undefined, act: (transport: Transport, connection: Connection) => void): number {
    const chosen = [...sockets.values()].filter(({ connection }) => {
      const session = connection.session()
      return session !== undefined && (affects?.(session.userId) ?? true)
    })
    for (const { transport, connection } of chosen) act(transport, connection)
    return chosen.length
  }

  const routes: readonly Route[] = [
    { method: 'GET', path: '/gateway', callers: 'any', handle: () => json({ url: url() }) },
    {
      method: 'GET',
      path: '/gateway/bot',
      callers: 'bot',
      handle: ({ actorId }) =>
        json({
          url: sandbox.conditions.gatewayAddress ?? url(),
          session_start_limit: sessions.startLimit(actorId),
          shards: 1,
        }),
    },
  ]

  return {
    routes,
    emit: dispatcher.emit,
    request: (userId, op, data) => handleRequest(dispatcher, absent(userId), op, data),
    status() {
      const all = [...sessions.all()]
      const connected = all.filter(session => session.wire)
      return {
        connected: connected.length,
        sessions: all.length,
        bots: connected.filter(session => session.kind === 'bot').length,
      }
    },
    drop: (code, affects) => each(affects, transport => transport.close(code, '')),
    invalidate: (resumable, affects) => each(affects, (_transport, connection) => connection.invalidate(resumable)),
    reconnect: affects => each(affects, transport => transport.send(opReconnect)),
    attach(http) {
      http.on('upgrade', (request, socket, head) => {
        if (path.test(request.url ?? '')) server.handleUpgrade(request, socket, head, accept)
        else socket.destroy()
      })
    },
    close() {
      for (const [socket, { connection }] of sockets) {
        connection.closed(1001)
        socket.terminate()
      }
      for (const session of sessions.all()) sessions.forget(session)
      server.close()
    },
  }
}
