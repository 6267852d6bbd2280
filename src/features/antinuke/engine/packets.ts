import { ChannelType, SnowflakeUtil } from 'discord.js'
import { since } from '#kit/clock.ts'
import { expectPunishing } from '#kernel/discord/lanes.ts'
import { job, type Parts, processState, type Services, state } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { openIncidents, serversUnderAttack } from '../incidents/incidents.ts'
import { whenReconciled } from '../journal/journal-events.ts'
import { isKnown } from '../journal/record.ts'
import { latest } from '../journal/state-at.ts'
import { idsIn } from '../recovery/steps.ts'
import { bitsOf, danger } from './danger.ts'
import { judgeEntry, judgeEarlyEntries } from './intake.ts'
import { pruneActions } from './prune.ts'
import { closeBackDoorsAgain } from './punish/back-doors.ts'
import { carryOut, sanctionTimer } from './punish/carry-out.ts'
import { holdQuarantine } from './punish/quarantine.ts'
import { pendingSanctions, sanctionById, serversWithPending } from './punish/sanctions.ts'
import { followUpIncident } from './punish/follow-up.ts'
import { isGained, noteBypassGained } from './bypass.ts'
import { noteHeld, noteJoined, noteLeft } from './membership.ts'
import { pruneModeration } from './moderation.ts'
import { type MemberPayload, keepNewcomer } from './newcomers.ts'
import { readRoster, startReading, stopReading } from './read-roster.ts'
import { startRehearsing, stopRehearsing } from './rehearsal.ts'
import { noteByInvite, pruneLinks } from './passed-power.ts'
import { currentPowers, isFreshlyRead, noteDeparture, noteMember, personOf, powersChange } from './roster.ts'
import { noteSighting, stopWatching } from './unexplained-sightings.ts'
import { explain } from './sightings.ts'
import { visibilityLostBy } from './silently-hidden.ts'
import { takeInExecution } from './rule-executions.ts'
import { noteStoppedJoined, noteConfirmation } from './stopped-people.ts'

type Packets = NonNullable<Parts<typeof antinuke>['packets']>

const hourMs = 3_600_000
/** The least time between two readings of a server's members, which follow when a role becomes dangerous (ms). */
const readAgainMs = 10 * 60_000
/** When anti-nuke was switched on (Unix ms): what was done before is not judged. */
const switchedOnAt = state(() => ({ at: -Infinity }))
const lastRead = state(() => ({ at: -Infinity }))

function readAgain(services: Services, guildId: string): void {
  const last = lastRead(services, guildId)
  if (since(last.at, services.now()) < readAgainMs) return
  last.at = services.now()
  readRoster(services, guildId)
}

/** While the bot starts: servers in which the process before it left something unfinished. They are few of many. */
const leftOver = processState((services: Services) => ({
  isStarting: true,
  guilds: new Set([...serversWithPending(services), ...serversUnderAttack(services)]),
}))

async function carryOn(services: Services, guildId: string): Promise<void> {
  // The library handles the dispatch once everybody has received it.
  await Promise.resolve()
  readAgain(services, guildId)
  judgeEarlyEntries(services, guildId)
  const { isStarting, guilds } = leftOver(services)
  if (isStarting && !guilds.has(guildId)) return
  for (const sanction of pendingSanctions(services, guildId)) await carryOut(services, sanction, true)
  for (const incident of openIncidents(services, guildId)) followUpIncident(services, incident)
}

/** Begins to guard a server, or continues where a previous process stopped. */
const guard = (services: Services, guildId: string): void =>
  services.background(carryOn(services, guildId), {
    text: 'a server could not be guarded',
    guildId,
    feature: antinuke.name,
  })

const change = (services: Services, guildId: string) => powersChange(services, guildId)

/** The roles that somebody had before an event about them, where those are known. */
function rolesBefore(services: Services, guildId: string, userId: string): readonly string[] | undefined {
  const person = personOf(services, guildId, userId)
  if (!person || !isFreshlyRead(services, person)) return person?.roles
  const kept = latest(services, guildId, 'member', userId)
  if (kept !== undefined) return idsIn(kept?.['roles'])
  // Nothing is kept about members who had neither roles nor a nickname.
  return isKnown(services, guildId, 'member') ? [] : person.roles
}

/**
 * Takes in what Discord says about a member, and finds out where roles with power come from.
 * @param known the roles that they had, where those are known
 */
function takeInMember(
  services: Services,
  guildId: string,
  member: MemberPayload,
  known: readonly string[] | undefined = rolesBefore(services, guildId, member.user.id),
): void {
  const { id } = member.user
  noteHeld(services, guildId, member.roles)
  const { enabled, bypassRole } = services.settings.read(guildId, antinuke)
  if (enabled && bypassRole !== null && member.roles.includes(bypassRole))
    if (isGained(services, guildId, { userId: id, roleId: bypassRole, known }))
      noteBypassGained(services, guildId, id, bypassRole)
  linkByInvite(services, guildId, id, { before: known ?? [], after: member.roles })
  noteMember(services, guildId, member, 'told')
}

