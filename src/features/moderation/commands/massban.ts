import { type BanOptions, DiscordAPIError, type Guild, type GuildMember } from 'discord.js'
import { parseDuration } from '#kit/duration.ts'
import { explain } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { command, option, type Services } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { cut, inert, messageLimits, safeEcho } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import { carryOutForMany, type DoneToMany, isRefusal } from '../acts/carry-out.ts'
import { inSubjectQueues } from '../acts/settle-pending.ts'
import { type Case, tidyReason } from '../cases/case-store.ts'
import type moderation from '../contract.ts'
import { secondsOf } from '../member-acts/contract.ts'
import { deletionWindow } from './deletion-window.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { postModlog } from '../modlog/modlog.ts'
import { withReason } from '../sanctions/wording.ts'
import { quickReason } from '../cases/quick-reason.ts'
import { suggestQuickReasons, reason } from './reason.ts'
import { refusalSentence } from '../sanctions/refusal.ts'
import { demandPermission, demandHierarchy } from '../permissions/demand-permission.ts'
import { demandUnprotected } from '../permissions/protection.ts'
import { caseColours } from '../template.ts'

/** Discord's limit of ids in one request for members: "Request Guild Members". */
const membersAtOnce = 100
/** Discord's limit of users in one bulk ban. */
const mostAtOnce = 200
const patienceMs = 15_000
/** 'Failed to ban users': none of the users could be banned. */
const nobodyBanned = 500_000

async function membersAmong(guild: Guild, ids: readonly string[]): Promise<Map<string, GuildMember>> {
  const found = new Map<string, GuildMember>()
  for (let start = 0; start < ids.length; start += membersAtOnce) {
    const user = ids.slice(start, start + membersAtOnce)
    const part = await guild.members.fetch({ user, time: patienceMs }).catch(() => {
      throw new UserError(
        'discord.down',
        'Discord is not telling me which of them are members. Try again in a minute.',
        503,
      )
    })
    for (const [id, member] of part) found.set(id, member)
  }
  return found
}

type Failures = Map<string, string>

/** Returns the users who may be banned; the reasons for the others go into `failures`. */
async function allowed(
  services: Services,
  by: GuildMember,
  ids: readonly string[],
  failures: Failures,
): Promise<string[]> {
  const { guild } = by
  for (const id of ids) {
    try {
      demandUnprotected(services, guild, id, by)
    } catch (error) {
      failures.set(id, refusalSentence(error))
    }
  }
  const members = await membersAmong(guild, ids)
  for (const [id, target] of members) {
    try {
      if (!failures.has(id)) await demandHierarchy(by, target, { verb: 'ban', comparesBotRole: true })
    } catch (error) {
      failures.set(id, refusalSentence(error))
    }
  }
  return ids.filter(id => !failures.has(id))
}

async function banInBulk(guild: Guild, ids: string[], ban: BanOptions, failures: Failures): Promise<DoneToMany> {
  const notBanned = 'Discord did not ban them: they are already banned, or there is no such user.'
  try {
    const { bannedUsers, failedUsers } = await guild.bans.bulkCreate(ids, ban)
    for (const id of failedUsers) failures.set(id, notBanned)
    return { done: [...bannedUsers], unknown: [] }
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === nobodyBanned) {
      for (const id of ids) failures.set(id, notBanned)
      return { done: [], unknown: [] }
    }
    if (isRefusal(error)) throw error
    // Without a response, all of them may be banned.
    return { done: [], unknown: ids }
  }
}

async function banOneByOne(guild: Guild, ids: string[], ban: BanOptions, failures: Failures): Promise<DoneToMany> {
  const done: string[] = []
  const unknown: string[] = []
  for (const id of ids) {
    try {
      await guild.bans.create(id, ban)
      done.push(id)
    } catch (error) {
      const why = refusalSentence(error)
      if (isRefusal(error)) failures.set(id, why)
      else unknown.push(id)
      // While Discord is not responding, it is no use trying the others.
      if (explain(error)?.code === 'discord.down') break
    }
  }
  for (const id of ids) if (![...done, ...unknown].includes(id) && !failures.has(id)) failures.set(id, 'Not tried.')
  return { done, unknown }
}

