import { AuditLogEvent, ChannelType } from 'discord-api-types/v10'
import type { Conditions } from '#sandbox/conditions.ts'
import type { Arena } from './arena.ts'
import type { Hit } from './attacker.ts'

/** An attack, from the list A1 to A14. */
export interface Scenario {
  id: string
  title: string
  /** Which hostile action is the first to exceed the limit; null if no count decides, or nobody may be punished. */
  decidedBy: number | null
  /** The kind of entry that decides, if only one kind does; entries arrive in any order. */
  decidedByType?: AuditLogEvent
  /** Whether the audit log names the attacker, so that a bot can know who it is. */
  named: boolean
  /** Additional members who have been inactive for a long time. */
  inactive?: number
  conditions?: Partial<Conditions>
  /** Additional settings that the owner saved. */
  settings?(arena: Arena): Record<string, unknown>
  hits(arena: Arena, count: number): Hit[]
  /** A second attack, after the first has been stopped. */
  again?(arena: Arena, count: number): Hit[]
  /** What happens to the bot's connection after the attack has begun. */
  trouble?(arena: Arena): void
  /** How long after the beginning (ms). */
  troubleAfterMs?: number
}

/** Discord does not let anybody delete these in a community. */
const isKept = ({ state: { guild } }: Arena, id: string) =>
  id === guild.rules_channel_id || id === guild.public_updates_channel_id

const channels = (arena: Arena) =>
  [...arena.state.channelIds].filter(id => {
    const channel = arena.sandbox.context.world.channels.get(id)?.channel
    return channel && !('thread_metadata' in channel) && !isKept(arena, id)
  })
const categories = (arena: Arena) =>
  channels(arena).filter(id => arena.sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildCategory)
const below = ['Keeper', 'Admin', 'Palisade', 'Tally']
const roles = ({ state, guildId }: Arena) =>
  [...state.roles.values()].filter(role => !role.managed && role.id !== guildId && !below.includes(role.name))
const members = ({ state, sandbox, hostile, puppet }: Arena) =>
  [...state.members.keys()].filter(
    id =>
      id !== state.guild.owner_id &&
      id !== puppet &&
      !hostile.includes(id) &&
      sandbox.context.world.accounts.get(id)?.login.startsWith('member'),
  )

const one = (arena: Arena, place = 0) => arena.token(arena.hostile[place] ?? '')
const guild = ({ guildId }: Arena, more: string) => `/guilds/${guildId}${more}`
const strike = (token: string, method: string, path: string, body?: unknown): Hit => ({
  token,
  method,
  path,
  ...(body !== undefined && { body }),
})

const deleteChannels = (arena: Arena, count: number, token = one(arena)): Hit[] =>
  channels(arena)
    .slice(0, count)
    .map(id => strike(token, 'DELETE', `/channels/${id}`))
const deleteRoles = (arena: Arena, count: number, token = one(arena)): Hit[] =>
  roles(arena)
    .slice(0, count)
    .map(({ id }) => strike(token, 'DELETE', guild(arena, `/roles/${id}`)))
const ban = (arena: Arena, count: number, token = one(arena)): Hit[] =>
  members(arena)
    .slice(0, count)
    .map(id => strike(token, 'PUT', guild(arena, `/bans/${id}`)))
const inTurn = (...lists: readonly Hit[][]): Hit[] =>
  Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, place) =>
    lists.flatMap(list => list[place] ?? []),
  ).flat()
/** Distributes the deletions among `count` accounts. */
const shared = (arena: Arena, count: number, accounts: number): Hit[] =>
  deleteChannels(arena, count).map((hit, place) => ({ ...hit, token: one(arena, place % accounts) }))

/** The limit per minute in most modules. */
export const usualDecidedBy = 3
const usual = { decidedBy: usualDecidedBy, named: true }

