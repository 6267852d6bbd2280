import { logCase } from '#features/moderation/public.ts'
import { processState, type Services, state } from '#kernel/feature.ts'
import { alarm } from '../../alarms/alarm.ts'
import antinuke from '../../contract.ts'
import { closeIncident, type Incident, type IncidentKey, incidentOf } from '../../incidents/incidents.ts'
import { moduleLabel } from '../../modules/contract.ts'
import { heldBansButtons } from '../../recovery/held-bans-button.ts'
import { yieldToRecovery } from '../../recovery/yield-to-recovery.ts'
import { heldBans } from '../held-bans.ts'
import { personOf } from '../roster.ts'
import { closeBackDoors } from './back-doors.ts'
import { createTurn, inBursts, type Turn } from './bursts.ts'
import { tellLeftBans } from './left-bans.ts'
import { timeoutMs } from './requests.ts'
import { caseKey, type Sanction, sanctionsOf } from './sanctions.ts'

type Listener = (services: Services, incident: IncidentKey) => Promise<unknown>
const listenersOf = processState((): Listener[] => [])

/**
 * Calls `listener` once everything has been attempted against the attackers of an incident whose damage is to be undone,
 * and again when more of what they did becomes known: `attackOf` says what that is.
 */
export const whenStopped = (services: Services, listener: Listener): void => void listenersOf(services).push(listener)

const caseKinds = { ban: 'ban', kick: 'kick', timeout: 'timeout' } as const
const caseDetails: Partial<Record<string, string>> = {
  strip: 'Roles taken',
  defuse: 'Permissions taken',
}

function recordSanction(services: Services, incident: Incident, { id, guildId, userId, done, at }: Sanction): void {
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild || done === null || done === 'delete-webhook') return
  const { user } = services.client
  logCase(services, guild, {
    kind: done === 'strip' || done === 'defuse' ? 'note' : caseKinds[done],
    source: 'antinuke',
    target: { id: userId, name: personOf(services, guildId, userId)?.username ?? userId },
    moderator: { id: user.id, name: user.username },
    reason: `${moduleLabel(incident.module)}: incident ${incident.number}`,
    detail: caseDetails[done],
    expiresAt: done === 'timeout' ? at + timeoutMs : null,
    key: caseKey(id),
  })
}

/**
 * Records each sanction once: with many attackers in one incident, earlier sanctions are recorded while later attackers
 * are being stopped.
 */
function recordSanctions(
  services: Services,
  incident: Incident,
  sanctions: readonly Sanction[],
  { recorded }: Pick<Work, 'recorded'>,
): void {
  for (const one of sanctions) {
    if (one.done === null || recorded.has(one.id)) continue
    recordSanction(services, incident, one)
    recorded.add(one.id)
  }
}

const mention = (ids: readonly string[]) => ids.map(id => `<@${id}>`).join(', ')

function words(incident: Incident, sanctions: readonly Sanction[]): { title: string; text: string } {
  const done = sanctions.filter(one => one.state === 'done')
  const stopped = done.filter(one => one.done !== null).map(one => one.userId)
  const gone = done.filter(one => one.done === null).map(one => one.userId)
  const ended = [
    ...(stopped.length > 0 ? [`${mention(stopped)} ${stopped.length === 1 ? 'was' : 'were'} stopped.`] : []),
    // Somebody left, or a webhook was deleted.
    ...(gone.length > 0
      ? [`${mention(gone)} ${gone.length === 1 ? 'was' : 'were'} gone before anything was done.`]
      : []),
  ].join(' ')
  const free = sanctions.filter(one => one.state === 'refused').map(one => one.userId)
  const what = `${moduleLabel(incident.module)} noticed it. Incident ${incident.number}.`
  if (incident.punishment === 'NONE')
    return {
      title: 'Somebody went beyond a limit',
      text: `${incident.actorId === null ? 'Discord does not say who it was' : `It was <@${incident.actorId}>`}. The settings say that nothing is done. ${what}`,
    }
  if (sanctions.length === 0)
    return {
      title: 'Somebody is attacking the server',
      text: `Discord does not say who it was, so nobody was punished. Look at the audit log. ${what}`,
    }
  if (free.length > 0)
    return {
      title: 'An attack could not be stopped',
      text: `I could do nothing against ${mention(free)}: they are above my role, or I lack a permission. Take their roles away now. ${ended}${ended === '' ? '' : ' '}${what}`,
    }
  return { title: stopped.length > 0 ? 'An attack was stopped' : 'An attack is over', text: `${ended} ${what}` }
}

const askedOf = ({ number }: Incident) => ({
  title: 'Many people were banned at once',
  text: `Discord does not say who banned them. Only people whom this server trusts could have done it like that, so I have not lifted the bans. If that was not intended, lift them here. Incident ${number}.`,
})

/**
 * How long to wait for more before following up (ms), so that one look at invites and webhooks is enough for many
 * attackers, for example.
 */
const burstMs = 500

/** How long it is known what was done about an incident (ms); what follows after that starts over. */
const knownMs = 24 * 3_600_000

