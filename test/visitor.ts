import type { RunningSandbox } from '#sandbox/server.ts'
import { type EventStream, followStream } from './event-stream.ts'

interface Answer {
  status: number
  /** The parsed body if it is JSON, otherwise its text. */
  body: unknown
  headers: Headers
}

/** The HTTP side of a browser: it keeps cookies and sends the origin with its requests. */
export interface Visitor {
  /** A body is sent as JSON; FormData as a browser sends a form with a file. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Follows server-sent events, as long as the server allows or until it is closed. */
  follow(path: string, headers?: Record<string, string>): Promise<EventStream>
  /** Signs in completely: login, consent at Discord, callback. @returns where it ended */
  signIn(login: string): Promise<string>
  /** Begins to sign in and gives consent. @returns the callback address that Discord sends the browser to */
  consent(login: string, decision?: Record<string, unknown>): Promise<URL>
  /** The cookies as a header, to carry over to another visitor. */
  cookies(): string
}

export function createVisitor(sandbox: RunningSandbox, dashboard: URL): Visitor {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const call: Visitor['call'] = async (method, path, body, headers = {}) => {
    const url = new URL(path, dashboard)
    const isForm = body instanceof FormData
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: cookies(),
        ...(method !== 'GET' && { origin: dashboard.origin, 'sec-fetch-site': 'same-origin' }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text, headers: response.headers }
  }

  const consent: Visitor['consent'] = async (login, decision = { authorize: true }) => {
    const begun = await call('GET', '/api/login')
    const authorize = new URL(begun.headers.get('location') ?? '', dashboard)
    const answer = await fetch(`${sandbox.api}/v10/oauth2/authorize${authorize.search}`, {
      method: 'POST',
      headers: { authorization: sandbox.tokenOf(login), 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    })
    const { location } = (await answer.json()) as { location?: string }
    if (!location) throw new Error(`the consent page answered ${answer.status}`)
    return new URL(location)
  }

  return {
    call,
    follow: (path, headers = {}) => followStream(new URL(path, dashboard), { cookie: cookies(), ...headers }),
    cookies,
    consent,
    async signIn(login) {
      const callback = await consent(login)
      const answer = await call('GET', `${callback.pathname}${callback.search}`)
      return answer.headers.get('location') ?? ''
    },
  }
}
