// @module-tag long
import { Routes } from 'discord.js'
import { expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { compareStates } from './compare.ts'
import { isHiddenNow } from './masked-channels.ts'
import { noteOf } from './notes.ts'
import { objectState } from './object-state.ts'
import { objectKinds, type ObjectKind, type ServerState } from './objects.ts'
import { cursorNow, stateAt } from './state-at.ts'

type Raw = Record<string, unknown> & { id?: string; code?: string; sound_id?: string; user?: { id: string } }

/** Numbers below one, always the same for a seed. */
function numbers(seed: number): () => number {
  let value = seed
  return () => {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648
    return value / 2_147_483_648
  }
}

/** The server as the bot reads it by REST. */
async function readBack({ product, guildId }: Harness): Promise<ServerState> {
  const { rest } = product.services.client
  const get = async (route: `/${string}`) => (await rest.get(route)) as Raw
  const list = async (route: `/${string}`) => (await rest.get(route)) as Raw[]
  const guild = await get(Routes.guild(guildId))
  const members = await list(`${Routes.guildMembers(guildId)}?limit=1000`)
  const objects: { [K in ObjectKind]?: Raw[] } = {
    guild: [guild],
    role: guild['roles'] as Raw[],
    emoji: guild['emojis'] as Raw[],
    sticker: guild['stickers'] as Raw[],
    channel: await list(Routes.guildChannels(guildId)),
    sound: (await get(Routes.guildSoundboardSounds(guildId)))['items'] as Raw[],
    event: await list(Routes.guildScheduledEvents(guildId)),
    webhook: await list(Routes.guildWebhooks(guildId)),
    invite: await list(Routes.guildInvites(guildId)),
    rule: await list(Routes.guildAutoModerationRules(guildId)),
    member: members.filter(({ roles, nick }) => (nick ?? null) !== null || (roles as string[]).length > 0),
  }
  const idOf = (kind: ObjectKind, raw: Raw) =>
    (kind === 'invite' ? raw.code : kind === 'sound' ? raw.sound_id : kind === 'member' ? raw.user?.id : raw.id) ?? ''
  return Object.fromEntries(
    Object.keys(objectKinds).map(name => {
      const kind = name as ObjectKind
      return [kind, new Map((objects[kind] ?? []).map(raw => [idOf(kind, raw), objectState(kind, raw)]))]
    }),
  ) as never
}

/** Discord keeps naming deleted roles, and keeps members who have no role and no nickname. */
const compared = (state: ServerState): ServerState => ({
  ...state,
  onboarding: new Map(),
  welcome: new Map(),
  widget: new Map(),
  channel: new Map(
    [...state.channel].map(([id, channel]) => [
      id,
      {
        ...channel,
        permission_overwrites: (channel['permission_overwrites'] as { id: string; type: number }[]).filter(
          overwrite => overwrite.type !== 0 || state.role.has(overwrite.id),
        ),
      },
    ]),
  ),
  member: new Map(
    [...state.member]
      .map(
        ([id, { roles, nick }]) =>
          [id, { roles: (roles as string[]).filter(role => state.role.has(role)), nick }] as const,
      )
      .filter(([, { roles, nick }]) => (nick ?? null) !== null || roles.length > 0),
  ),
})

/** Things that people do to a server; what Discord refuses does not count. */
function acts({ guildId, botId, as, sandbox }: Harness, random: () => number) {
  const state = sandbox.context.world.guilds.get(guildId)
  if (!state) throw new Error('no guild')
  const { world } = sandbox.context
  const any = <T>(list: Iterable<T>): T | undefined => [...list][Math.floor(random() * [...list].length)]
  const name = () => `n${Math.floor(random() * 1e6)}`
  const guild = `/guilds/${guildId}`
  const rest = (method: string, path: string, body?: unknown) =>
    as('owner')
      .rest(method, path, body)
      .catch(() => undefined)
  const kept = new Set([guildId, ...(state.members.get(botId)?.roles ?? [])])
  const role = () => any([...state.roles.keys()].filter(id => !kept.has(id))) ?? ''
  const channel = (...types: number[]) =>
    any([...state.channelIds].filter(id => types.includes(world.channels.get(id)?.channel.type ?? -1))) ?? ''
  const member = () => any([...state.members.keys()].filter(id => id !== botId)) ?? ''
  const bits = () => String(Math.floor(random() * 2 ** 30))
  const soon = () => new Date(sandbox.context.now() + 3_600_000 * (1 + random())).toISOString()
  return [
    () => rest('POST', `${guild}/roles`, { name: name(), permissions: bits(), hoist: random() < 0.5 }),
    () => rest('PATCH', `${guild}/roles/${role()}`, { name: name(), permissions: bits() }),
    () => rest('DELETE', `${guild}/roles/${role()}`),
    () => rest('PATCH', `${guild}/roles`, [{ id: role(), position: 1 + Math.floor(random() * 4) }]),
    () => rest('POST', `${guild}/channels`, { name: name(), type: 4 }),
    () => rest('POST', `${guild}/channels`, { name: name(), type: 0, parent_id: channel(4), topic: name() }),
    () => rest('PATCH', `/channels/${channel(0)}`, { name: name(), topic: name(), nsfw: random() < 0.5 }),
    () => rest('PATCH', `${guild}/channels`, [{ id: channel(0), position: Math.floor(random() * 9) }]),
    () => rest('PUT', `/channels/${channel(0, 4)}/permissions/${role()}`, { type: 0, allow: '2048', deny: '64' }),
    () => rest('DELETE', `/channels/${channel(4)}`),
    () => rest('DELETE', `/channels/${channel(0)}`),
    () => rest('PUT', `${guild}/members/${member()}/roles/${role()}`),
    () => rest('PATCH', `${guild}/members/${member()}`, { nick: random() < 0.3 ? null : name() }),
    () => rest('DELETE', `${guild}/members/${member()}`),
    () => rest('POST', `/channels/${channel(0)}/webhooks`, { name: name() }),
    () => rest('DELETE', `/webhooks/${any(state.webhooks.keys()) ?? ''}`),
    () => rest('POST', `/channels/${channel(0)}/invites`, { max_age: 0, unique: true }),
    () => rest('PATCH', guild, { name: `Server ${name()}`, afk_timeout: 300 }),
    () =>
      rest('POST', `${guild}/scheduled-events`, {
        name: name(),
        privacy_level: 2,
        entity_type: 3,
        entity_metadata: { location: name() },
        scheduled_start_time: soon(),
        scheduled_end_time: new Date(sandbox.context.now() + 86_400_000).toISOString(),
      }),
    () => rest('DELETE', `${guild}/scheduled-events/${any(state.scheduledEvents.keys()) ?? ''}`),
    () =>
      rest('POST', `${guild}/auto-moderation/rules`, {
        name: name(),
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: [name()] },
        actions: [{ type: 1 }],
      }),
  ]
}

