import { isDeepStrictEqual } from 'node:util'
import { type Guild, type GuildMember, PermissionsBitField, type PermissionsString, type Role } from 'discord.js'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, job, processState, type Services } from '#kernel/feature.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import antinuke from '../contract.ts'
import { dangerousRolesAbove, vitalPermissions } from '../rights/requirements.ts'
import { whenIdle } from '../journal/pending-work.ts'
import { followAuditLog } from '../journal/unread-log.ts'
import { raiseAlarm } from './alarms.ts'
import { awaitEntry, lastToTouch } from './entries.ts'
import { antinukeStanding as rows } from './table.ts'

type Ctx = Context<typeof antinuke>

/**
 * How long to wait for further events (ms): moving one role moves several, with one event each, and they are looked at
 * together.
 */
const settledMs = 2000
const mostNamed = 10

/** The permissions that the bot uses against an attack and to put things back. */
const used: readonly PermissionsString[] = [
  'Administrator',
  'ViewAuditLog',
  'BanMembers',
  'KickMembers',
  'ModerateMembers',
  'ManageRoles',
  'ManageChannels',
  'ManageWebhooks',
  'ManageGuild',
]

const ids = z.array(z.string())

interface OwnStanding {
  permissions: bigint
  above: readonly string[]
}

const standingNow = (guild: Guild, me: GuildMember): OwnStanding => ({
  permissions: me.permissions.bitfield,
  above: dangerousRolesAbove(guild).map(({ id }) => id),
})

/** What was taken from the bot between two moments, as phrases. */
function losses(before: OwnStanding, after: OwnStanding, wanted: readonly PermissionsString[]): string[] {
  const [had, has] = [new PermissionsBitField(before.permissions), new PermissionsBitField(after.permissions)]
  const lost = used.filter(one => had.has(one, false) && !has.has(one))
  const vital = lost.some(one => wanted.includes(one)) ? ': with these settings, I cannot stop anybody' : ''
  const above = after.above.filter(id => !before.above.includes(id))
  const more = above.length - mostNamed
  const named = [...above.slice(0, mostNamed).map(id => `<@&${id}>`), ...(more > 0 ? [`${more} more`] : [])]
  return [
    ...(lost.length > 0 ? [`Taken from me: ${listed(lost.map(permissionName))}${vital}`] : []),
    ...(above.length > 0 ? [`Above me now, with power, and out of my reach: ${listed(named)}`] : []),
  ]
}

/** Prepared once, as a start looks at every server. */
const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const [guildId, permissions, above] = [
    sql.placeholder('guildId'),
    sql.placeholder('permissions'),
    sql.placeholder('above'),
  ]
  return {
    read: db.select().from(rows).where(eq(rows.guildId, guildId)).prepare(),
    write: db
      .insert(rows)
      .values({ guildId, permissions, above })
      .onConflictDoUpdate({
        target: rows.guildId,
        set: { permissions: sql`excluded.permissions`, above: sql`excluded.above` },
      })
      .prepare(),
  }
})

function compare(services: Services, guild: Guild): void {
  const { me } = guild.members
  if (!me || !guild.available) return
  const { db } = services
  const after = standingNow(guild, me)
  const row = statements(services).read.get({ guildId: guild.id })
  const stored = { permissions: String(after.permissions), above: after.above }
  if (row?.permissions === stored.permissions && isDeepStrictEqual(row.above, stored.above)) return
  const keep = () => statements(services).write.run({ guildId: guild.id, ...stored })
  const own = services.settings.read(guild.id, antinuke)
  const before = row && { permissions: BigInt(row.permissions), above: ids.parse(row.above) }
  const wanted = vitalPermissions(own).map(({ permission }) => permission)
  const sentences = before && own.enabled ? losses(before, after, wanted) : []
  if (sentences.length === 0) {
    keep()
    return
  }
  const about = [me.id, ...me.roles.cache.keys(), ...after.above]
  const userId = lastToTouch(services, guild.id, about)
  db.transaction(() => {
    keep()
    const alarmId = raiseAlarm(services, guild.id, { userId, sentences, revision: null, forOwner: true })
    if (userId === null) awaitEntry(services, guild.id, alarmId, about)
  })
}

export const lookAtOwnStanding = job({
  promise: 'housekeeping',
  run(services, _payload, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (guild) compare(services, guild)
  },
})

const lookSoon = ({ scheduler, now }: Pick<Services, 'scheduler' | 'now'>, guildId: string) =>
  void scheduler.at(lookAtOwnStanding, { at: now() + settledMs, guildId, key: guildId })

/**
 * Compares a server when the bot starts or comes back. That is done when there is time, as it may be one of thousands
 * of servers.
 */
export const standingPackets = {
  GUILD_CREATE(services: Services, guildId: string) {
    whenIdle(services, guildId, () => {
      const guild = services.client.guilds.cache.get(guildId)
      if (guild?.members.me && guild.available) compare(services, guild)
      // The library does not know the server yet.
      else lookSoon(services, guildId)
    })
  },
}

function mayHaveChanged(ctx: Ctx): void {
  if (ctx.own.enabled) followAuditLog(ctx, ctx.guild)
  lookSoon(ctx, ctx.guild.id)
}

/** Events that may change the bot's standing. */
export const standingListeners = {
  roleUpdate: (ctx: Ctx, before: Role, after: Role) => {
    if (before.rawPosition !== after.rawPosition || before.permissions.bitfield !== after.permissions.bitfield)
      mayHaveChanged(ctx)
  },
  roleDelete: mayHaveChanged,
  guildMemberUpdate: (ctx: Ctx, _before: unknown, { id }: GuildMember) => {
    if (id === ctx.client.user.id) mayHaveChanged(ctx)
  },
}

/** Starts over when anti-nuke is switched on: the person who did that saw what had been taken before. */
export function watchOwnStanding(services: Services): void {
  services.settings.onChange(({ guildId, feature, keys }) => {
    if (feature !== antinuke.name || !keys.includes('enabled')) return
    services.db.delete(rows).where(eq(rows.guildId, guildId)).run()
    lookSoon(services, guildId)
  })
}
