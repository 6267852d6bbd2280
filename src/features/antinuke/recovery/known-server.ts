import type { Services } from '#kernel/feature.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { noteOf } from '../journal/notes.ts'
import type { ObjectKind, ObjectName, ObjectState, ServerState } from '../journal/objects.ts'
import { cursorNow, latest, stateAt } from '../journal/state-at.ts'
import { deletedWithChannel } from './damage.ts'
import type { IdMap } from './id-map.ts'
import { flagsOfPeople } from './plan-channels.ts'
import { follower } from './plan-webhooks-invites-events.ts'
import { withIdsReplaced } from './compare-fields.ts'
import { numberIn } from './steps.ts'
import { ability, forgetGone, hiddenChannels, type ServerNow } from './server-now.ts'
import type { AttackDamage } from './attack-store.ts'

const remakable: readonly ObjectKind[] = ['channel', ...deletedWithChannel]

/**
 * What a new object has in place of the fields that are set only afterwards, because Discord does not accept them when
 * it is created.
 */
function madeWith(kind: ObjectKind, { type, flags }: ObjectState): ObjectState {
  if (kind === 'channel' && flags !== undefined) return { flags: numberIn(flags) & ~flagsOfPeople }
  // A webhook that follows a channel looks like the server that it follows, whatever that is.
  return kind === 'webhook' && type === follower ? { name: '', avatar: '' } : {}
}

/**
 * Adds what this recovery has recreated and Discord has not reported yet, in the form in which it was requested.
 * @param edited objects for which the fields that are set afterwards have been set, too
 */
function addUntold(
  services: Services,
  guildId: string,
  kind: ObjectKind,
  {
    state,
    knownGood,
    ids,
    edited,
  }: {
    state: Map<string, ObjectState>
    knownGood: ReadonlyMap<string, ObjectState>
    ids: Pick<IdMap, 'now' | 'remade'>
    edited: ReadonlySet<string>
  },
): void {
  for (const first of ids.remade) {
    const [id, before] = [ids.now(first), knownGood.get(first)]
    if (!before || state.has(id) || latest(services, guildId, kind, id) !== undefined) continue
    const asked = edited.has(first) ? before : { ...before, ...madeWith(kind, before) }
    // States are records.
    state.set(id, withIdsReplaced(asked, ids.now) as ObjectState)
  }
}

/**
 * A webhook that follows a channel elsewhere in the server is deleted with that channel, which Discord reports to
 * nobody.
 */
function forgetFollowers(
  { channel, webhook }: Pick<Record<ObjectKind, Map<string, ObjectState>>, 'channel' | 'webhook'>,
  knownGood: ServerState,
  ids: Pick<IdMap, 'before'>,
): void {
  for (const [id, { source_channel: source }] of webhook)
    if (typeof source === 'string' && knownGood.channel.has(ids.before(source)) && !channel.has(source))
      webhook.delete(id)
}

/**
 * Returns the server as the journal knows it, where that is enough to begin with: existing channels were deleted or
 * changed, with what was in them, and Discord's events report everything else. Then nothing has to be asked for before
 * the first channel is back, nor when it becomes known during the recovery that more channels were deleted. Anything
 * that differs is found by reading the server afterwards.
 * @param attack by first ids
 * @param edited recreated objects that have been edited since, by first ids
 * @returns undefined where the server has to be read: something may have been missed, roles have to go back to holders
 * who are not all known, or what the attackers made has to go and others may be using it
 */
export function knownServer(
  services: Services,
  guildId: string,
  { knownGood, touched }: Pick<AttackDamage, 'knownGood' | 'touched'>,
  ids: Pick<IdMap, 'now' | 'before' | 'remade'>,
  edited: ReadonlySet<string> = new Set(),
): ServerNow | undefined {
  const { me } = services.client.guilds.cache.get(guildId)?.members ?? {}
  const isWhole = (['structure', 'webhooks'] as const).every(part => noteOf(services, guildId, part) !== undefined)
  if (!me || !isWhole || noteOf(services, guildId, 'gap')) return undefined
  const isPlain = ({ kind, id }: ObjectName) =>
    (kind === 'channel' || deletedWithChannel.includes(kind)) && knownGood[kind].has(id)
  if (!touched.every(isPlain)) return undefined
  const known = stateAt(services, guildId, cursorNow(services, guildId))
  // A copy made for this call alone.
  const state = known as Record<ObjectKind, Map<string, ObjectState>>
  forgetFollowers(state, knownGood, ids)
  // For a masked channel the journal has what was last seen: it may be anything by now.
  for (const id of state.channel.keys()) if (isHiddenNow(services, guildId, id)) state.channel.delete(id)
  for (const kind of remakable)
    addUntold(services, guildId, kind, { state: state[kind], knownGood: knownGood[kind], ids, edited })
  const hidden = hiddenChannels(services, guildId, state)
  forgetGone(state, hidden)
  return {
    state,
    unseen: new Set(),
    hidden,
    written: new Set(),
    ...ability(state, guildId, { roles: [...me.roles.cache.keys()] }),
  }
}
