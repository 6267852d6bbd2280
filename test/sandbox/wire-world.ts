import { Events, type GatewayIntentBits, PermissionFlagsBits } from 'discord.js'
import { type Conditions, defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { idAt } from '#sandbox/world/seed/draft.ts'
import { loginBot, startSandbox } from '../sandbox.ts'
import { until } from '../until.ts'

interface Packet {
  t: string
  d: Record<string, unknown>
}

interface Sent {
  body?: object
  /** Multipart instead of JSON. */
  form?: FormData
  reason?: string
}

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- Answers differ by route; a test names what it expects of each.
  body: any
}

/** A demo world behind real HTTP and a real gateway session of its bot, with what the session received. */
export interface WireWorld {
  sandbox: RunningSandbox
  guildId: string
  /** Calls a route as the bot ('bot'), as a member by login, or without an account (''). */
  ask(who: string, route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, sent?: Sent): Promise<Answer>
  /** Takes the packets so far of the types `ours`, in order. */
  take(...ours: string[]): Packet[]
  /** Takes the next packet of a type, and all before it. */
  heard(type: string): Promise<Record<string, unknown>>
  /** Waits until this many packets of these types have arrived, without taking them. */
  heardAll(count: number, ...ours: string[]): Promise<void>
  /** Waits until everything that was sent so far has arrived. */
  settle(): Promise<void>
  /** The newest audit log entries of a type, oldest first. */
  logged(type: number, count?: number): Promise<Record<string, unknown>[]>
  idOf(login: string): string
  channel(name: string): string
}

/** The bot is an administrator. Rate limits are off: tests that are not about waiting should not wait. */
export async function openWire(
  intents: readonly GatewayIntentBits[],
  conditions: Partial<Conditions> = {},
): Promise<WireWorld> {
  const sandbox = await startSandbox({
    conditions: { rateLimits: { ...defaultConditions.rateLimits, enabled: false }, ...conditions },
  })
  const { world } = sandbox.context
  const guild = [...world.guilds.values()].find(state => state.guild.name === 'Tidewater Makers')
  if (!guild) throw new Error('the demo has no Tidewater Makers')
  for (const role of guild.roles.values())
    if (role.tags?.bot_id === applicationOf(sandbox).botUserId)
      role.permissions = String(PermissionFlagsBits.Administrator)
  const client = await loginBot(sandbox, [...intents])
  let packets: Packet[] = []
  client.on(Events.Raw, (packet: Packet) => packets.push(packet))
  const guildId = guild.guild.id
  const idOf = (login: string) => {
    for (const [id, account] of world.accounts) if (account.login === login) return id
    throw new Error(`no account ${login}`)
  }
  const token = (who: string) =>
    who === 'bot' ? `Bot ${applicationOf(sandbox).token}` : who === '' ? undefined : sandbox.tokenOf(who)

  const ask: WireWorld['ask'] = async (who, route, { body, form, reason } = {}) => {
    const [method = 'GET', path = '/'] = route.split(' ')
    const authorization = token(who)
    const response = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        'user-agent': 'DiscordBot (https://example.test, 1)',
        ...(body && { 'content-type': 'application/json' }),
        ...(reason && { 'x-audit-log-reason': encodeURIComponent(reason) }),
      },
      ...(form ? { body: form } : body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  const heard: WireWorld['heard'] = async type => {
    const place = await until(type, () => {
      const found = packets.findIndex(packet => packet.t === type)
      return found >= 0 && { found }
    })
    const packet = packets[place.found]
    packets = packets.slice(place.found + 1)
    return packet?.d ?? {}
  }

  let marks = 0
  return {
    sandbox,
    guildId,
    ask,
    heard,
    take(...ours) {
      const taken = packets.filter(packet => ours.includes(packet.t))
      packets = packets.filter(packet => !ours.includes(packet.t))
      return taken
    },
    async heardAll(count, ...ours) {
      await until(ours.join(), () => packets.filter(packet => ours.includes(packet.t)).length >= count)
    },
    async settle() {
      const role = idAt('2026-01-01T00:00:00Z', `mark ${++marks}`)
      // After what is about to happen, such as an entry in the audit log.
      sandbox.context.later(0, () =>
        sandbox.context.emit({
          type: 'GUILD_ROLE_DELETE' as never,
          data: { guild_id: guildId, role_id: role },
          audience: { guildId },
        }),
      )
      await until('the mark', () => packets.some(packet => packet.d['role_id'] === role))
      packets = packets.filter(packet => packet.d['role_id'] !== role)
    },
    async logged(type, count = 1) {
      const { body } = await ask('bot', `GET /guilds/${guildId}/audit-logs?action_type=${type}&limit=${count}`)
      return body.audit_log_entries.toReversed()
    },
    idOf,
    channel(name) {
      for (const { channel } of world.channels.values()) if (channel.name === name) return channel.id
      throw new Error(`no channel ${name}`)
    },
  }
}
