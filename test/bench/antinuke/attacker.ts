import { setTimeout as rest } from 'node:timers/promises'

/** One request of an attack. */
export interface Hit {
  /** The token it is sent with; undefined if it needs none. */
  token?: string
  method: string
  /** Below `/api/v10`. */
  path: string
  body?: unknown
}

/** The input of an attacking process. */
export interface Orders {
  api: string
  hits: readonly Hit[]
  /** Requests per second of all attackers together; null means as fast as this process can. */
  perSecond: number | null
}

/** The outcome of a hit; times are Unix ms. */
export interface Landed {
  /** As in the hit. */
  token: string | undefined
  at: number
  answeredAt: number
  status: number
}

const unixMs = () => performance.timeOrigin + performance.now()
/** An attacker who is refused this many times in a row has been stopped. */
const refusals = 4
/** The number of requests that are in progress at once in a burst. */
const atOnce = 40
const refused = new Set([401, 403, 404])

async function attack({ api, hits, perSecond }: Orders, landed: Landed[]): Promise<void> {
  const inARow = new Map<string | undefined, number>()
  const isStopped = ({ token }: Hit) => (inARow.get(token) ?? 0) >= refusals
  const strike = async (hit: Hit, place: number) => {
    const at = unixMs()
    const response = await fetch(`${api}/v10${hit.path}`, {
      method: hit.method,
      headers: {
        ...(hit.token !== undefined && { authorization: hit.token }),
        'user-agent': 'DiscordBot (attack, 1)',
        ...(hit.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(hit.body !== undefined && { body: JSON.stringify(hit.body) }),
    })
    await response.arrayBuffer()
    landed[place] = { token: hit.token, at, answeredAt: unixMs(), status: response.status }
    inARow.set(hit.token, refused.has(response.status) ? (inARow.get(hit.token) ?? 0) + 1 : 0)
  }
  if (perSecond === null) {
    const queue = hits.entries()
    const work = async () => {
      for (const [place, hit] of queue) if (!isStopped(hit)) await strike(hit, place)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return
  }
  const begun = performance.now()
  const under: Promise<void>[] = []
  let turn = 0
  for (const [place, hit] of hits.entries()) {
    if (isStopped(hit)) continue
    await rest(Math.max(0, begun + (turn++ * 1000) / perSecond - performance.now()))
    if (!isStopped(hit)) under.push(strike(hit, place))
  }
  await Promise.all(under)
}

process.once('message', (orders: Orders) => {
  const landed: Landed[] = []
  void attack(orders, landed).then(() => process.send?.(landed, () => process.disconnect()))
})
process.send?.('ready')