export const attacks: readonly Scenario[] = [
  { id: 'A1', title: 'An administrator deletes channels', ...usual, hits: deleteChannels },
  { id: 'A2', title: 'An administrator deletes roles', ...usual, hits: deleteRoles },
  { id: 'A3', title: 'An administrator bans members', ...usual, decidedBy: 5, hits: ban },
  {
    id: 'A3b',
    title: 'A bulk ban whose audit log entries name the attacker',
    ...usual,
    decidedBy: 1,
    decidedByType: AuditLogEvent.MemberBanAdd,
    conditions: { bulkBanExecutors: 'shown' },
    hits: arena => [
      strike(one(arena), 'POST', guild(arena, '/bulk-ban'), { user_ids: members(arena).slice(0, 200) }),
      ...deleteChannels(arena, 20),
    ],
  },
  {
    id: 'A3b-null',
    title: 'A bulk ban whose audit log entries name nobody',
    decidedBy: null,
    named: false,
    hits: arena => [strike(one(arena), 'POST', guild(arena, '/bulk-ban'), { user_ids: members(arena).slice(0, 50) })],
  },
  {
    id: 'A3c',
    title: 'A prune of more than a thousand members, with entries that blame the pruned members',
    ...usual,
    decidedBy: 1,
    decidedByType: AuditLogEvent.MemberPrune,
    inactive: 1100,
    hits: arena => [strike(one(arena), 'POST', guild(arena, '/prune'), { days: 30 }), ...deleteChannels(arena, 20)],
  },
  {
    id: 'A4',
    title: 'A rogue bot does everything at once',
    ...usual,
    hits(arena, count) {
      const token = arena.botToken('Tally')
      const each = Math.ceil(count / 3)
      return inTurn(deleteChannels(arena, each, token), deleteRoles(arena, each, token), ban(arena, each, token))
    },
    decidedBy: 7,
  },
  {
    id: 'A5',
    title: 'The server is flooded with channels and roles of the same name',
    ...usual,
    decidedBy: null,
    hits: (arena, count) =>
      Array.from({ length: count }, (_, place) =>
        strike(one(arena), 'POST', guild(arena, place % 2 === 0 ? '/channels' : '/roles'), { name: 'raided' }),
      ),
  },
  {
    id: 'A6',
    title: '@everyone becomes administrator, and a sock puppet continues the attack',
    ...usual,
    decidedBy: 1,
    decidedByType: AuditLogEvent.RoleUpdate,
    hits: (arena, count) => [
      strike(one(arena), 'PATCH', guild(arena, `/roles/${arena.guildId}`), { permissions: '8' }),
      ...deleteChannels(arena, count, arena.token(arena.puppet)),
    ],
  },
  ...[2, 5, 10].map(
    (accounts): Scenario => ({
      id: `A8-${accounts}`,
      title: `${accounts} accounts share the attack`,
      ...usual,
      decidedBy: 2 * accounts + 1,
      hits: (arena, count) => shared(arena, count, accounts),
    }),
  ),
  {
    id: 'A9',
    title: 'A whitelisted member whose allowance is four actions an hour',
    ...usual,
    decidedBy: 5,
    settings: ({ hostile: [first = ''] }) => ({
      whitelist: [first],
      allowances: [{ id: first, perHour: 4, expiresAt: null }],
    }),
    hits: deleteChannels,
  },
  {
    id: 'A10',
    title: 'The attacker first tries to disable the bot',
    ...usual,
    hits(arena, count) {
      const own = [...arena.state.roles.values()].find(({ name }) => name === 'Palisade')?.id ?? ''
      return [
        strike(one(arena), 'PATCH', guild(arena, `/roles/${own}`), { permissions: '0' }),
        strike(one(arena), 'DELETE', guild(arena, `/members/${arena.botId}`)),
        strike(one(arena), 'DELETE', guild(arena, `/members/${arena.botId}/roles/${own}`)),
        ...deleteChannels(arena, count),
      ]
    },
  },
  {
    id: 'A11-resume',
    title: 'The gateway connection breaks during the attack and is resumed',
    ...usual,
    decidedBy: null,
    hits: deleteChannels,
    trouble: ({ link }) => link.cut(),
    troubleAfterMs: 150,
  },
  {
    id: 'A11-invalid',
    title: 'The gateway session is lost during the attack',
    ...usual,
    decidedBy: null,
    hits: deleteChannels,
    trouble: ({ sandbox }) => sandbox.gateway.invalidate(false),
    troubleAfterMs: 150,
  },
  {
    id: 'A12',
    title: 'Audit log entries arrive late, out of order and twice',
    ...usual,
    conditions: { auditTrouble: { jitterMs: 400, lost: 0, doubled: 0.3, nameless: 0 } },
    hits: deleteChannels,
  },
  {
    id: 'A12-null',
    title: 'Audit log entries name nobody',
    decidedBy: null,
    named: false,
    conditions: { auditTrouble: { jitterMs: 0, lost: 0, doubled: 0, nameless: 1 } },
    hits: arena => deleteChannels(arena, 20),
  },
  {
    id: 'A12-withheld',
    title: 'Audit log entries do not arrive',
    ...usual,
    decidedBy: null,
    conditions: { auditTrouble: { jitterMs: 0, lost: 1, doubled: 0, nameless: 0 } },
    hits: deleteChannels,
  },
  {
    id: 'A13',
    title: 'A second attack during the restoration of the first',
    ...usual,
    hits: (arena, count) => deleteChannels(arena, Math.floor(count / 2)),
    again: (arena, count) => deleteChannels(arena, count, one(arena, 1)).slice(Math.floor(count / 2)),
  },
  {
    id: 'A14',
    title: 'Categories, permissions and names are changed',
    ...usual,
    decidedBy: null,
    hits: (arena, count) =>
      inTurn(
        categories(arena).map(id => strike(one(arena), 'DELETE', `/channels/${id}`)),
        channels(arena)
          .slice(-count)
          .map(id => strike(one(arena), 'PATCH', `/channels/${id}`, { name: 'nuked', permission_overwrites: [] })),
      ),
  },
]

/** Stays just under the limit per minute. It takes minutes, so only the full measurement includes it. */
export const slowAndLow: Scenario = {
  id: 'A7',
  title: 'Low and slow: two actions a minute',
  ...usual,
  decidedBy: 8,
  hits: arena => deleteChannels(arena, 14),
}