function linkByInvite(
  services: Services,
  guildId: string,
  id: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): void {
  const powers = currentPowers(services, guildId)
  const gained = after.filter(role => !before.includes(role))
  if (powers && gained.length > 0) noteByInvite(services, guildId, powers, { id, before, gained })
}

/** The dispatches that the engine receives. */
export const packets: Packets = {
  GUILD_AUDIT_LOG_ENTRY_CREATE(services, guildId, entry) {
    judgeEntry(services, guildId, entry)
    explain(services, guildId, entry)
  },
  AUTO_MODERATION_ACTION_EXECUTION: takeInExecution,
  GUILD_CREATE(services, guildId, { unavailable }) {
    if (unavailable !== true) guard(services, guildId)
  },
  GUILD_UPDATE: change,
  GUILD_ROLE_CREATE: change,
  GUILD_ROLE_UPDATE(services, guildId, { role }) {
    change(services, guildId)
    const before = services.client.guilds.cache.get(guildId)?.roles.cache.get(role.id)?.permissions.bitfield ?? 0n
    if ((bitsOf(role.permissions) & ~before & danger) !== 0n) readAgain(services, guildId)
  },
  GUILD_ROLE_DELETE(services, guildId, { role_id: id }) {
    const role = services.client.guilds.cache.get(guildId)?.roles.cache.get(id)
    change(services, guildId)
    // Nobody can delete a bot's own role: it goes with the bot, without an entry.
    if (role?.managed !== true) noteSighting(services, guildId, 'role', { id, name: role?.name ?? null })
  },
  CHANNEL_CREATE: change,
  CHANNEL_UPDATE(services, guildId, channel) {
    const taken = visibilityLostBy(services, guildId, channel)
    change(services, guildId)
    if (taken) noteSighting(services, guildId, 'hidden', { id: channel.id, ...taken })
  },
  CHANNEL_DELETE(services, guildId, { id, name, type }) {
    change(services, guildId)
    noteSighting(services, guildId, 'channel', {
      id,
      name: name ?? null,
      isCategory: type === ChannelType.GuildCategory,
    })
  },
  GUILD_BAN_ADD: (services, guildId, { user }) =>
    noteSighting(services, guildId, 'ban', { id: user.id, name: user.username }),
  GUILD_MEMBER_ADD(services, guildId, member) {
    noteJoined(services, guildId, member.user.id)
    noteStoppedJoined(services, guildId, member.user.id)
    takeInMember(services, guildId, member, [])
    keepNewcomer(services, guildId, member)
    holdQuarantine(services, guildId, member, true)
  },
  GUILD_MEMBER_UPDATE(services, guildId, member) {
    takeInMember(services, guildId, member)
    holdQuarantine(services, guildId, member, false)
    noteConfirmation(services, guildId, member.user.id, 'changed')
  },
  GUILD_MEMBER_REMOVE(services, guildId, { user }) {
    noteLeft(services, guildId, user.id)
    noteConfirmation(services, guildId, user.id, 'left')
    noteDeparture(services, guildId, user.id)
  },
}

const retrySanction = job({
  handle: sanctionTimer,
  lane: 'punish',
  promise: () => 'stop somebody who attacks the server',
  async run(services, { id }) {
    const sanction = sanctionById(services, id)
    if (sanction?.state !== 'pending') return
    const { state: how } = (await carryOut(services, sanction, true)) ?? sanction
    if (how !== 'pending') followUpIncident(services, sanction)
  },
})

export const jobs = { closeBackDoorsAgain, pruneActions, pruneLinks, pruneModeration, retrySanction }

/** Guards servers that switch anti-nuke on; the others as soon as Discord reports them. */
export function startEngine(services: Services): void {
  const { client, settings, scheduler } = services
  client.once('clientReady', () => {
    leftOver(services).isStarting = false
    startReading(services)
    // An attack may have begun while the bot was away.
    expectPunishing(client)
    startRehearsing(services)
  })
  settings.onChange(({ guildId, feature, keys }) => {
    if (feature !== antinuke.name || !keys.includes('enabled') || !settings.read(guildId, antinuke).enabled) return
    switchedOnAt(services, guildId).at = services.now()
    guard(services, guildId)
  })
  whenReconciled(services, (_services, { guildId, entries, changes }) => {
    const { bypassRole } = settings.read(guildId, antinuke)
    // Where an entry names somebody for it, it is judged with the entry.
    for (const change of changes)
      if (change.kind === 'member' && change.actorId === null) {
        const [before, after] = [idsIn(change.before?.['roles']), idsIn(change.after?.['roles'])]
        if (bypassRole !== null && after.includes(bypassRole) && !before.includes(bypassRole))
          noteBypassGained(services, guildId, change.id, bypassRole)
        linkByInvite(services, guildId, change.id, { before, after })
      }
    const { at: onSince } = switchedOnAt(services, guildId)
    for (const entry of entries)
      if (SnowflakeUtil.timestampFrom(entry.id) >= onSince) judgeEntry(services, guildId, entry)
  })
  for (const prune of [pruneActions, pruneLinks, pruneModeration])
    scheduler.every(prune, { everyMs: hourMs, key: 'hourly' })
}

export function stopEngine(services: Services): void {
  stopReading(services)
  stopRehearsing(services)
  stopWatching(services)
}
