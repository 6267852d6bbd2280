import { type APIInvite, DiscordAPIError, type Guild, Routes } from 'discord.js'
import { isOutage, isRefusal, pausedCode } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import type { AutomodSettings } from '../contract.ts'
import type { BrokenRule } from './evaluate.ts'
import { type State, withinBudget, stateOf } from '../state.ts'

/** The most invites to look up; a message with more is not checked, so it still breaks the rule. */
const mostAsked = 3
const mostPerMinute = 20
/** The most invites of a server that wait in an hour until they can be looked up; the others break the rule. */
const mostWaiting = 200

type Asking = Pick<Services, 'client' | 'log' | 'memory'>

/**
 * The id of the server that an invite leads to; null if it leads nowhere, undefined if the server's look-ups are used up.
 * @throws if Discord does not answer
 */
async function destinationOf(
  services: Asking,
  guild: Guild,
  code: string,
  lookUps: State['inviteLookUps'],
): Promise<string | null | undefined> {
  const { client, log } = services
  const state = stateOf(services)
  const known = state.inviteDestinations.get(code)
  if (known) return known
  if (!withinBudget(lookUps, guild.id, mostPerMinute)) return undefined
  const asked = client.rest.get(Routes.invite(code)).then(
    // This endpoint returns an invite: https://docs.discord.com/developers/resources/invite#get-invite
    invite => (invite as APIInvite).guild?.id ?? null,
    (err: unknown) => {
      if (err instanceof DiscordAPIError && err.status === 404) return null
      state.inviteDestinations.delete(code)
      log.warn({ err, guildId: guild.id }, 'invite could not be looked up')
      if (isOutage(err)) throw err
      return null
    },
  )
  state.inviteDestinations.set(code, asked)
  return asked
}

/**
 * The codes of a server's invites as they are after this call: one that was made a moment ago is among them. Calls while
 * Discord is being asked share the next answer.
 */
function codesOf(services: Asking, guild: Guild): Promise<ReadonlySet<string>> {
  const { ownCodes } = stateOf(services)
  const running = ownCodes.get(guild.id)
  const again = () => codesOf(services, guild)
  if (running) return (running.next ??= running.codes.then(again, again))
  const codes = services.client.rest
    .get(Routes.guildInvites(guild.id))
    // This endpoint returns invites: https://docs.discord.com/developers/resources/guild#get-guild-invites
    .then(invites => new Set((invites as APIInvite[]).map(({ code }) => code)))
    .finally(() => ownCodes.delete(guild.id))
  ownCodes.set(guild.id, { codes })
  return codes
}

/** What nobody can say before the next look-up. It counts as an outage: Discord was not asked. */
const notAsked = () => new UserError(pausedCode, 'Too many invites were posted. Try again in a minute.', 503)

/** Whether an invite leads to the server itself by the list of its invites; undefined if the bot may not read that. */
async function isListed(services: Asking, guild: Guild, code: string): Promise<boolean | undefined> {
  // Refusals count against the bot, so nothing is asked in vain.
  if (guild.members.me?.permissions.any(['ManageGuild', 'ViewAuditLog']) !== true) return undefined
  return codesOf(services, guild).then(
    codes => codes.has(code),
    (err: unknown) => {
      if (!isRefusal(err)) throw err
      return undefined
    },
  )
}

/** Notes that an invite waits for a look-up. @returns whether it may: a raid must not leave thousands waiting */
function mayWait(services: Asking, guild: Guild, code: string): boolean {
  const { waitingInvites } = stateOf(services)
  const waiting = waitingInvites.get(guild.id) ?? new Set<string>()
  if (waiting.has(code)) return true
  if (waiting.size >= mostWaiting) return false
  waitingInvites.set(guild.id, waiting.add(code), { noUpdateTTL: true })
  return true
}

const isServerId = (allowed: string) => /^\d{17,20}$/.test(allowed)

/**
 * Drops violations that consist only of invites to this server, or to one that is allowed by its id, and those of which
 * nobody can say for now whether they do, as long as others remain.
 * @param isTried whether the message is only tried out: then nothing waits
 * @throws an error of an outage if nobody can say for now whether any rule is broken
 */
export async function withoutOwnInvites(
  services: Asking,
  guild: Guild,
  own: Pick<AutomodSettings, 'allowedInvites'>,
  hits: readonly BrokenRule[],
  isTried = false,
): Promise<BrokenRule[]> {
  const { inviteLookUps, triedInviteLookUps } = stateOf(services)
  const isWelcome = async (code: string) => {
    if (code === guild.vanityURLCode) return true
    const destination = await destinationOf(services, guild, code, isTried ? triedInviteLookUps : inviteLookUps)
    if (destination !== undefined) {
      return destination !== null && (destination === guild.id || own.allowedInvites.includes(destination))
    }
    const listed = await isListed(services, guild, code)
    if (listed === true) return true
    const isKnown = listed === false && !own.allowedInvites.some(isServerId)
    if (!isKnown && !isTried && mayWait(services, guild, code)) throw notAsked()
    return false
  }
  const unanswered: unknown[] = []
  const isKept = async ({ inviteCodes }: BrokenRule) => {
    if (!inviteCodes || inviteCodes.length > mostAsked) return true
    const found = await Promise.allSettled(inviteCodes.map(isWelcome))
    if (found.some(one => one.status === 'fulfilled' && !one.value)) return true
    unanswered.push(...found.flatMap(one => (one.status === 'rejected' ? [one.reason] : [])))
    return false
  }
  const kept = await Promise.all(hits.map(isKept))
  const left = hits.filter((_, at) => kept[at])
  if (left.length === 0 && unanswered.length > 0) throw unanswered[0]
  return left
}