function casesText(recorded: readonly Case[]): string {
  const [first, last] = [recorded[0]?.number, recorded.at(-1)?.number]
  if (first === undefined) return 'their cases will follow as soon as the disk I keep my data on has room'
  return first === last ? `case #${first}` : `cases #${first} to #${last}`
}

/** How many lines of each list are shown. */
const mostShown = 20

const notKnown =
  'Discord did not answer. In a minute I will check whether they are banned, and store their cases if so:'

const list = (lines: readonly string[]) => {
  const more = lines.length - mostShown
  return [...lines.slice(0, mostShown), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

interface Result extends DoneToMany {
  failures: Failures
  caseText: string
  reason: string | null
}

function result({ done, unknown, failures, caseText, reason }: Result) {
  const count = `Banned ${done.length} of ${done.length + unknown.length + failures.size}${done.length > 0 ? ` (${caseText})` : ''}.`
  const notBanned = list([...failures].map(([id, why]) => `\`${id}\` ${why}`))
  const parts = [
    done.length > 0 ? withReason(count, reason) : count,
    ...(unknown.length === 0 ? [] : [notKnown, list(unknown.map(id => `\`${id}\``))]),
    ...(notBanned === '' ? [] : ['Not banned:', notBanned]),
  ]
  const color =
    failures.size + unknown.length === 0 ? colours.success : done.length > 0 ? colours.warning : colours.error
  return { embeds: [{ color, description: cut(parts.join('\n'), messageLimits.description) }] }
}

export const massban = command<typeof moderation>()({
  description: 'Bans up to 200 people by ID at once',
  needs: ['BanMembers'],
  options: {
    users: option.ids('IDs with spaces between them', { max: mostAtOnce }),
    delete: deletionWindow,
    reason,
  },
  autocomplete: { reason: suggestQuickReasons },
  examples: ['80351110224678912 80351110224678913 raid', '80351110224678912 80351110224678913 del-1d raid'],
  async run(ctx, { users: ids, delete: window, reason: typed }) {
    const { client, guild, member, own } = ctx
    const [begin = ''] = typed?.split(/\s/u) ?? []
    if (parseDuration(begin) !== undefined)
      throw new UserError(
        'moderation.for-good',
        `A mass ban is permanent, so I did nothing: “${safeEcho(begin)}” would have no effect. Begin the reason with another word, or ban them one by one for a limited time.`,
      )
    const reason = tidyReason(quickReason(own.reasonTemplates, typed))
    await demandPermission(guild, 'BanMembers')
    await ctx.defer()
    const failures: Failures = new Map()
    const wanted = await allowed(ctx, member, ids, failures)
    const attribution = commandAttribution(ctx)
    const auditText = auditReason(reason, attribution.moderator)
    const order = (why: string): BanOptions => ({
      reason: why,
      ...(window && { deleteMessageSeconds: secondsOf(window) }),
    })
    const inBulk = guild.members.me?.permissions.has('ManageGuild') ?? false
    const ban = inBulk && wanted.length > 1 ? banInBulk : banOneByOne
    const acts = wanted.map(id => ({
      ...attribution,
      guildId: guild.id,
      kind: 'ban' as const,
      target: { id, name: client.users.cache.get(id)?.tag ?? id },
      reason,
      auditReason: auditText,
    }))
    const {
      recorded,
      done: banned,
      unknown,
    } = wanted.length > 0
      ? await inSubjectQueues(ctx, guild, wanted, () =>
          carryOutForMany(ctx, acts, why => ban(guild, wanted, order(why), failures)),
        )
      : { recorded: [], done: [], unknown: [] }
    const caseText = banned.length > 0 ? casesText(recorded) : ''
    if (banned.length > 0)
      void postModlog(ctx, guild, {
        color: caseColours.ban,
        author: { name: 'Moderation - Mass ban' },
        fields: [
          { name: 'Banned', value: `${banned.length === 1 ? 'One person' : `${banned.length} people`}, ${caseText}` },
          { name: 'Reason', value: reason === null ? 'No reason given' : inert(reason) },
        ],
        footer: { text: `${member.user.tag} [${member.id}]` },
        timestamp: new Date(ctx.now()).toISOString(),
      })
    return ctx.reply(result({ done: banned, unknown, failures, caseText, reason }))
  },
})
