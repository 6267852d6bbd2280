/** The sandbox's control API, as this page uses it. */

export interface StageAccount {
  login: string
  user_id: string
  username: string
  display_name: string
  avatar_url: string
  /** 'Owner', 'Rogue admin'. */
  what: string
  /** Guild id to the highest role there. */
  roles: Record<string, string | null>
}

export interface StageWorld {
  seed: number
  accounts: StageAccount[]
  guilds: { id: string; name: string; icon_url: string | null; member_count: number; bot_present: boolean }[]
  application?: { id: string; name: string; bot_user_id: string }
  conditions: StageConditions
  dashboard_url: string | null
}

export interface StageConditions {
  latency: { medianMs: number; p99Ms: number }
  auditLagMs: number
  auditExecutors: 'shown' | 'null' | 'withheld'
  failNext: { count: number; status: number } | null
}

export interface TroubleState {
  name: string
  title: string
  sentence: string
  running: boolean
  progress: string | null
  /** The path of the dashboard page that shows the last run; null when there is none. */
  page: string | null
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/sandbox${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: { error?: string } = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `The sandbox answered ${response.status}.`)
  return answer as T
}

export const switchScreening = (guildId: string, enabled: boolean) =>
  call<unknown>('POST', `/guilds/${guildId}/screening`, { enabled })
export const readWorld = () => call<StageWorld>('GET', '/state')
export const changeConditions = (patch: Partial<StageConditions>) =>
  call<StageConditions>('PATCH', '/conditions', patch)
export const listTroubles = () => call<TroubleState[]>('GET', '/trouble')
export const startTrouble = (name: string, guildId: string | undefined) =>
  call<TroubleState>('POST', `/trouble/${encodeURIComponent(name)}`, guildId === undefined ? {} : { guild_id: guildId })
export const stopTrouble = (name: string) => call<TroubleState>('DELETE', `/trouble/${encodeURIComponent(name)}`)
export const resetWorld = () => call<unknown>('POST', '/reset', {})
