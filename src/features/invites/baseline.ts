import type { Database } from '#kernel/feature.ts'
import { type Guild, GuildFeature, type Invite } from 'discord.js'
import { and, eq, inArray } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import type { InviteState } from './attribute.ts'
import { inviteBaselines, inviteCodes } from './table.ts'

export interface Snapshot extends InviteState {
  channelId: string | null
  /** Roles given to everybody who joins with it. */
  roleIds: string[]
}

const inGuild = (guildId: string) => eq(inviteCodes.guildId, guildId)

/** What is stored of an invite; `uses` is null when Discord does not tell the bot. */
export const snapshotOf = (invite: Invite): Omit<Snapshot, 'uses'> & { uses: number | null } => ({
  code: invite.code,
  uses: invite.uses,
  maxUses: invite.maxUses ?? 0,
  inviterId: invite.inviterId,
  channelId: invite.channelId,
  vanity: false,
  expiresAt: invite.expiresTimestamp,
  deletedAt: null,
  roleIds: [...(invite.roles?.keys() ?? [])],
})

/**
 * All invites of a guild with their uses, the vanity code among them.
 * @throws UserError 'invites.blind' when Discord hides the uses, which need Manage Server
 * @throws DiscordAPIError, or an outage's error
 */
export async function readInvites(guild: Guild): Promise<Snapshot[]> {
  // Discord counts refusals against the bot, so we do not ask in vain at every join.
  if (!mayRead(guild)) throw new UserError('invites.blind', missingPermission, 403)
  const hasVanity = guild.vanityURLCode !== null || guild.features.includes(GuildFeature.VanityURL)
  const [invites, vanity] = await Promise.all([
    guild.invites.fetch({ cache: false }),
    hasVanity ? guild.fetchVanityData() : undefined,
  ])
  const list = invites.map(invite => {
    const { uses, ...rest } = snapshotOf(invite)
    // A bot that may read the audit log but not manage the server sees the list without uses.
    if (uses === null) throw new UserError('invites.blind', missingPermission, 403)
    return { ...rest, uses }
  })
  if (!vanity?.code) return list
  const { code, uses } = vanity
  const nothing = { maxUses: 0, inviterId: null, channelId: null, expiresAt: null, deletedAt: null, roleIds: [] }
  return [...list, { ...nothing, code, uses, vanity: true }]
}

/** Whether Discord will tell the bot how often each invite was used. */
export const mayRead = (guild: Guild): boolean => guild.members.me?.permissions.has('ManageGuild') ?? false

export const missingPermission =
  'I need Manage Server to see how often each invite was used. Give my role that permission.'

/** The invites as they were last seen, or undefined when they have not been read yet. */
export function baselineOf(db: Database, guildId: string): { takenAt: number; invites: InviteState[] } | undefined {
  const row = db.select().from(inviteBaselines).where(eq(inviteBaselines.guildId, guildId)).get()
  return row && { takenAt: row.takenAt, invites: db.select().from(inviteCodes).where(inGuild(guildId)).all() }
}

const sameAs = (one: Snapshot, other: InviteState | undefined) =>
  other !== undefined && other.uses === one.uses && other.maxUses === one.maxUses && other.expiresAt === one.expiresAt

/** Stores `invites` as the baseline for the next join. Call it inside a transaction. */
export function storeBaseline(db: Database, guildId: string, invites: readonly Snapshot[], takenAt: number): void {
  const known = new Map((baselineOf(db, guildId)?.invites ?? []).map(seen => [seen.code, seen]))
  const there = new Set(invites.map(({ code }) => code))
  const gone = [...known.keys()].filter(code => !there.has(code))
  if (gone.length > 0)
    db.delete(inviteCodes)
      .where(and(inGuild(guildId), inArray(inviteCodes.code, gone)))
      .run()
  for (const invite of invites) {
    if (sameAs(invite, known.get(invite.code))) continue
    const { code, deletedAt: _deletedAt, ...rest } = invite
    db.insert(inviteCodes)
      .values({ guildId, code, ...rest })
      .onConflictDoUpdate({ target: [inviteCodes.guildId, inviteCodes.code], set: rest })
      .run()
  }
  db.insert(inviteBaselines)
    .values({ guildId, takenAt })
    .onConflictDoUpdate({ target: inviteBaselines.guildId, set: { takenAt } })
    .run()
}

/** Adds a new invite, so that its first use is seen as growth. */
export function addInvite(db: Database, guildId: string, invite: Snapshot): void {
  db.insert(inviteCodes)
    .values({ guildId, ...invite })
    .onConflictDoNothing()
    .run()
}

/** Notes that an invite is gone; it is kept until the next join is attributed, which may have used it up. */
export function noteDeleted(db: Database, guildId: string, code: string, at: number): void {
  db.update(inviteCodes)
    .set({ deletedAt: at })
    .where(and(inGuild(guildId), eq(inviteCodes.code, code)))
    .run()
}

/** Forgets the invites: changes to them are no longer tracked. */
export function dropBaseline(db: Database, guildId: string): void {
  db.transaction(() => {
    db.delete(inviteCodes).where(inGuild(guildId)).run()
    db.delete(inviteBaselines).where(eq(inviteBaselines.guildId, guildId)).run()
  })
}
