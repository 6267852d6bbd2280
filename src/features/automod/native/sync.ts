import { and, eq } from 'drizzle-orm'
import { type Guild, PermissionFlagsBits as Bits } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import automod from '../contract.ts'
import { automodNative as rows } from '../table.ts'
import { toNativeRules, type NativeRule, fingerprint } from './rule-translation.ts'
import { ruleNameInDiscord, refusalSentence, discordRules } from './discord-rules.ts'

type Row = typeof rows.$inferSelect
type Db = Services['db']

export const storedRules = (db: Db, guildId: string): Row[] =>
  db.select().from(rows).where(eq(rows.guildId, guildId)).all()

function keep(db: Db, row: Row): void {
  const { guildId: _guild, key: _key, ...set } = row
  db.insert(rows)
    .values(row)
    .onConflictDoUpdate({ target: [rows.guildId, rows.key], set })
    .run()
}

const drop = (db: Db, { guildId, key }: Pick<Row, 'guildId' | 'key'>) =>
  db
    .delete(rows)
    .where(and(eq(rows.guildId, guildId), eq(rows.key, key)))
    .run()

/** The roles of people, not of bots, that may manage messages. */
const moderatingRoles = (guild: Guild): string[] =>
  [...guild.roles.cache.values()]
    .filter(role => !role.managed && role.id !== guild.id && role.permissions.has(Bits.ManageMessages))
    .map(({ id }) => id)

/** A guild's settings, translated to Discord's rules. */
export const wantedRules = (services: Pick<Services, 'settings'>, guild: Guild) =>
  toNativeRules(services.settings.read(guild.id, automod), moderatingRoles(guild))

/** Writes one rule, unless it is up to date. A refusal by Discord is stored as a sentence. */
async function write(services: Services, guild: Guild, rule: NativeRule, known: Row | undefined): Promise<void> {
  const { db, config, client } = services
  const written = fingerprint(rule)
  if (known?.written === written && !known.changed && known.ruleId !== null && known.problem === null) return
  const { key } = rule
  const row: Row = { guildId: guild.id, key, ruleId: known?.ruleId ?? null, written, changed: false, problem: null }
  // Stored before Discord reports the change, so that it is not mistaken for somebody else's, and not marked as done
  // yet.
  keep(db, { ...row, problem: 'It is being written.' })
  const discord = discordRules(guild, config.productName)
  try {
    const name = ruleNameInDiscord(config.productName, rule.key)
    // A rule created just before a crash is ours too.
    const isOurs = (one: { name: string; creator_id: string }) => one.name === name && one.creator_id === client.user.id
    const before = row.ruleId ?? (await discord.list()).find(isOurs)?.id
    const kept = before !== undefined && (await discord.edit(before, rule))
    keep(db, { ...row, ruleId: kept ? before : await discord.create(rule) })
  } catch (error) {
    const problem = refusalSentence(error)
    if (problem === undefined) throw error
    keep(db, { ...row, problem })
  }
}

/**
 * Makes Discord's rules match the settings. This undoes changes made in Discord, so it runs after the settings were
 * saved, but not after a change in Discord.
 */
async function synchronise(services: Services, guild: Guild): Promise<void> {
  const { db, config } = services
  const discord = discordRules(guild, config.productName)
  const { rules } = wantedRules(services, guild)
  const known = storedRules(db, guild.id)
  for (const row of known.filter(({ key }) => !rules.some(rule => rule.key === key))) {
    try {
      if (row.ruleId !== null) await discord.remove(row.ruleId)
      drop(db, row)
    } catch (error) {
      const problem = refusalSentence(error)
      if (problem === undefined) throw error
      keep(db, { ...row, problem })
    }
  }
  for (const rule of rules)
    await write(
      services,
      guild,
      rule,
      known.find(({ key }) => key === rule.key),
    )
}

export const syncJob = job({
  promise: () => 'bring Discord’s own AutoMod rules in line with mine',
  async run(services, _payload, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (guild?.available) await synchronise(services, guild)
  },
})

/** Several changes within this time are written once (ms). */
const gatheredMs = 500

/** Schedules the update of Discord's rules, if this guild has or had any. */
export function scheduleSync({ db, scheduler, settings, now }: Services, guildId: string): void {
  const { mirrorNative } = settings.read(guildId, automod)
  if (!mirrorNative && storedRules(db, guildId).length === 0) return
  scheduler.at(syncJob, { at: now() + gatheredMs, guildId, key: guildId })
}