interface Work {
  /** When it was last asked for (Unix ms). */
  at: number
  /** Handing the attack over to the recovery. */
  undoing: Turn
  isHandingOver: boolean
  /**
   * Closing back doors and telling people, which waits for Discord: nobody's channels come back later because of it.
   */
  telling: Turn
  /** The sanctions that the owner was told about; a change of them is announced. */
  told: string | undefined
  /** Whether the owner was asked what to do with the bans. */
  hasAsked: boolean
  /** The sanctions that have a case; below, those whose back doors are closed. */
  recorded: Set<number>
  cleared: Set<number>
}
const workOf = state(() => new Map<number, Work>())

/**
 * The incident and its sanctions, once something can follow from it; undefined while an answer of Discord's is on its
 * way, and after it was taken back.
 */
function following(services: Services, key: IncidentKey): { incident: Incident; sanctions: Sanction[] } | undefined {
  const incident = incidentOf(services, key)
  const sanctions = sanctionsOf(services, key)
  const isOver = incident && incident.state !== 'undone' && sanctions.every(one => one.state !== 'pending')
  return isOver ? { incident, sanctions } : undefined
}

const willRestore = ({ settings }: Services, { guildId, punishment }: Incident): boolean =>
  settings.read(guildId, antinuke).autoRecovery && punishment !== 'NONE'

/** Hands the attack over to be undone. @returns whether there was anything to do yet */
async function undo(services: Services, key: IncidentKey, work: Work): Promise<boolean> {
  const found = following(services, key)
  if (!found) return false
  work.isHandingOver = willRestore(services, found.incident)
  try {
    if (work.isHandingOver) for (const listener of listenersOf(services)) await listener(services, key)
  } finally {
    work.isHandingOver = false
  }
  // Nobody's channels wait for the moderation log, for back doors or for what people are told.
  inTurn(services, key, work.telling, async () => {
    await yieldToRecovery(services, key.guildId)
    return services.db.$client.open && tell(services, key, work)
  })
  return true
}

/** Records cases, closes back doors and tells the owner. @returns whether there was anything to do yet */
async function tell(services: Services, key: IncidentKey, work: Work): Promise<boolean> {
  const found = following(services, key)
  if (!found) return false
  const { incident, sanctions } = found
  recordSanctions(services, incident, sanctions, work)
  const all = sanctions.length > 0 && sanctions.every(one => one.state === 'done')
  const fresh = sanctions.filter(one => one.done !== null && one.done !== 'delete-webhook' && !work.cleared.has(one.id))
  for (const one of fresh) work.cleared.add(one.id)
  if (fresh.length > 0)
    await closeBackDoors(
      services,
      incident,
      fresh.map(one => one.userId),
    )
  const told = sanctions.map(({ userId, state: how }) => `${userId} ${how}`).join()
  const held = heldBans(services, key)
  if (work.told !== told && (sanctions.length > 0 || !held))
    await alarm(services, key.guildId, { ...words(incident, sanctions), ownerKey: `incident ${key.number} ${all}` })
  work.told = told
  if (held && held.decided === undefined && !work.hasAsked) {
    work.hasAsked = true
    const buttons = heldBansButtons(key)
    const ownerKey = `incident ${key.number} bans`
    await alarm(services, key.guildId, {
      ...askedOf(incident),
      ownerKey,
      buttons: { owner: buttons, channel: buttons },
    })
  }
  // This comes last: if the process ends before it, the next one starts over.
  const isMore = work.undoing.again || work.isHandingOver || work.telling.again
  if (isMore || !following(services, key)) return true
  if (willRestore(services, incident)) tellLeftBans(services, key)
  closeIncident(services, key, all ? 'contained' : 'not-stopped')
  return true
}

const restFor = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, Math.min(ms, burstMs)).unref())

function inTurn(
  services: Services,
  { guildId }: IncidentKey,
  turn: Turn,
  work: () => Promise<boolean>,
  restMs: (busyMs: number) => number = () => burstMs,
): void {
  const running = inBursts(turn, work, busyMs => restFor(restMs(busyMs)))
  if (running)
    services.background(running, { text: 'an incident could not be followed up', guildId, feature: antinuke.name })
}

/**
 * Does what follows from an incident once everything has been attempted: cases, recovery, closing back doors, telling the
 * owner. May be called at any time, and repeatedly.
 */
export function followUpIncident(services: Services, { guildId, number }: IncidentKey): void {
  const works = workOf(services, guildId)
  const at = services.now()
  for (const [old, { at: asked, undoing, telling }] of works)
    if (!undoing.running && !telling.running && at - asked > knownMs) works.delete(old)
  const work: Work = works.get(number) ?? {
    at,
    undoing: createTurn(),
    isHandingOver: false,
    telling: createTurn(),
    told: undefined,
    hasAsked: false,
    recorded: new Set(),
    cleared: new Set(),
  }
  works.set(number, work)
  work.at = at
  const key = { guildId, number }
  // What becomes known late is planned for before Discord takes more requests: it waits no longer than the last time
  // kept the event loop busy.
  inTurn(
    services,
    key,
    work.undoing,
    () => undo(services, key, work),
    busyMs => busyMs,
  )
}
