import { createHash } from 'node:crypto'
import type { Services } from '#kernel/feature.ts'
import type { GuildMember } from 'discord.js'
import { formatCount } from '#kit/numbers.ts'
import { fieldLabel, kindLabel } from '../incidents/names.ts'
import { objectKey, type ObjectKind } from '../journal/objects.ts'
import { wholeField } from '../recovery/overwrite-parts.ts'
import { requestsOf } from '../recovery/request-estimate.ts'
import { previewRecovery } from '../recovery/recover.ts'
import { type Impossible, isOfMember, type Step } from '../recovery/steps.ts'
import { attackFor, type Chosen } from './choice.ts'
import { channelLabel, type DryRun, type PlannedStep } from './contract.ts'
import { isUnknown, readersNames } from './shown.ts'

/** How long an answer is reused (ms): somebody who ticks one thing after another asks often. */
const goodForMs = 5000

type NameOf = (kind: ObjectKind, id: string, stored: string | null) => string

const lowered = (text: string) => text.replace(/^[A-Z](?![A-Z])/, first => first.toLowerCase())

function wordsOf({ act }: Step, nameOf: NameOf): Omit<PlannedStep, 'requests'> | undefined {
  if (act.do === 'order-roles') return { does: 'order', text: 'Put the roles in their order', detail: null }
  if (act.do === 'order-channels') return { does: 'order', text: 'Put the channels in their order', detail: null }
  if (isOfMember(act) || act.do === 'unban' || act.do === 'ban') return undefined
  const stored = act.do !== 'delete' && typeof act.body['name'] === 'string' ? act.body['name'] : null
  const name = `${lowered(kindLabel(act.kind))} ${nameOf(act.kind, act.id, stored)}`
  if (act.do === 'delete') return { does: 'delete', text: `Delete ${name}`, detail: null }
  const fields = Object.keys(act.body).filter(field => field !== 'channel_id' && field !== 'type')
  const detail = [...new Set(fields.map(field => fieldLabel(act.kind, field)))].join(', ') || null
  return act.do === 'create'
    ? { does: 'create', text: `Create ${name}`, detail }
    : { does: 'edit', text: `Restore ${name}`, detail }
}

/** The steps in words; everything that people get back is one line. */
function plannedSteps(steps: readonly Step[], nameOf: NameOf): PlannedStep[] {
  const shown = steps.flatMap(step => {
    const words = wordsOf(step, nameOf)
    return words ? [{ ...words, requests: requestsOf(step.act) }] : []
  })
  const people = steps.filter(({ act }) => act.do === 'member')
  const requests = people.reduce((sum, { act }) => sum + requestsOf(act), 0)
  const give = {
    does: 'give' as const,
    text: `Give roles back to ${formatCount(people.length, 'member')}`,
    detail: null,
    requests,
  }
  return people.length > 0 ? [...shown, give] : shown
}

const textChannels: ReadonlySet<unknown> = new Set([0, 2, 5, 13, 15, 16])

/** What stays lost in any case, as sentences. */
function lostBy({ things }: Chosen): string[] {
  const channels = things.flatMap(({ found, name }) => {
    const type = (found.before ?? found.after)?.type
    return found.kind === 'channel' && textChannels.has(type) ? [{ found, name: channelLabel(name, type) }] : []
  })
  return [
    ...channels.flatMap(({ found, name }) =>
      found.what === 'deleted' ? [`Messages of ${name} stay lost. Discord deletes them with the channel.`] : [],
    ),
    ...channels.flatMap(({ found, name }) =>
      found.what === 'created' ? [`${name} is deleted with its messages; they cannot come back.`] : [],
    ),
    ...things.flatMap(({ found, name }) =>
      found.kind === 'webhook' && found.what === 'deleted' ? [`The webhook ${name} gets a new address.`] : [],
    ),
  ]
}

function possibleOf({ touched }: Chosen, impossible: readonly Impossible[]): number {
  const whole = new Set(impossible.flatMap(one => (one.field === undefined ? [`${one.kind} ${one.id}`] : [])))
  const fields = new Set(impossible.map(one => `${one.kind} ${one.id} ${one.field ?? ''}`))
  const isImpossible = ({ kind, id, fields: own }: Chosen['touched'][number]) =>
    whole.has(objectKey({ kind, id })) ||
    (own !== undefined && own.every(field => fields.has(`${kind} ${id} ${wholeField(field)}`)))
  return touched.filter(one => !isImpossible(one)).length
}

/** Says what putting back the chosen things would take. Asks Discord for the server's current state. */
export async function dryRunOf(services: Services, viewer: GuildMember, from: number, chosen: Chosen): Promise<DryRun> {
  const guildId = viewer.guild.id
  const { touched } = chosen
  const hash = createHash('sha256')
    .update(JSON.stringify([from, touched]))
    .digest('base64')
  const { steps, impossible, requests, seconds } = await services.askDiscord({
    guildId,
    key: `antinuke.dry-run ${hash}`,
    ttlMs: goodForMs,
    ask: () => previewRecovery(services, { guildId, ...attackFor(services, guildId, from, touched) }),
  })
  const { names, channelType } = readersNames(services, viewer, chosen, id => ({ id, name: null, avatarURL: null }))
  const nameOf: NameOf = (kind, id, stored) => {
    const name = names.object(kind, id, chosen.names[objectKey({ kind, id })] ?? stored)
    if (isUnknown(name) || name === null) return kind === 'channel' ? 'you cannot see' : ''
    return kind === 'channel' ? channelLabel(name, channelType(id)) : name
  }
  return {
    steps: plannedSteps(steps, nameOf),
    requests,
    seconds,
    possible: possibleOf(chosen, impossible),
    of: touched.length,
    impossible: impossible.map(({ kind, id, name, field, reason }) => ({
      name: nameOf(kind, id, name),
      field: field === undefined ? null : fieldLabel(kind, field),
      reason,
    })),
    lost: lostBy(chosen),
  }
}