test.each(process.env['SEEDS']?.split(',').map(Number) ?? [1, 2])(
  'whatever happens to server %i, in whatever order it is reported, the journal ends with the actual state',
  async seed => {
    const app = await createHarness({
      sandbox: { conditions: { eventOrder: 'shuffled', deletedRolesLinger: seed === 1 } },
    })
    try {
      const { services } = app.product
      const random = numbers(seed)
      services.settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
      await until('the server to be read', () => noteOf(services, app.guildId, 'members'))
      const told: { t: string }[] = []
      const client: {
        on(name: string, hear: (packet: { t: string }) => void): unknown
        emit(name: string, packet: object): unknown
      } = services.client
      client.on('raw', packet => {
        if (/^(?:CHANNEL|GUILD_ROLE|GUILD_SCHEDULED|GUILD_AUDIT)/.test(packet.t)) told.push(packet)
      })
      const possible = acts(app, random)
      for (let count = 0; count < 120; count++) {
        await possible[Math.floor(random() * possible.length)]?.()
        // Any event may come again, long after it was true.
        const again = random() < 0.3 ? told[Math.floor(random() * told.length)] : undefined
        if (again) client.emit('raw', again)
      }
      const differences = async () => {
        const known = stateAt(services, app.guildId, cursorNow(services, app.guildId))
        // What the bot cannot view is as it was known, and REST leaves it out.
        return compareStates(compared(known), compared(await readBack(app))).filter(
          ({ kind, id }) => kind !== 'channel' || !isHiddenNow(services, app.guildId, id),
        )
      }
      // What late events have put into doubt is read again after a few seconds.
      await until('the journal to agree', async () => (await differences()).length === 0).catch(() => undefined)
      expect(await differences()).toEqual([])
    } finally {
      await app.close()
    }
  },
)
